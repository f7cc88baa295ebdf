"""Moves are on the screen before the server answers, and taken back when it refuses."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from playwright.sync_api import expect

from games.models import Contest

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from browser_tests.table import Table
    from conftest import SolvedDeal

# The first deck of the vectors opens with: deal, t3-t5, t6-f, r5-t3.
DROP_TO_SCREEN_FRAMES = 6  # a tenth of a second, told in frames: a busy machine has fewer
# Some 13 ms of work where this was written: 50 ms on a processor that is four times slower.
YARDSTICK = """() => new Promise((done) => setTimeout(() => {
  let sum = 0;
  for (let n = 0; n < 1.2e7; n += 1) sum += n % 7;
  done(sum);
}))"""
WORK = ("ScriptDuration", "LayoutDuration")
WATCH = """() => {
  const seen = globalThis.seen = {};
  let frame = 0;
  const count = () => { frame += 1; requestAnimationFrame(count); };
  count();
  addEventListener("pointerup", () => { seen.drop = frame; }, true);
  new MutationObserver(() => { seen.screen ??= frame; })
    .observe(document.querySelector('[data-pile="t5"]'), {childList: true});
}"""
A_DAY = timedelta(days=1)
REFUSAL = {"code": "closed", "detail": "This game is closed.", "title": "Closed", "status": 409}


def hold_moves(page: Page) -> list[Route]:
    """Keep the first move on its way until its route goes on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    page.route("**/moves", hold)
    return held


def test_a_move_is_on_screen_at_once_however_long_the_server_takes(
    table: Table, solved: list[SolvedDeal]
) -> None:
    held = hold_moves(table.page)
    table.sit_down(solved[0].deck)
    table.page.evaluate(WATCH)
    table.drag("t3", "t5")
    expect(table.shown("moves")).to_have_text("1")
    assert table.cards("t5")[-1] == "7D"
    seen = table.page.evaluate("seen")
    assert len(held) == 1
    assert seen["screen"] - seen["drop"] <= DROP_TO_SCREEN_FRAMES
    held[0].continue_()
    table.answered()


def test_moving_a_card_keeps_a_slow_phone_free(table: Table, solved: list[SolvedDeal]) -> None:
    """All work of a drop, in time of the processor, beside work of a known size."""
    table.sit_down(solved[0].deck)
    session = table.page.context.new_cdp_session(table.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def work_ms() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * sum(float(metric["value"]) for metric in metrics if metric["name"] in WORK)

    table.carry("t3", "t5")
    expect(table.pile("t5")).to_contain_class("over")
    before = work_ms()
    table.page.mouse.up()
    expect(table.shown("moves")).to_have_text("1")
    table.answered()
    drop = work_ms() - before
    before = work_ms()
    table.page.evaluate(YARDSTICK)
    assert drop < work_ms() - before


def test_moves_made_meanwhile_are_sent_one_after_another(
    table: Table, solved: list[SolvedDeal]
) -> None:
    game_id = table.sit_down(solved[0].deck)
    held = hold_moves(table.page)
    table.drag("t3", "t5")
    expect(table.shown("moves")).to_have_text("1")
    table.drag("t6", "fS")
    expect(table.shown("moves")).to_have_text("2")
    assert table.cards("fS") == ["QS"]
    assert len(held) == 1
    held[0].continue_()
    table.answered()
    moves = table.call("GET", f"games/{game_id}/moves")["results"]
    assert [move["move"] for move in moves] == ["t3-t5", "t6-f"]


def test_an_undo_made_meanwhile_is_seen_at_once_and_sent_in_its_turn(
    table: Table, solved: list[SolvedDeal]
) -> None:
    game_id = table.sit_down(solved[0].deck)
    before = table.cards("t3")
    held = hold_moves(table.page)
    table.drag("t3", "t5")
    expect(table.shown("moves")).to_have_text("1")
    table.button("Undo").click()
    expect(table.shown("moves")).to_have_text("2")
    assert table.cards("t3") == before
    table.drag("t6", "fS")
    expect(table.shown("moves")).to_have_text("3")
    assert len(held) == 1
    held[0].continue_()
    table.answered()
    moves = table.call("GET", f"games/{game_id}/moves")["results"]
    assert [move["move"] for move in moves] == ["t3-t5", "undo", "t6-f"]
    expect(table.shown("undos")).to_have_text("1")


def test_a_move_in_a_day_settled_meanwhile_is_taken_back_and_the_end_is_shown(
    today: Contest, table: Table
) -> None:
    game = table.call("POST", "daily/today/game")
    table.page.goto(f"/games/{game['id']}")
    before = table.cards("r6")
    past = timezone.now() - timedelta(days=3)
    times = {"opens_at": past, "closes_at": past + A_DAY, "settles_at": past + 2 * A_DAY}
    Contest.objects.filter(pk=today.pk).update(**times)
    table.drag("r6", f"f{before[-1][1]}")
    expect(table.shown("said")).to_contain_text("takes no more ranked play")
    expect(table.shown("end-title")).to_have_text("Time is up")
    assert table.cards("r6") == before


def test_a_move_made_meanwhile_that_turns_out_impossible_is_taken_back(
    table: Table, solved: list[SolvedDeal]
) -> None:
    held = hold_moves(table.page)
    table.sit_down(solved[0].deck)
    table.drag("t3", "t5")
    expect(table.shown("moves")).to_have_text("1")
    table.drag("t3", "t1")
    expect(table.shown("moves")).to_have_text("2")
    assert table.cards("t1") == ["TC", "KH"]
    held[0].continue_()
    table.answered()
    expect(table.shown("said")).to_have_text("That is not possible. Taken back.")
    assert table.cards("t1") == ["TC"]
    expect(table.shown("moves")).to_have_text("1")


def test_what_the_server_refuses_is_taken_back_and_said(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.page.route("**/moves", lambda route: route.fulfill(status=409, json=REFUSAL))
    table.sit_down(solved[0].deck)
    before = table.board()
    table.drag("t3", "t5")
    expect(table.shown("said")).to_have_text("This game is closed. Taken back.")
    assert table.board() == before


def test_a_deal_waits_for_its_cards_and_is_not_dealt_twice(
    table: Table, solved: list[SolvedDeal]
) -> None:
    held = hold_moves(table.page)
    table.sit_down(solved[0].deck)
    table.button("Deal").dblclick()
    expect(table.shown("said")).to_contain_text("One moment")
    assert len(held) == 1
    held[0].continue_()
    expect(table.shown("stock")).to_have_text("9")
    expect(table.shown("said")).to_contain_text("reserve 1, 4 of spades")
    table.answered()
    assert len(held) == 1


def test_without_a_connection_a_move_waits_and_arrives_later(
    table: Table, solved: list[SolvedDeal]
) -> None:
    game_id = table.sit_down(solved[0].deck)
    table.page.context.set_offline(True)
    expect(table.shown("banner")).to_contain_text("No connection")
    table.drag("t3", "t5")
    expect(table.shown("banner")).to_contain_text("kept and sent again")
    expect(table.shown("moves")).to_have_text("1")
    table.page.context.set_offline(False)
    table.answered()
    expect(table.shown("banner")).to_be_hidden()
    assert table.call("GET", f"games/{game_id}")["ply"] == 1


def test_moves_of_another_device_appear_when_the_page_is_looked_at_again(
    table: Table, solved: list[SolvedDeal]
) -> None:
    game_id = table.sit_down(solved[0].deck)
    table.call("POST", f"games/{game_id}/moves", {"ply": 0, "move": "t6-f"})
    table.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(table.shown("moves")).to_have_text("1")
    expect(table.shown("said")).to_contain_text("moved on elsewhere")
    assert table.cards("fS") == ["QS"]
