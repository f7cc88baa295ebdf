"""How a game ends on its page: with a rank and a text to share, or with the reason why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Deal
from games.tests import playing

if TYPE_CHECKING:
    from browser_tests.table import Table
    from games.models import Contest


def send(table: Table, game_id: int, line: list[str]) -> None:
    ply = 0
    for stretch in playing.stretches(line):
        table.call("POST", f"games/{game_id}/moves", {"ply": ply, "moves": stretch})
        ply += len(stretch)


def nearly_win(table: Table) -> None:
    """The day's ranked game, one play before its win."""
    game_id = table.call("POST", "daily/today/game")["id"]
    send(table, game_id, playing.WINNING_LINE[:-1])
    table.page.goto(f"/games/{game_id}")


def test_a_won_daily_shows_its_rank_and_a_text_to_share(today: Contest, table: Table) -> None:
    nearly_win(table)
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.pile("t4").locator(".card").dblclick()
    expect(table.shown("end-title")).to_have_text(f"Won in {playing.WIN_MOVES} moves")
    expect(table.shown("end-words")).to_have_text(
        "All 52 cards are on the foundations, without undo."
    )
    expect(table.shown("rank")).to_have_text("Rank 1 of 1 so far.")
    table.button("Copy result").click()
    expect(table.shown("said")).to_have_text("Copied.")
    shared = table.page.evaluate("navigator.clipboard.readText()")
    origin = table.page.evaluate("location.origin")
    number = table.call("GET", "daily/today")["number"]
    assert shared == (
        f"Agnes, deal {number}: won in {playing.WIN_MOVES} moves, without undo, "
        f"rank 1 so far. {origin}/daily/{today.date}"
    )
    table.page.get_by_role("link", name="Leaderboard").click()
    expect(table.page.locator("#me")).to_be_visible()


def test_a_won_daily_says_when_its_review_opens(today: Contest, table: Table) -> None:
    nearly_win(table)
    table.pile("t4").locator(".card").dblclick()
    expect(table.shown("end")).to_contain_text("The review and the shortest win are shown from")
    expect(table.page.get_by_role("link", name="Review")).to_have_count(0)
    expect(table.shown("par")).to_be_hidden()


def test_a_won_casual_game_tells_par_and_leads_to_its_review(table: Table) -> None:
    ann = User.objects.get(username="ann")
    game = playing.casual_game(ann, playing.WINNABLE, timezone.now())
    Deal.objects.filter(pk=game.deal_id).update(par_moves=80, par_bound=74)
    send(table, game.pk, playing.WINNING_LINE[:-1])
    table.page.goto(f"/games/{game.pk}")
    table.pile("t4").locator(".card").dblclick()
    expect(table.shown("par")).to_have_text("The shortest win found takes 80 moves.")
    table.page.get_by_role("link", name="Review").click()
    table.page.wait_for_url("**/history#review")
    expect(table.page.locator("#review")).to_be_in_viewport()


def test_a_win_is_a_moment_and_none_for_those_who_want_no_motion(
    today: Contest, table: Table
) -> None:
    nearly_win(table)
    moving = "element => element.getAnimations({subtree: true}).length"
    table.page.emulate_media(reduced_motion="no-preference")
    table.pile("t4").locator(".card").dblclick()
    expect(table.shown("end")).to_contain_class("moment")
    assert table.shown("end").evaluate(moving)
    assert table.pile("fS").evaluate(moving)
    table.page.emulate_media(reduced_motion="reduce")
    assert not table.shown("end").evaluate(moving)
    assert not table.pile("fS").evaluate(moving)


def test_a_lost_game_says_why_and_offers_to_take_back(table: Table) -> None:
    game = table.call("POST", "games", {"deck": playing.deal_numbered(playing.LOSABLE).deck})
    send(table, game["id"], playing.LOSING_LINE[:-1])
    table.page.goto(f"/games/{game['id']}")
    table.drag("r7", "t1")
    expect(table.shown("end-title")).to_have_text("No way on")
    expect(table.shown("end-words")).to_contain_text(
        "The stock is gone, and nothing that is left can reach a foundation"
    )
    expect(table.button("New casual game")).to_be_visible()
    expect(table.page.get_by_role("link", name="Review")).to_be_visible()
    table.button("Take back").click()
    expect(table.shown("end")).to_be_hidden()
    expect(table.shown("undos")).to_have_text("1")
    expect(table.button("Undo")).to_be_visible()


def test_a_finished_game_looked_at_again_shows_its_end(today: Contest, table: Table) -> None:
    nearly_win(table)
    table.pile("t4").locator(".card").dblclick()
    expect(table.shown("rank")).to_have_text("Rank 1 of 1 so far.")
    table.page.reload()
    expect(table.shown("end-title")).to_be_visible()
    expect(table.shown("rank")).to_have_text("Rank 1 of 1 so far.")
    expect(table.button("Deal")).to_be_hidden()


@pytest.mark.parametrize("size", [(360, 740), (740, 360)])
def test_on_a_phone_the_end_leaves_the_board_in_view(table: Table, size: tuple[int, int]) -> None:
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.sit_down(playing.deal_numbered(playing.LOSABLE).deck, playing.LOSING_LINE)
    expect(table.button("Take back")).to_be_in_viewport(ratio=1)
    expect(table.page.locator(".upper")).to_be_in_viewport(ratio=1)
    expect(table.page.locator(".reserves")).to_be_in_viewport(ratio=1)
    expect(table.shown("end-words")).to_be_hidden()
    more = table.button("More")
    more.click()
    expect(more).to_have_attribute("aria-expanded", "true")
    expect(table.shown("end-words")).to_contain_text("The stock is gone")
    more.click()
    expect(table.shown("end-words")).to_be_hidden()
