"""The second step of signing in: codes of an app, recovery codes, passkeys.

The pages are django-allauth's; here is what the API and the limiter need of it.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import qrcode  # type: ignore[import-untyped]
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.utils.translation import gettext
from qrcode.image.svg import SvgPathFillImage  # type: ignore[import-untyped]

from accounts.errors import Refused

if TYPE_CHECKING:
    from accounts.models import User

_ASKED_FOR = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Players are known by name, and a QR code has a ground of its own (`MFA_ADAPTER`)."""

    def _get_user_identifier(self, user: User) -> str:
        return user.username

    def generate_authenticator_name(self, user: User, type: str) -> str:
        """What a new passkey is called unless its player says otherwise: “Passkey 2”."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return f"{gettext('Passkey')} {number}"

    def build_totp_svg(self, url: str) -> str:
        """Dark on white also where the page is dark."""
        picture = BytesIO()
        qrcode.make(url, image_factory=SvgPathFillImage).save(picture)
        return picture.getvalue().decode()


def has_second_factor(player: User) -> bool:
    """Whether signing in takes this player a second step."""
    return bool(Authenticator.objects.filter(user=player, type__in=_ASKED_FOR).exists())


def second_factor_confirm(*, player: User, code: str) -> None:
    """Takes a code of the app or a recovery code, each once; nothing to do without a second factor.

    Call it once the password was right and the attempt is counted. Raises `second_factor_required`
    for no code, and `bad_code`.
    """
    if not has_second_factor(player):
        return
    if not code:
        raise Refused("second_factor_required")
    ways = Authenticator.objects.filter(user=player).exclude(type=Authenticator.Type.WEBAUTHN)
    for way in ways:
        if way.wrap().validate_code(code):
            way.record_usage()
            return
    raise Refused("bad_code")
