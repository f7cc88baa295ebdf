"""`GET me/export`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.db.models import CASCADE, SET_NULL, BigIntegerField, ForeignKey, ManyToManyField

from accounts.looks import LOOKS, look_of
from accounts.models import ApiToken, Moderation, User
from accounts.services.players import player_update
from accounts.tests.asserting import problem_of
from accounts.tests.mailing import ASKER, confirm
from games.models import Review
from games.services.moderation import player_moderate
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from conftest import Clock
    from games.models import Contest, Game

EXPORT = "/api/v1/me/export"
# Whatever belongs to a player, and under which name it is exported; None: it tells nothing of them.
BELONGING = {
    "account.EmailAddress.user": "addresses",
    "accounts.ApiToken.user": "tokens",
    "accounts.Mail.player": "mails",
    "accounts.Moderation.moderator": None,
    "accounts.Moderation.player": "moderations",
    "accounts.PlayerSession.player_id": "sessions",
    "accounts.User.groups": None,
    "accounts.User.user_permissions": None,
    "admin.LogEntry.user": None,
    "games.Game.player": "games",
    "games.Standing.player": "standings",
    "mfa.Authenticator.user": "second_factor",
}


def test_everything_held_about_me_is_exported(
    as_ann: APIClient, ann: User, winnable: Contest, casual: Game, clock: Clock
) -> None:
    won = playing.win(ann, winnable, clock.now)
    held = as_ann.get(EXPORT).json()
    names = "account addresses mails tokens sessions second_factor"
    assert set(held) == {*names.split(), "standings", "flags", "moderations", "games"}
    assert held["account"]["username"] == "ann"
    assert held["account"]["email"] == "ann@example.org"
    assert [token["name"] for token in held["tokens"]] == ["test"]
    assert held["standings"] == [
        {"period": period, "wins": 1, "moves": 88}
        for period in ("2026", "2026-11", "2026-W49", "all")
    ]
    assert [game["id"] for game in held["games"]] == [casual.pk, won.pk]
    assert [row["move"] for row in held["games"][1]["history"]] == playing.WINNING_LINE
    assert held["games"][1]["record"].startswith('[Game "Agnes Bernauer"]\n')


def test_an_export_that_is_opened_is_a_file_and_no_page(as_ann: APIClient) -> None:
    answer = as_ann.get(EXPORT)
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="agnes-ann.json"'


def test_settings_are_exported(as_ann: APIClient, ann: User) -> None:
    ann.theme = "dark"
    ann.save()
    account = as_ann.get(EXPORT).json()["account"]
    assert {name: account[name] for name in LOOKS} == look_of(ann)


def test_a_review_is_exported_with_its_game(as_ann: APIClient, ann: User, casual: Game) -> None:
    assert as_ann.get(EXPORT).json()["games"][0]["review"] is None
    Review.objects.create(game=casual, findings={"verdicts": ["winnable"]})
    assert as_ann.get(EXPORT).json()["games"][0]["review"] == {"verdicts": ["winnable"]}


def test_addresses_and_mails_are_exported(as_ann: APIClient, ann: User, clock: Clock) -> None:
    confirm(ann)
    player_update(player=ann, email="new@example.org", asker=ASKER)
    held = as_ann.get(EXPORT).json()
    assert held["addresses"] == [
        {"email": "ann@example.org", "confirmed": True},
        {"email": "new@example.org", "confirmed": False},
    ]
    assert held["mails"] == [
        {"kind": "confirm", "to": "new@example.org", "at": "2026-11-30T12:00:00Z"}
    ]


def test_a_player_learns_that_they_were_hidden_and_why_and_not_by_whom(
    as_ann: APIClient, ann: User, bob: User, clock: Clock
) -> None:
    for action, reason in (("hidden", "A line handed on."), ("shown", "It was not.")):
        player_moderate(
            player=ann,
            moderator=bob,
            action=Moderation.Action(action),
            reason=reason,
            now=clock.move(hours=1),
        )
    answer = as_ann.get(EXPORT)
    assert answer.json()["moderations"] == [
        {"action": "hidden", "reason": "A line handed on.", "at": "2026-11-30T13:00:00Z"},
        {"action": "shown", "reason": "It was not.", "at": "2026-11-30T14:00:00Z"},
    ]
    assert "bob" not in answer.content.decode()


def test_no_secret_and_nothing_of_others_is_exported(
    as_ann: APIClient, ann: User, bob: User, clock: Clock
) -> None:
    playing.casual_game(bob, playing.WINNABLE, clock.now)
    text = as_ann.get(EXPORT).content.decode()
    assert ann.password not in text
    assert ApiToken.objects.get().digest not in text
    assert "bob" not in text


def test_an_export_hides_what_the_game_hides(as_ann: APIClient, ranked: Game) -> None:
    game = as_ann.get(EXPORT).json()["games"][0]
    assert game["position"].endswith(" ?16")
    assert "[Seed" not in game["record"]
    assert "[Deck" not in game["record"]


def test_nobody_exports_without_signing_in(api: APIClient) -> None:
    problem_of(api.get(EXPORT), 401, "not_signed_in")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, method: str) -> None:
    problem_of(getattr(as_ann, method)(EXPORT), 405, "method_not_allowed")


def belonging() -> dict[str, Any]:
    """Every column and table that ties something to a player, by name."""
    fields = [
        field
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey | ManyToManyField | BigIntegerField)
        and not model._meta.auto_created
        and (field.related_model is User or model is User or field.name in {"player_id", "user_id"})
        and not field.primary_key
    ]
    return {f"{field.model._meta.label}.{field.name}": field for field in fields}


def test_whatever_belongs_to_a_player_is_exported(as_ann: APIClient) -> None:
    assert set(belonging()) == set(BELONGING)
    assert {name for name in BELONGING.values() if name} <= set(as_ann.get(EXPORT).json())


def test_whatever_belongs_to_a_player_goes_with_the_account() -> None:
    ties = [field for field in belonging().values() if isinstance(field, ForeignKey)]
    assert {field.remote_field.on_delete for field in ties} <= {CASCADE, SET_NULL}
