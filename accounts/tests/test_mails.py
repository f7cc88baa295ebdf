"""Mails wait for a worker, are tried again, and are forgotten."""

from __future__ import annotations

import smtplib
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.core import mail
from django.core.mail.backends import locmem
from django.db import DatabaseError

from accounts.jobs import mails_send as job
from accounts.mails import KEPT, mail_ask, mails_due, mails_forget, mails_send
from accounts.models import Mail, User
from accounts.services.players import player_update
from accounts.tests.mailing import ASKER, confirm

if TYPE_CHECKING:
    from conftest import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(ann: User, clock: Clock) -> Mail:
    confirm(ann)
    kind = Mail.Kind.PASSWORD_CHANGED
    mail_ask(kind=kind, player=ann, to="ann@example.org", asker=ASKER)
    return Mail.objects.get()


REFUSED = smtplib.SMTPRecipientsRefused({"ann@example.org": (550, b"no such ann@example.org")})


@pytest.fixture(params=[REFUSED, UnicodeError("ann@example.org")], ids=["refused", "malformed"])
def server_down(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> pytest.MonkeyPatch:
    def down(*_: object) -> int:
        raise request.param

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", down)
    return monkeypatch


def test_a_mail_is_sent_once(asked: Mail, clock: Clock) -> None:
    for _ in range(3):
        mails_send(now=clock.move(minutes=5))
    assert [message.to for message in mail.outbox] == [["ann@example.org"]]
    assert mail.outbox[0].subject == "Your Agnes account"


def test_a_mail_for_nobody_is_done_with_and_sent_to_nobody(clock: Clock) -> None:
    mail_ask(kind=Mail.Kind.RESET, player=None, to="", asker=ASKER)
    mails_send(now=clock.now)
    assert not mails_due(clock.move(days=1)).exists()
    assert mail.outbox == []


def test_a_mail_that_could_not_be_sent_is_tried_again_and_later_each_time(
    asked: Mail, clock: Clock, server_down: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[int] = []
    for minute in range(16):
        mails_send(now=clock.now)
        asked.refresh_from_db()
        tried += [minute] if asked.attempts > len(tried) else []
        clock.move(minutes=1)
    assert tried == [0, 1, 3, 7, 15]
    server_down.undo()
    mails_send(now=clock.move(minutes=16))
    assert [message.to for message in mail.outbox] == [["ann@example.org"]]
    assert "mail not sent: password_changed: " in caplog.text
    assert "ann@" not in caplog.text


def test_of_two_workers_one_sends_a_mail(
    asked: Mail, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second looks while the first is at it."""
    sent: list[object] = []

    def slow(backend: locmem.EmailBackend, messages: list[object]) -> int:
        sent.extend(messages)
        mails_send(now=clock.now)
        return len(messages)

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", slow)
    mails_send(now=clock.now)
    assert len(sent) == 1


def test_mails_are_forgotten_after_a_day_sent_or_not(asked: Mail, clock: Clock) -> None:
    clock.now += KEPT - timedelta(seconds=1)
    mails_forget(now=clock.now)
    assert Mail.objects.exists()
    mails_forget(now=clock.move(seconds=1))
    assert not Mail.objects.exists()


def test_a_change_of_address_and_its_mail_are_kept_both_or_neither(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_queue(*args: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(type(job), "enqueue", no_queue)
    with pytest.raises(DatabaseError):
        player_update(player=ann, email="new@example.org", asker=ASKER)
    assert not Mail.objects.exists()
    assert User.objects.get().email == "ann@example.org"
