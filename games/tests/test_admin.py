"""The staff's pages: what they show, what they hide, and who is on the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command

from accounts.models import Moderation, User
from games.models import Contest, Deal, Game
from games.services.players import player_delete
from games.tests import playing

if TYPE_CHECKING:
    from django.test import Client
    from rest_framework.test import APIClient

    from conftest import Clock

USERS = "/admin/accounts/user/"
LOG = "/admin/accounts/moderation/"
BOARD = "/api/v1/daily/today/leaderboard"
STANDINGS = "/api/v1/leaderboards/all"


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("staff", "", "correct horse battery"))
    return client


@pytest.fixture
def winners(winnable: Contest, clock: Clock) -> list[User]:
    """Three players: two tied in front, one behind."""
    players = playing.players(3)
    for player, detours in zip(players, (0, 0, 1), strict=True):
        playing.win(player, winnable, clock.now, detours)
    return players


def act(staff: Client, action: str, *players: User, **more: str) -> Any:
    form = {"action": action, "_selected_action": [player.pk for player in players]}
    return staff.post(USERS, {**form, "reason": "Because.", **more})


def ranks(api: APIClient, url: str) -> list[tuple[int, str]]:
    return [(row["rank"], row["player"]) for row in api.get(url).json()["results"]]


def test_hiding_a_player_takes_them_off_every_board_at_once(
    staff: Client, api: APIClient, winners: list[User]
) -> None:
    assert ranks(api, BOARD) == [(1, "player1"), (1, "player2"), (3, "player3")]
    act(staff, "hide_from_boards", winners[0])
    for url in (BOARD, STANDINGS):
        assert ranks(api, url) == [(1, "player2"), (2, "player3")]
    board = api.get(BOARD).json()
    assert (board["players"], board["winners"]) == (2, 2)
    daily = api.get("/api/v1/daily/today").json()
    assert (daily["players"], daily["winners"]) == (2, 2)
    call_command("verify_games", "--all")


def test_showing_a_player_again_puts_everything_back(
    staff: Client, api: APIClient, winners: list[User]
) -> None:
    before = [ranks(api, url) for url in (BOARD, STANDINGS)]
    for action in ("hide_from_boards", "hide_from_boards", "show_on_boards", "show_on_boards"):
        act(staff, action, *winners)
    assert [ranks(api, url) for url in (BOARD, STANDINGS)] == before
    call_command("verify_games", "--all")


def test_a_win_while_hidden_counts_once_the_player_is_shown(
    staff: Client, api: APIClient, winners: list[User], winnable: Contest, clock: Clock
) -> None:
    late = User.objects.create_user("late")
    act(staff, "hide_from_boards", late)
    playing.win(User.objects.get(pk=late.pk), winnable, clock.now, detours=2)
    assert len(ranks(api, BOARD)) == 3
    call_command("verify_games", "--all")
    act(staff, "show_on_boards", late)
    assert ranks(api, BOARD)[-1] == (4, "late")
    assert ranks(api, STANDINGS)[-1] == (4, "late")
    call_command("verify_games", "--all")


def test_a_reason_is_asked_for_before_anything_is_done(staff: Client, ann: User) -> None:
    chosen = {"action": "hide_from_boards", "_selected_action": [ann.pk]}
    asked = staff.post(USERS, chosen)
    assert (asked.status_code, "ann" in asked.text) == (200, True)
    assert 'name="reason"' in asked.text
    for reason in ("", "  ", "x" * 501):
        again = act(staff, "hide_from_boards", ann, reason=reason)
        assert again.context["form"].errors["reason"]
    ann.refresh_from_db()
    assert not ann.is_hidden
    assert not Moderation.objects.exists()


def test_who_hid_whom_and_why_is_kept_and_cannot_be_changed(
    staff: Client, ann: User, clock: Clock
) -> None:
    act(staff, "hide_from_boards", ann, reason=" A line handed on. ")
    act(staff, "hide_from_boards", ann, reason="Once more changes nothing.")
    row = Moderation.objects.get()
    assert (row.moderator, row.player, row.action) == (
        User.objects.get(is_staff=True),
        ann,
        "hidden",
    )
    assert (row.reason, row.at) == ("A line handed on.", clock.now)
    for address in (LOG, f"{LOG}{row.pk}/change/"):
        assert "A line handed on." in staff.get(address).text
    answers = [staff.post(f"{LOG}{what}/", {}) for what in (f"{row.pk}/change", f"{row.pk}/delete")]
    assert [answer.status_code for answer in [*answers, staff.post(f"{LOG}add/", {})]] == [403] * 3
    staff.post(LOG, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert Moderation.objects.get().reason == "A line handed on."


def test_it_is_kept_without_the_moderator_and_goes_with_the_player(
    staff: Client, ann: User, bob: User
) -> None:
    act(staff, "hide_from_boards", ann, bob)
    player_delete(player=User.objects.get(is_staff=True))
    assert [row.moderator for row in Moderation.objects.all()] == [None, None]
    player_delete(player=ann)
    assert [row.player for row in Moderation.objects.all()] == [bob]


def test_who_may_only_look_at_players_hides_nobody(client: Client, ann: User) -> None:
    looker = User.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_user"))
    client.force_login(looker)
    act(client, "hide_from_boards", ann)
    ann.refresh_from_db()
    assert not ann.is_hidden


def test_deleting_players_keeps_the_boards_exact(
    staff: Client, api: APIClient, winners: list[User]
) -> None:
    staff.post(f"{USERS}{winners[0].pk}/delete/", {"post": "yes"})
    form = {"action": "delete_selected", "_selected_action": [winners[1].pk], "post": "yes"}
    staff.post(USERS, form)
    for url in (BOARD, STANDINGS):
        assert ranks(api, url) == [(1, "player3")]
    call_command("verify_games", "--all")


def test_no_page_shows_seed_deck_stock_or_solution(
    staff: Client, ranked: Game, winnable: Contest
) -> None:
    Deal.objects.update(solution="the way to win", verdict="won")
    deal = winnable.deal
    stock = Game.objects.get().position.split(" ")[-1]
    for model, pk in (("deal", deal.pk), ("contest", winnable.pk), ("game", ranked.pk)):
        for url in (f"/admin/games/{model}/", f"/admin/games/{model}/{pk}/change/"):
            answer = staff.get(url)
            assert answer.status_code == 200
            for secret in (deal.seed, deal.deck, stock, "the way to win"):
                assert secret is not None
                assert secret not in answer.content.decode()


@pytest.mark.parametrize(
    "address",
    [
        *["deal/?seed__startswith=0", "deal/?deck__startswith=A", "deal/?solution__contains=deal"],
        *["deal/?verdict__exact=won", "deal/?par_moves__lt=60", "game/?position__contains=AS"],
        *[
            "game/?history__contains=r1-f",
            "game/?deal__seed__startswith=0",
            "contest/?deal__deck=A",
        ],
    ],
)
def test_no_column_can_be_asked_for_letter_by_letter(
    staff: Client, ranked: Game, address: str
) -> None:
    assert staff.get(f"/admin/games/{address}").status_code == 400


def test_whether_a_deal_can_be_won_is_not_shown(staff: Client, ranked: Game) -> None:
    pages: list[str] = []
    for verdict in ("won", "lost"):
        Deal.objects.update(verdict=verdict)
        answers = [
            staff.get(f"/admin/games/deal/{url}") for url in ("", f"{ranked.deal_id}/change/")
        ]
        pages += [answer.content.decode().lower() for answer in answers]
    assert not any(word in page for page in pages for word in ("verdict", ">won<", ">lost<"))


def test_the_history_of_a_ranked_game_is_there_to_read_once_it_is_settled(
    staff: Client, ranked: Game, clock: Clock
) -> None:
    playing.play_line(ranked, ["r6-f", "undo"], clock.now)
    address = f"/admin/games/game/{ranked.pk}/change/"
    assert "r6-f undo" not in staff.get(address).content.decode()
    clock.move(days=2)
    assert "r6-f undo" in staff.get(address).content.decode()


def test_the_history_of_a_casual_game_is_there_to_read(
    staff: Client, casual: Game, clock: Clock
) -> None:
    playing.play_line(casual, ["deal", "undo"], clock.now)
    address = f"/admin/games/game/{casual.pk}/change/"
    assert "deal undo" in staff.get(address).content.decode()


def test_games_are_found_by_player_and_status(staff: Client, ranked: Game) -> None:
    found = staff.get("/admin/games/game/?q=ann&status__exact=playing")
    assert "1 game" in found.content.decode()


@pytest.mark.parametrize("model", [Deal, Contest, Game])
def test_deals_contests_and_games_are_read_only(
    staff: Client, ranked: Game, model: type[Deal | Contest | Game]
) -> None:
    row = model._default_manager.get()
    before = model._default_manager.values().get()
    url = f"/admin/games/{model._meta.model_name}/"
    assert staff.get(f"{url}add/").status_code == 403
    assert (
        staff.post(f"{url}{row.pk}/change/", {"status": "won", "verdict": "won"}).status_code == 403
    )
    assert staff.post(f"{url}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    staff.post(url, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert model._default_manager.values().get() == before


@pytest.mark.parametrize("model", ["deal", "contest", "game"])
def test_players_see_nothing_of_it(client: Client, ann: User, model: str) -> None:
    url = f"/admin/games/{model}/"
    assert client.get(url).status_code == 302
    client.force_login(ann)
    assert client.get(url, follow=True).status_code == 403
