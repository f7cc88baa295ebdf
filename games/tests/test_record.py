"""`GET games/ID/record`, and `verify_record` on what it answers."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command

from accounts.tests.asserting import problem_of
from games.engine import Deck
from games.engine.scoresheet import ScoreSheet
from games.services.casual import casual_start
from games.tests import playing

if TYPE_CHECKING:
    from pathlib import Path

    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock, SolvedDeal
    from games.models import Contest, Game


def record(client: APIClient, game: Game) -> str:
    answer = client.get(f"/api/v1/games/{game.pk}/record")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    text: str = answer.content.decode()
    return text


def verified(text: str, folder: Path, **known: str) -> str:
    """What `verify_record` concludes of a record."""
    path, said = folder / "record.txt", io.StringIO()
    path.write_text(text)
    options = [f"--{name}={value}" for name, value in known.items()]
    call_command("verify_record", str(path), *options, stdout=said)
    return said.getvalue().splitlines()[-1]


@pytest.fixture
def settled(as_ann: APIClient, ann: User, winnable: Contest, clock: Clock) -> str:
    """The record of a win, once its day is settled."""
    game = playing.win(ann, winnable, clock.move(minutes=5), detours=1)
    clock.now = winnable.settles_at
    return record(as_ann, game)


def test_a_settled_record_has_all_headers_and_moves(settled: str, winnable: Contest) -> None:
    sheet = ScoreSheet.parse(settled)
    assert str(sheet) == settled
    assert list(sheet.headers) == [
        *["Game", "Rules", "Id", "Kind", "Contest", "Commitment", "Player", "Started", "Finished"],
        *["Result", "Moves", "Undos", "Shuffle", "Seed", "Deck"],
    ]
    assert sheet.headers["Contest"] == "daily:2026-11-30"
    assert sheet.headers["Finished"] == "2026-11-30T12:05:00Z"
    assert (sheet.headers["Result"], sheet.headers["Moves"]) == ("won", "90")
    assert sheet.headers["Seed"] == winnable.deal.seed
    assert list(map(str, sheet.actions)) == playing.detoured(1)


def test_a_settled_record_is_verified_by_itself_alone(settled: str, tmp_path: Path) -> None:
    assert verified(settled, tmp_path) == "verified"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('[Result "won"]', '[Result "lost"]', "NOT TRUE: result"),
        ("daily:2026-11-30", "daily:2026-11-29", "NOT TRUE: commitment"),
        ("5D AD", "AD 5D", "NOT TRUE: replay, deck"),
        ("[Game ", "Game ", "NOT TRUE: reading"),
    ],
)
def test_a_record_tampered_with_is_refused(
    settled: str, tmp_path: Path, old: str, new: str, says: str
) -> None:
    assert old in settled
    with pytest.raises(CommandError, match=f"^{says}$") as refused:
        verified(settled.replace(old, new, 1), tmp_path)
    assert refused.value.returncode == 1


def test_the_published_seed_and_commitment_are_compared(
    settled: str, tmp_path: Path, winnable: Contest
) -> None:
    known = {"seed": winnable.deal.seed or "", "commitment": winnable.commitment}
    assert verified(settled, tmp_path, **known) == "verified"
    for name, check in (("seed", "deck"), ("commitment", "commitment")):
        with pytest.raises(CommandError, match=f"NOT TRUE: {check}"):
            verified(settled, tmp_path, **{**known, name: "0" * 64})


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(CommandError, match="NOT TRUE: reading"):
        call_command("verify_record", str(path))


def test_before_settlement_a_record_has_neither_seed_nor_undealt_deck(
    as_ann: APIClient, ranked: Game, clock: Clock
) -> None:
    playing.play_line(ranked, playing.WINNING_LINE[:8], clock.now)
    headers = ScoreSheet.parse(record(as_ann, ranked)).headers
    assert (headers["Result"], headers["Rules"], headers["Shuffle"]) == ("playing", "1", "1")
    assert not headers.keys() & {"Finished", "Seed", "Deck"}


def test_once_all_is_dealt_the_deck_is_shown_and_the_seed_is_not(
    as_ann: APIClient, ranked: Game, clock: Clock, tmp_path: Path
) -> None:
    playing.play_line(ranked, playing.WINNING_LINE, clock.now)
    text = record(as_ann, ranked)
    headers = ScoreSheet.parse(text).headers
    assert headers["Deck"] == ranked.deal.deck
    assert "Seed" not in headers
    with pytest.raises(CommandError, match="incomplete, not checked: deck, commitment") as lacks:
        verified(text, tmp_path)
    assert lacks.value.returncode == 3
    assert verified(text, tmp_path, seed=ranked.deal.seed or "") == "verified"


def test_a_conceded_daily_keeps_its_stock_to_itself_until_it_is_settled(
    as_ann: APIClient, ranked: Game, clock: Clock
) -> None:
    playing.play_line(ranked, ["deal", "concede"], clock.now)
    assert "Deck" not in ScoreSheet.parse(record(as_ann, ranked)).headers
    clock.move(days=2)
    assert "Deck" in ScoreSheet.parse(record(as_ann, ranked)).headers


def test_an_expired_game_is_verified_as_one_still_playing(
    as_ann: APIClient, ranked: Game, clock: Clock, tmp_path: Path
) -> None:
    playing.play_line(ranked, ["r6-f", "deal"], clock.now)
    clock.move(days=2)
    text = record(as_ann, ranked)
    assert ScoreSheet.parse(text).headers["Result"] == "expired"
    assert verified(text, tmp_path) == "verified"


def test_a_casual_record_shows_deck_and_seed_when_the_game_is_over(
    as_ann: APIClient, casual: Game, clock: Clock, tmp_path: Path
) -> None:
    assert not ScoreSheet.parse(record(as_ann, casual)).headers.keys() & {"Deck", "Seed"}
    playing.play_line(casual, ["deal", "undo", "concede"], clock.now)
    text = record(as_ann, casual)
    assert "Contest" not in ScoreSheet.parse(text).headers
    assert verified(text, tmp_path) == "verified"


def test_a_game_on_a_deck_of_ones_own_has_no_seed(
    as_ann: APIClient, ann: User, solved: list[SolvedDeal], clock: Clock, tmp_path: Path
) -> None:
    game = casual_start(player=ann, now=clock.now, deck=Deck.parse(solved[0].deck))
    playing.play_line(game, solved[0].line, clock.now)
    text = record(as_ann, game)
    assert not ScoreSheet.parse(text).headers.keys() & {"Shuffle", "Seed"}
    assert verified(text, tmp_path) == "verified"


def test_anothers_record_is_read_once_the_day_is_settled(
    as_bob: APIClient, api: APIClient, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    url = f"/api/v1/games/{ranked.pk}/record"
    problem_of(as_bob.get(url), 403, "not_settled")
    problem_of(api.get(url), 401, "not_signed_in")
    clock.now = winnable.settles_at
    assert record(as_bob, ranked) == record(api, ranked)


def test_anothers_casual_record_and_none_are_alike(as_bob: APIClient, casual: Game) -> None:
    problem_of(as_bob.get(f"/api/v1/games/{casual.pk}/record"), 404, "not_found")
    problem_of(as_bob.get("/api/v1/games/999999/record"), 404, "not_found")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, casual: Game, method: str) -> None:
    url = f"/api/v1/games/{casual.pk}/record"
    problem_of(getattr(as_ann, method)(url), 405, "method_not_allowed")
