from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_looks'),
    ]

    operations = [
        # The database itself has the default: while servers of the version before still run, they
        # make tokens without naming a scope.
        migrations.AddField(
            model_name='apitoken',
            name='scope',
            field=models.CharField(choices=[('read', 'Read'), ('play', 'Play')], db_default='play', default='play', max_length=4),
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.CheckConstraint(condition=models.Q(('scope__in', ['read', 'play'])), name='token_scope_in_enum'),
        ),
    ]
