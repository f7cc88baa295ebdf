"""The home page, a day, and the days so far."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from games.models import Deal, Game
from games.tests import playing
from games.tests.pages.reading import html, link, rows, words

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest

DAY = "/daily/2026-11-30"
COMMANDS = re.compile('<pre class="commands"><code>(.*?)</code></pre>', re.DOTALL)


def shell(commands: str) -> str:
    """What commands say that a page shows, run where the engine is."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(  # noqa: S603 - the page is our own
        ["/bin/sh", "-ec", commands],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
        env={**os.environ, "PATH": path},
        check=True,
    )
    return done.stdout


def test_the_home_page_tells_of_todays_deal(nobody: Client, winnable: Contest) -> None:
    said = words(html(nobody, "/"))
    assert "Monday, 30 November 2026" in said
    assert "Deal 30" in said
    assert "Players 0" in said
    assert "Winners 0" in said
    assert "The first line is free." in said


def test_the_countdown_ends_at_midnight_utc(nobody: Client, winnable: Contest) -> None:
    assert html(nobody, "/").count('datetime="2026-12-01T00:00:00+00:00"') == 2


def test_who_is_not_signed_in_may_play_or_sign_in(nobody: Client, winnable: Contest) -> None:
    for address in ("/", DAY):
        page = html(nobody, address)
        assert ">Play</button>" in page
        assert link(page.partition("<main")[2], "Sign in") == f"/accounts/login/?next={address}"


def test_play_starts_the_ranked_game_once(ann_looks: Client, ann: User, winnable: Contest) -> None:
    assert ">Play</button>" in html(ann_looks, "/")
    first = ann_looks.post(f"{DAY}/play")
    game = Game.objects.get(player=ann)
    assert game.contest == winnable
    assert first["Location"] == f"/games/{game.pk}"
    assert ann_looks.post("/daily/today/play")["Location"] == f"/games/{game.pk}"


def test_no_game_starts_before_its_day(ann_looks: Client, winnable: Contest) -> None:
    assert ann_looks.post("/daily/2026-12-01/play").status_code == 404


def test_a_game_begun_is_resumed(ann_looks: Client, ranked: Game) -> None:
    assert link(html(ann_looks, "/"), "Resume") == f"/games/{ranked.pk}"


def test_a_game_won_shows_its_rank(
    ann_looks: Client, ann: User, winnable: Contest, clock: Clock
) -> None:
    game = playing.win(ann, winnable, clock.now)
    page = html(ann_looks, "/")
    assert link(page, "See my result") == f"/games/{game.pk}"
    assert f"You won it in {playing.WIN_MOVES} moves: rank 1." in words(page)
    assert rows(page) == [f"1 ann (you) {playing.WIN_MOVES} 0 30 Nov, 12:00"]


def test_a_closing_day_is_finished_but_not_begun(
    ann_looks: Client, bob_looks: Client, ranked: Game, clock: Clock
) -> None:
    clock.move(days=1)
    assert link(html(ann_looks, DAY), "Resume") == f"/games/{ranked.pk}"
    assert "Ranked games of this day no longer start." in html(bob_looks, DAY)
    assert bob_looks.post(f"{DAY}/play")["Location"] == DAY
    assert Game.objects.count() == 1


def test_an_open_day_shows_the_commitment_alone(nobody: Client, winnable: Contest) -> None:
    page = html(nobody, DAY)
    assert winnable.commitment in page
    assert "Deck, in dealing order" not in page


def test_a_settled_day_shows_seed_and_deck(nobody: Client, winnable: Contest, clock: Clock) -> None:
    clock.move(days=2)
    page = html(nobody, DAY)
    assert winnable.commitment in page
    assert playing.seed_numbered(playing.WINNABLE).hex() in page
    assert winnable.deal.deck in page


def test_the_commands_of_a_settled_day_give_what_it_shows(
    nobody: Client, winnable: Contest, clock: Clock
) -> None:
    line = " ".join(playing.WINNING_LINE)
    Deal.objects.filter(pk=winnable.deal_id).update(verdict="won", solution=line)
    assert COMMANDS.findall(html(nobody, DAY)) == []
    clock.now = winnable.settles_at
    checks, replay = map(unescape, COMMANDS.findall(html(nobody, DAY)))
    assert shell(checks).split("\n")[:2] == [f"{winnable.commitment}  -", winnable.deal.deck]
    assert json.loads(shell(replay))["status"] == "won"


def test_a_deal_without_a_known_win_shows_no_line(
    nobody: Client, winnable: Contest, clock: Clock
) -> None:
    clock.now = winnable.settles_at
    assert len(COMMANDS.findall(html(nobody, DAY))) == 1
    assert "A line that wins" not in html(nobody, DAY)


def test_a_settled_day_is_played_casually(
    ann_looks: Client, ann: User, winnable: Contest, clock: Clock
) -> None:
    clock.move(days=2)
    assert "Play it casually" in html(ann_looks, DAY)
    ann_looks.post("/games/new", {"daily": "2026-11-30"})
    game = Game.objects.get(player=ann)
    assert (game.deal, game.contest) == (winnable.deal, None)


def test_a_day_still_ranked_is_not_played_casually(ann_looks: Client, winnable: Contest) -> None:
    assert ann_looks.post("/games/new", {"daily": "2026-11-30"}).status_code == 403
    assert not Game.objects.exists()


def test_an_expired_game_is_looked_back_at(ann_looks: Client, ranked: Game, clock: Clock) -> None:
    clock.move(days=2)
    page = html(ann_looks, DAY)
    assert link(page, "See my result") == f"/games/{ranked.pk}"
    assert "My game expired" in words(page)


def test_a_day_tells_how_hard_it_was_once_it_is_settled(
    nobody: Client, winnable: Contest, clock: Clock
) -> None:
    rating = {"verdict": "won", "nodes": 50, "blind_tries": 10, "blind_wins": 0, "par_moves": 91}
    Deal.objects.filter(pk=winnable.deal_id).update(**rating, par_bound=80)
    assert "Par" not in words(html(nobody, DAY))
    assert "Difficulty" not in words(html(nobody, DAY))
    clock.move(days=2)
    assert "Difficulty hard Par 91 moves" in words(html(nobody, DAY))
