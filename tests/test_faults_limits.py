"""The count of what limits let through, and its verdict."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from faults import limits
from faults.limits import AT_ONCE, Answered, Counted, count_mails, is_kept, let_through


class Limited:
    """Lets so many through, then answers as it is told."""

    def __init__(self, most: int, then: Answered) -> None:
        self.left, self.then, self.lock = most, then, threading.Lock()

    def __call__(self) -> Answered:
        with self.lock:
            self.left -= 1
            return Answered(401, "wrong") if self.left >= 0 else self.then


@pytest.mark.parametrize("then", [Answered(429, ""), Answered(200, "<p>Too many failed ...")])
def test_what_is_refused_by_its_status_or_its_words_is_not_let_through(then: Answered) -> None:
    assert let_through(Limited(7, then), 2 * AT_ONCE) == 7


def test_a_500_is_no_refusal() -> None:
    with pytest.raises(RuntimeError, match="500"):
        let_through(Limited(7, Answered(500, "")), AT_ONCE)


@pytest.mark.parametrize(("through", "kept"), [(10, True), (11, False)])
def test_one_too_many_is_seen(through: int, kept: bool) -> None:
    assert is_kept([Counted("sign-in", 40, through, 10)]) == kept


@pytest.mark.parametrize(("mails", "kept"), [(3, True), (4, False)])
def test_mails_are_counted_whatever_is_answered(
    mails: int, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    welcome = Limited(10**6, Answered(500, ""))
    for name in ("of_page", "of_api", "addresses_of_one"):
        monkeypatch.setattr(limits, name, lambda *words, **fields: welcome)
    postgres = SimpleNamespace(query=lambda *words: [(mails,)])
    stage: Any = SimpleNamespace(entrance=0, postgres=postgres)
    assert is_kept(count_mails(stage)) == kept


def test_a_limit_by_the_process_is_shown_and_not_judged() -> None:
    assert is_kept([Counted("sign-up", 720, 493, 480, is_exact=False)])
