from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_token_scope'),
    ]

    operations = [
        migrations.AddField(
            model_name='playersession',
            name='device',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
        migrations.AddField(
            model_name='playersession',
            name='seen_at',
            field=models.DateTimeField(null=True),
        ),
    ]
