"""My account: mail, tokens for programs, everything held about me, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.addresses import client_address
from accounts.confirmations import (
    address_confirm,
    address_to_confirm,
    confirmation_ask,
    confirmed_address,
)
from accounts.errors import Refused
from accounts.look_cookie import look_keep, look_shown
from accounts.looks import LOOKS
from accounts.mails import asker_of
from accounts.models import PlayerSession
from accounts.selectors import sessions_of, tokens_of
from accounts.services.players import player_update, settings_choose
from accounts.services.sessions import session_end, sessions_end
from accounts.services.signing import password_confirm
from accounts.services.tokens import token_create, token_revoke
from games.services.players import player_delete
from games.views.pages.asking import member, member_for_sure, page
from games.views.pages.forms import LookForm, MailForm, TokenForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from accounts.models import User

_WHY_STILL_THERE = {
    "bad_credentials": _("That is not your password. Nothing was deleted."),
    "too_many_attempts": _("Too many attempts. Nothing was deleted; wait some minutes."),
}


@require_safe
@page
def me(request: HttpRequest) -> HttpResponse:
    """The player's own account; of a guest, what can become of it."""
    player = member(request)
    if player.is_guest:
        return render(request, "games/me_guest.html")
    return _account(request, player)


@require_POST
@page
def me_mail(request: HttpRequest) -> HttpResponse:
    """Set the address for mail, or none."""
    player, form = member(request), MailForm(request.POST)
    if form.is_valid():
        member_for_sure(request)
        email, before = form.cleaned_data["email"], player.email
        try:
            is_asked = player_update(player=player, email=email, asker=asker_of(request))
        except ValidationError as error:
            player.email = before
            form.add_error("email", error.messages)
        else:
            if is_asked:
                kept = _("The address is kept. A mail to confirm it is on its way.")
            elif player.email in {before, confirmed_address(player)}:
                kept = _("The address is kept.") if player.email else _("There is no address now.")
            else:
                kept = _("The address is kept, but there were too many mails in the last hour.")
            messages.success(request, kept)
            return redirect("me")
    return _account(request, player, mail=form)


@require_POST
@page
def me_mail_again(request: HttpRequest) -> HttpResponse:
    """Send the mail to confirm the address once more."""
    if confirmation_ask(player=member(request), asker=asker_of(request)):
        messages.success(request, _("The mail is on its way."))
    else:
        messages.error(request, _("No mail was sent: there were too many in the last hour."))
    return redirect("me")


@require_http_methods(["GET", "HEAD", "POST"])
@page
def mail_confirm(request: HttpRequest, key: str) -> HttpResponse:
    """Where the link of such a mail leads: a button confirms, so that no program does that looks
    into mails before people do.

    Whoever has the address gets the account by a new password. So its player confirms it, and
    nobody who found a token or an open browser and gave an address of their own.
    """
    address = address_to_confirm(key)
    if address is not None and member(request) != address.user:
        raise Refused("forbidden")
    if address is None or request.method != "POST":
        return render(request, "games/mail_confirm.html", {"address": address})
    member_for_sure(request)
    if address_confirm(key=key, asker=asker_of(request)) is None:
        return render(request, "games/mail_confirm.html", {"address": None})
    messages.success(request, _("The address is confirmed."))
    return redirect("me")


@require_POST
@page
def me_look(request: HttpRequest) -> HttpResponse:
    """Keep how pages look: in the account, and in the browser; no values but ours are kept."""
    player, form = member(request), LookForm(request.POST)
    form.is_valid()
    wishes = {name: form.cleaned_data[name] for name in LOOKS if name in form.cleaned_data}
    if not player.is_guest:
        settings_choose(player=player, **wishes)
    answer = redirect(f"{reverse('me')}#look")
    look_keep(answer, look_shown(request) | wishes)
    messages.success(request, _("The settings are kept."))
    return answer


@require_POST
@page
def me_tokens(request: HttpRequest) -> HttpResponse:
    """Make a token; this answer alone shows its secret."""
    player, form = member(request), TokenForm(request.POST)
    if not form.is_valid():
        return _account(request, player, new_token=form)
    member_for_sure(request)
    try:
        token, secret = token_create(player=player, **form.wishes())
    except Refused as refusal:
        if refusal.code != "too_many_tokens":
            raise
        form.add_error("name", _("You have as many tokens as can be; revoke one first."))
        return _account(request, player, new_token=form)
    return _account(request, player, secret=secret, made=token)


@require_POST
@page
def me_token_revoke(request: HttpRequest, public_id: str) -> HttpResponse:
    """End one of the player's own tokens."""
    token_revoke(player=member(request), public_id=public_id)
    messages.success(request, _("The token no longer works."))
    return redirect("me")


@require_POST
@page
def me_session_end(request: HttpRequest, public_id: str) -> HttpResponse:
    """End one of the player's own sessions."""
    session_end(player=member_for_sure(request), public_id=public_id)
    messages.success(request, _("The session has ended."))
    return redirect("me")


@require_POST
@page
def me_sessions_end(request: HttpRequest) -> HttpResponse:
    """End all of the player's sessions but this one."""
    sessions_end(player=member_for_sure(request), but=request.session.session_key)
    messages.success(request, _("All other sessions have ended."))
    return redirect("me")


def _account(request: HttpRequest, player: User, **shown: Any) -> HttpResponse:
    return render(
        request,
        "games/me.html",
        {
            "tokens": tokens_of(player),
            "sessions": sessions_of(player),
            "session_here": PlayerSession(session_key=request.session.session_key or "").public_id,
            "mail": MailForm(initial={"email": player.email}),
            "confirmed": confirmed_address(player),
            "new_token": TokenForm(),
            **shown,
        },
    )


@require_POST
@page
def me_delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, once the password has been given again; a guest has none to give."""
    leaving = member(request)
    password = request.POST.get("password", "")
    if not leaving.is_guest:
        try:
            password_confirm(player=leaving, address=client_address(request), password=password)
        except Refused as refusal:
            if refusal.code not in _WHY_STILL_THERE:
                raise
            messages.error(request, _WHY_STILL_THERE[refusal.code])
            return redirect("me")
    player_delete(player=leaving)
    logout(request)
    return redirect("home")
