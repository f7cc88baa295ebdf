"""The second step of signing in: codes of an app, recovery codes, passkeys.

The pages are django-allauth's; here is what the API and the limiter need of it.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import qrcode  # type: ignore[import-untyped]
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext
from qrcode.image.svg import SvgPathFillImage  # type: ignore[import-untyped]

from accounts.errors import Refused
from accounts.events import sign_in_refused
from accounts.sealing import seal, unseal

if TYPE_CHECKING:
    from accounts.models import User

# Where each kind keeps what nobody else may know; of a passkey only the public key is here.
_SECRETS = {Authenticator.Type.TOTP: "secret", Authenticator.Type.RECOVERY_CODES: "seed"}
_ASKED_FOR = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Players are known by name, a QR code has a ground of its own, and secrets are stored sealed
    (`MFA_ADAPTER`).
    """

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

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text)


def second_factors_seal() -> tuple[int, list[str]]:
    """Seals every secret anew, by the present `SECRET_KEY`.

    Returns how many, and the names of players with one that no key opens; those stay as they are.
    """
    sealed, lost = 0, []
    ways = Authenticator.objects.filter(type__in=_SECRETS).order_by("pk")
    for pk in list(ways.values_list("pk", flat=True)):
        with transaction.atomic():
            way = Authenticator.objects.select_for_update().filter(pk=pk).first()
            if way is None:
                continue
            field = _SECRETS[way.type]
            try:
                way.data[field] = seal(unseal(way.data[field]))
            except Refused:
                lost.append(way.user.username)
                continue
            way.save(update_fields=["data"])
            sealed += 1
    return sealed, sorted(set(lost))


def has_second_factor(player: User) -> bool:
    """Whether signing in takes this player a second step."""
    return bool(Authenticator.objects.filter(user=player, type__in=_ASKED_FOR).exists())


def lacks_second_factor(staff: User) -> bool:
    """Whether one of the staff has to set a second step up before the admin opens."""
    return settings.STAFF_SECOND_FACTOR and not has_second_factor(staff)


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
    sign_in_refused(reason="code", username=player.username)
    raise Refused("bad_code")
