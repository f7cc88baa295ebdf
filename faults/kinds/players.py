"""What goes on in the midst of games: sessions and accounts end, jobs run, workers go."""

from __future__ import annotations

import secrets
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from faults.browser import Browser
from faults.checker import Finding
from faults.clients import Player
from faults.history import Log
from faults.load import WALKERS, begun
from faults.processes import wait_until
from faults.proofs import was_served, was_signed_out
from faults.rounds import Kind
from faults.stage import Stage
from faults.wire import Wire

if TYPE_CHECKING:
    from faults.load import Load

# As the service does with a deal that nobody has seen, these go back to the pool.
_UNPREPARED = """
WITH gone AS (
    DELETE FROM games_contest WHERE opens_at > now() AND NOT EXISTS
        (SELECT 1 FROM games_game WHERE contest_id = games_contest.id)
    RETURNING deal_id
)
UPDATE games_deal SET is_pooled = true FROM gone WHERE id = deal_id
"""
_PREPARED = "SELECT count(*), count(DISTINCT date) FROM games_contest WHERE opens_at > now()"
JOB_SECONDS = 60
TAB_SECONDS = 30
# Three times ten seconds, and three times as long as a worker loads, which one may for a minute.
ROLL_SECONDS = 240
DYING = "the job that is killed"
_HELD = """
SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND wait_event_type = 'Lock'
"""


def revoke_token(stage: Stage, load: Load) -> None:
    """The token of two devices ends while both play."""
    token = stage.accounts[WALKERS]
    wire = _wire(stage, token)
    (own,) = wire.ask("GET", "/api/v1/tokens").body["results"]
    done = wire.ask("DELETE", f"/api/v1/tokens/{own['id']}")
    if done.outcome != "ok":
        raise RuntimeError(f"a token cannot be revoked: {done.status} {done.body}")
    _end(load, token, done.end)
    stage.forget_account(WALKERS)


def end_session(stage: Stage, load: Load) -> None:
    """Somebody who plays in two tabs of a browser signs out in a third one."""
    browser = Browser(stage.entrance)
    browser.sign_up(secrets.token_urlsafe(12))
    game = begun(
        browser.lend_session(Wire("set-up", stage.entrance, "127.0.0.1", Log())),
        "/api/v1/games",
        lambda: {"deck": stage.deck()},
    )
    wires = [Wire(f"tab {tab}", stage.entrance, f"127.0.2.{tab}", load.log) for tab in (1, 2)]
    tabs = [Player(browser.lend_session(wire), load.enough, load.seed, game) for wire in wires]
    load.clients += tabs
    for tab in tabs:
        tab.start()
    wait_until(lambda: all(_has_played(load, tab) for tab in tabs), TAB_SECONDS, "both tabs")
    browser.sign_out()
    load.log.ended |= dict.fromkeys((tab.name for tab in tabs), time.monotonic())
    wait_until(lambda: all(tab.is_out for tab in tabs), TAB_SECONDS, "both tabs to hear of it")


def _has_played(load: Load, tab: Player) -> bool:
    attempts = list(load.log.attempts)
    return any(each.client == tab.name and each.outcome == "ok" for each in attempts)


def delete_accounts(stage: Stage, load: Load) -> None:
    """Somebody who plays a casual game and somebody who plays for ranks delete their accounts."""
    racer = next(token for name, token in load.tokens.items() if name.startswith("racer"))
    for token in (stage.accounts[0], racer):
        body = {"password": stage.passwords[token]}
        done = _wire(stage, token).ask("DELETE", "/api/v1/me", body)
        if done.outcome != "ok":
            raise RuntimeError(f"an account cannot be deleted: {done.status} {done.body}")
        _end(load, token, done.end)
        load.log.gone |= {game for name, game in load.games.items() if load.tokens[name] == token}
    stage.forget_account(0)


def _wire(stage: Stage, token: str) -> Wire:
    return Wire("owner", stage.service.port, "127.0.0.1", Log(), token)


def _end(load: Load, token: str, moment: float) -> None:
    load.log.ended |= {name: moment for name, held in load.tokens.items() if held == token}


def run_jobs_at_once(stage: Stage, load: Load) -> list[Finding]:
    """One daily job is killed as it stores a day, then three run at once. Nothing was prepared."""
    stage.postgres.query(_UNPREPARED)
    with stage.postgres.connect() as holder, holder.transaction():
        holder.execute("LOCK TABLE games_contest IN SHARE MODE")
        first = stage.service.manage("schedule_dailies", PGAPPNAME=DYING)
        is_held = lambda: stage.postgres.query(_HELD, DYING) == [(1,)]  # noqa: E731
        wait_until(is_held, JOB_SECONDS, "the job to store a day")
        first.kill()
        first.wait()
        jobs = [stage.service.manage("schedule_dailies") for _ in range(3)]
    codes = [job.wait() for job in jobs]
    ((contests, days),) = stage.postgres.query(_PREPARED)
    if any(codes) or (contests, days) != (2, 2):
        what = f"daily jobs ended with {codes}: {contests} contests for {days} of 2 days"
        return [Finding("C7", 0, what)]
    return []


def roll_over(stage: Stage, load: Load) -> None:
    """SIGHUP: granian replaces its workers, one after the other."""
    before = set(stage.service.workers())
    assert stage.service.process is not None
    stage.service.process.send_signal(signal.SIGHUP)
    wait_until(lambda: not before & set(stage.service.workers()), ROLL_SECONDS, "new workers")
    with suppress(RuntimeError):
        wait_until(lambda: len(stage.service.workers()) == len(before), 5, "all workers")


KINDS = [
    Kind("token revoked in a game", Stage, revoke_token, was_signed_out),
    Kind("session ended in a game", Stage, end_session, was_signed_out),
    Kind("account deleted in a game", Stage, delete_accounts, was_signed_out),
    Kind("daily job four times, one killed", Stage, run_jobs_at_once, was_served, seconds=5),
    Kind("rolling restart", Stage, roll_over, was_served, is_seamless=True, seconds=33),
]
