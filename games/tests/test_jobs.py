"""The queue: leases, workers that die, and what workers see to by themselves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core import mail
from django.core.mail.backends import locmem
from django.core.management import call_command
from django.db import DatabaseError, connection
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from accounts.jobs import mails_send
from accounts.models import Mail
from accounts.services.players import player_update
from accounts.tests.mailing import ASKER
from games.jobs import census_chunk, deals_rate, keep_house, review_compute, review_request
from games.management.commands import work
from games.models import Contest, Deal, Review
from games.selectors.deals import pooled_deals
from games.services import leases
from games.services.census import census_rows
from games.services.leases import LEASE, MOST_ATTEMPTS, jobs_sweep, lease_renew
from games.tests import playing
from start import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytest_django import Settings

    from accounts.models import User
    from conftest import Clock
    from games.models import Game

pytestmark = pytest.mark.usefixtures("queue")

READY, RUNNING = TaskResultStatus.READY, TaskResultStatus.RUNNING
FAILED, SUCCESSFUL = TaskResultStatus.FAILED, TaskResultStatus.SUCCESSFUL
CHUNK = (7, [0, 1, 2], 1000)
A_MOMENT = timedelta(seconds=1)


def only_job() -> DBTaskResult[..., Any]:
    return DBTaskResult.objects.get()


@pytest.fixture
def claimed(clock: Clock) -> DBTaskResult[..., Any]:
    """A job that a worker has just taken."""
    census_chunk.enqueue(*CHUNK)
    job = only_job()
    job.claim("first")
    return job


@pytest.fixture
def conceded(ann: User, clock: Clock) -> Game:
    game = playing.casual_game(ann, playing.WINNABLE, clock.now)
    return playing.play_line(game, ["r6-f", "concede"], clock.now)


@pytest.fixture
def work_off(settings: Settings) -> Iterator[Callable[..., None]]:
    """Run a worker here until no job is left; the signals are given back."""
    settings.POOL_SIZE = 0
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    quit_handler = signal.getsignal(signal.SIGQUIT)

    def run(*args: str) -> None:
        call_command("work", "--batch", *args)

    yield run
    for number, handler in {**kept, signal.SIGQUIT: quit_handler}.items():
        signal.signal(number, handler)


# -- Leases


def test_a_job_under_way_is_left_alone_while_its_lease_is_renewed(
    claimed: DBTaskResult[..., Any], clock: Clock
) -> None:
    for _ in range(5):
        clock.now += LEASE
        assert jobs_sweep(now=clock.now) == []
        lease_renew(job_id=claimed.pk, now=clock.now)
    assert only_job().status == RUNNING


def test_a_job_whose_lease_has_run_out_is_put_back(
    claimed: DBTaskResult[..., Any], clock: Clock
) -> None:
    clock.now += LEASE + A_MOMENT
    assert jobs_sweep(now=clock.now) == [claimed.pk]
    assert jobs_sweep(now=clock.now) == []
    assert (only_job().status, only_job().worker_ids) == (READY, ["first"])


def test_a_job_that_failed_is_tried_again_and_in_the_end_left(
    claimed: DBTaskResult[..., Any], clock: Clock
) -> None:
    for attempt in range(1, MOST_ATTEMPTS + 1):
        job = only_job()
        job.set_failed(RuntimeError("no"))
        put_back = [job.pk] if attempt < MOST_ATTEMPTS else []
        assert jobs_sweep(now=clock.now) == put_back
        if put_back:
            only_job().claim(f"worker {attempt + 1}")
    assert only_job().status == FAILED
    assert "RuntimeError: no" in only_job().traceback


def test_a_job_that_kills_its_workers_fails_for_good(
    claimed: DBTaskResult[..., Any], clock: Clock
) -> None:
    DBTaskResult.objects.update(worker_ids=["worker"] * MOST_ATTEMPTS)
    clock.now += LEASE + A_MOMENT
    assert jobs_sweep(now=clock.now) == []
    assert only_job().status == FAILED
    assert only_job().traceback == leases.LOST_WORKER


def test_a_job_that_ended_between_look_and_write_is_not_put_back(
    claimed: DBTaskResult[..., Any], clock: Clock
) -> None:
    clock.now += LEASE + A_MOMENT
    seen = only_job()
    claimed.set_successful([])
    assert leases._put_back(seen, clock.now) is False
    assert only_job().status == SUCCESSFUL


def test_old_results_go(claimed: DBTaskResult[..., Any], clock: Clock) -> None:
    claimed.set_successful([])
    clock.now += leases.KEPT - A_MOMENT
    jobs_sweep(now=clock.now)
    assert DBTaskResult.objects.exists()
    clock.now += 2 * A_MOMENT
    jobs_sweep(now=clock.now)
    assert not DBTaskResult.objects.exists()


# -- What workers see to by themselves


def queued() -> list[str]:
    return sorted(job.task_name for job in DBTaskResult.objects.filter(status=READY))


def test_dailies_and_guests_are_seen_to_once_an_hour_and_the_pool_when_it_is_not_full(
    clock: Clock, settings: Settings
) -> None:
    settings.POOL_SIZE = 1
    for _ in range(3):
        keep_house(now=clock.now)
    assert queued() == ["dailies_prepare", "guests_forget", "pool_fill"]
    DBTaskResult.objects.update(status=SUCCESSFUL, finished_at=clock.now)
    Deal.objects.create(rules_version=1, deck="", is_pooled=True, verdict="lost")
    keep_house(now=clock.move(minutes=59))
    assert queued() == []
    keep_house(now=clock.move(minutes=2))
    assert queued() == ["dailies_prepare", "guests_forget"]


def test_a_mail_is_sent_by_a_worker_and_tried_again_by_another_when_it_is_due(
    ann: User, clock: Clock, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object) -> int:
        raise ConnectionRefusedError

    settings.POOL_SIZE = 0
    player_update(player=ann, email="new@example.org", asker=ASKER)
    assert queued() == ["mails_send"]
    with monkeypatch.context() as patched:
        patched.setattr(locmem.EmailBackend, "send_messages", down)
        mails_send.func()
    DBTaskResult.objects.update(status=SUCCESSFUL, finished_at=clock.now)
    keep_house(now=clock.now)
    assert "mails_send" not in queued()
    keep_house(now=clock.move(minutes=1))
    assert "mails_send" in queued()
    mails_send.func()
    assert [message.to for message in mail.outbox] == [["new@example.org"]]
    keep_house(now=clock.move(days=1))
    assert not Mail.objects.exists()


def test_deals_are_rated_while_some_are_not(clock: Clock, settings: Settings) -> None:
    settings.POOL_SIZE = 0
    deal = playing.deal_numbered(playing.LOST_BY_DEALING)
    keep_house(now=clock.now)
    assert queued() == ["dailies_prepare", "deals_rate", "guests_forget"]
    deals_rate.func()
    deal.refresh_from_db()
    assert (deal.verdict, deal.blind_tries is None, deal.par_moves is None) == ("won", False, False)
    DBTaskResult.objects.update(status=SUCCESSFUL, finished_at=clock.now)
    keep_house(now=clock.now)
    assert queued() == []


def test_a_review_whose_job_has_failed_for_good_can_be_asked_for_again(
    conceded: Game, clock: Clock
) -> None:
    review_request(game=conceded, now=clock.now)
    DBTaskResult.objects.update(status=FAILED, finished_at=clock.now, worker_ids=["one"])
    keep_house(now=clock.now)
    assert Review.objects.exists()
    DBTaskResult.objects.update(status=FAILED, worker_ids=["worker"] * MOST_ATTEMPTS)
    keep_house(now=clock.now)
    assert not Review.objects.exists()


def test_a_job_is_queued_with_its_review_or_not_at_all(
    conceded: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_queue(*args: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(type(review_compute), "enqueue", no_queue)
    with pytest.raises(DatabaseError):
        review_request(game=conceded, now=clock.now)
    assert not Review.objects.exists()


# -- Workers


@pytest.mark.django_db(transaction=True)
def test_a_worker_does_what_is_queued_and_what_it_sees_to(
    conceded: Game, clock: Clock, work_off: Callable[..., None], settings: Settings
) -> None:
    settings.POOL_SIZE = 2
    review_request(game=conceded, now=clock.now)
    work_off()
    assert Review.objects.get().ready_at == clock.now
    assert Contest.objects.count() == 3
    assert pooled_deals().count() == 2
    assert set(DBTaskResult.objects.values_list("status", flat=True)) == {SUCCESSFUL}


@pytest.mark.django_db(transaction=True)
def test_a_worker_sends_the_mails_before_it_does_anything_else(
    conceded: Game, ann: User, clock: Clock, work_off: Callable[..., None]
) -> None:
    review_request(game=conceded, now=clock.now)
    player_update(player=ann, email="new@example.org", asker=ASKER)
    assert mail.outbox == []
    work_off()
    assert [message.to for message in mail.outbox] == [["new@example.org"]]
    tasks = DBTaskResult.objects.values_list("task_path", flat=True)
    assert tasks[0] == "accounts.jobs.mails_send"


@pytest.mark.django_db(transaction=True)
def test_a_worker_of_a_queue_leaves_the_other_alone(
    clock: Clock, work_off: Callable[..., None]
) -> None:
    census_chunk.enqueue(*CHUNK)
    work_off()
    assert DBTaskResult.objects.get(queue_name="census").status == READY
    work_off("--queue", "census")
    job = DBTaskResult.objects.get(queue_name="census")
    assert job.status == SUCCESSFUL
    seed, deals, budget = CHUNK
    rows = census_rows(deals, seed=seed, budget=budget, jobs=1)
    assert job.return_value == [list(row) for row in rows]


@pytest.mark.django_db(transaction=True)
def test_a_job_that_raises_is_written_down_and_the_worker_goes_on(
    clock: Clock, work_off: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.census.census_rows", lambda *args, **options: 1 / 0)
    census_chunk.enqueue(*CHUNK)
    census_chunk.enqueue(*CHUNK)
    work_off("--queue", "census")
    census = DBTaskResult.objects.filter(queue_name="census")
    assert [job.status for job in census] == [FAILED, FAILED]
    assert "ZeroDivisionError" in census[0].traceback


def test_the_worker_renews_the_lease_of_the_job_it_is_at(
    claimed: DBTaskResult[..., Any], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_work = work.LeasedWorker.__new__(work.LeasedWorker)
    at_work.job = claimed
    clock.now += LEASE + A_MOMENT
    work.tidy(at_work)
    job = DBTaskResult.objects.get(pk=claimed.pk)
    assert (job.status, job.started_at) == (RUNNING, clock.now)


def test_a_worker_without_a_database_says_so_and_tries_again(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def outage(**options: object) -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(work, "keep_house", outage)
    monkeypatch.setattr("games.management.commands.work.connection.close", lambda: None)
    work.tidy(work.LeasedWorker.__new__(work.LeasedWorker))
    assert "could not keep house" in caplog.text


@pytest.fixture
def start_worker(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start real workers on the database of the test; none outlives it."""
    started: list[subprocess.Popen[bytes]] = []

    def start_one(*args: str) -> subprocess.Popen[bytes]:
        started.append(worker_process(tmp_path, *args))
        return started[-1]

    yield start_one
    for worker in started:
        worker.kill()
        worker.wait()


def worker_process(folder: Path, *args: str) -> subprocess.Popen[bytes]:
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite:///{facts['NAME']}"
    else:
        where = f"{facts['HOST']}:{facts['PORT'] or 5432}"
        url = f"postgresql://{facts['USER']}:{facts['PASSWORD']}@{where}/{facts['NAME']}"
    own = {"DATABASE_URL": url, "AGNES_DATA_DIR": str(folder), "AGNES_POOL": "0"}
    command = [sys.executable, str(ROOT / "manage.py"), "work", "--queue=census", *args]
    return subprocess.Popen(command, env={**os.environ, **own})  # noqa: S603  (our own program)


def wait_for(reached: Callable[[], bool]) -> None:
    late = time.monotonic() + 60
    while not reached():
        assert time.monotonic() < late
        time.sleep(0.02)


@pytest.mark.django_db(transaction=True)
def test_a_job_of_a_worker_that_was_killed_is_done_by_another_with_the_same_result(
    start_worker: Callable[..., subprocess.Popen[bytes]],
) -> None:
    deals = list(range(40))
    census_chunk.enqueue(7, deals, 1000)
    census = DBTaskResult.objects.filter(queue_name="census")
    killed = start_worker()
    wait_for(lambda: census.filter(status=RUNNING).exists())
    killed.kill()
    killed.wait()
    job = census.get()
    assert (job.status, len(job.worker_ids)) == (RUNNING, 1)
    assert job.started_at is not None
    assert jobs_sweep(now=job.started_at + LEASE + A_MOMENT) == [job.pk]
    assert start_worker("--batch").wait(60) == 0
    job = census.get()
    assert (job.status, len(job.worker_ids)) == (SUCCESSFUL, 2)
    rows = census_rows(deals, seed=7, budget=1000, jobs=1)
    assert job.return_value == [list(row) for row in rows]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_a_worker_that_has_nothing_to_do_ends_at_once_when_told_to(
    start_worker: Callable[..., subprocess.Popen[bytes]], signum: signal.Signals
) -> None:
    worker = start_worker()
    wait_for(DBTaskResult.objects.exists)
    worker.send_signal(signum)
    assert worker.wait(10) == 0


def test_a_worker_shows_its_counts_where_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[int, str]] = []
    monkeypatch.setattr(
        work, "start_http_server", lambda port, addr, registry: shown.append((port, addr))
    )
    work.counts_show("")
    work.counts_show("127.0.0.1:9101")
    assert shown == [(9101, "127.0.0.1")]
