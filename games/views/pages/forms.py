"""Forms of the pages; what they do with what they read is in the services."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext_lazy as _

from accounts.looks import LOOKS
from accounts.models import TOKEN_DAYS, TOKEN_DAYS_AT_MOST, User
from games.selectors.games import KINDS, STATUSES
from games.selectors.records import LONGEST

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_A_DAY = timedelta(days=1)
# So that the day after it exists, too.
_LATEST = MaxValueValidator(date(9000, 1, 1))


_WORDS = {
    "playing": _("playing"),
    "won": _("won"),
    "lost": _("lost"),
    "conceded": _("conceded"),
    "expired": _("expired"),
    "casual": _("casual"),
    "daily": _("daily"),
    "challenge": _("challenge"),
}


def _choices(words: tuple[str, ...]) -> list[tuple[str, StrOrPromise]]:
    return [("", _("any")), *((word, _WORDS[word]) for word in words)]


class GamesFilter(forms.Form):
    """Which of my games to list; `until` is a day that is still in."""

    status = forms.ChoiceField(label=_("Status"), choices=_choices(STATUSES), required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=_choices(KINDS), required=False)
    since = forms.DateField(
        label=_("From"),
        required=False,
        validators=[_LATEST],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=_("To"),
        required=False,
        validators=[_LATEST],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def narrowed(self) -> dict[str, Any]:
        """Return what is asked for, as `selectors.games.games_of` takes it."""
        asked = self.cleaned_data
        return {
            "status": asked["status"] or None,
            "kind": asked["kind"] or None,
            "since": asked["since"] and _midnight(asked["since"]),
            "until": asked["until"] and _midnight(asked["until"] + _A_DAY),
        }

    def query(self) -> str:
        """Return what is asked for as the beginning of an address's query; empty for all."""
        asked = {name: str(value) for name, value in self.cleaned_data.items() if value}
        return f"{urlencode(asked)}&" if asked else ""


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)


class ImportForm(forms.Form):
    """A deck or a record, as text."""

    text = forms.CharField(
        label=_("Deck or record"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean_text(self) -> str:
        """Leave out the byte order mark that some editors put before all else."""
        text: str = self.cleaned_data["text"]
        return text.removeprefix("\ufeff")


class MailForm(forms.Form):
    """The address for mail; empty for none."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        help_text=_(
            "For a link to a new password when the old one is lost, and for word of changes in how"
            " you sign in. Empty for none."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class LookForm(forms.ModelForm[User]):
    """How pages and boards look."""

    class Meta:
        model = User
        fields: ClassVar = [*LOOKS]


class TokenForm(forms.Form):
    """What to call a new token, what it may do, and for how long."""

    name = forms.CharField(
        label=_("Name of the token"),
        required=False,
        max_length=50,
        help_text=_("So that you know later which program has it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label=_("What it may do"),
        required=False,
        choices=[("play", _("all that I may")), ("read", _("only read"))],
    )
    days = forms.IntegerField(
        label=_("Days until it ends"),
        required=False,
        min_value=1,
        max_value=TOKEN_DAYS_AT_MOST,
        initial=TOKEN_DAYS,
    )

    def wishes(self) -> dict[str, Any]:
        """Return what is asked for, as `token_create` takes it."""
        return {name: value for name, value in self.cleaned_data.items() if value}
