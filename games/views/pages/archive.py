"""The days so far as a calendar, a month on a page."""

from __future__ import annotations

from calendar import Calendar
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.selectors.contests import contest_games, day_from
from games.selectors.months import dailies_of_month, month_from, months_around
from games.serializers.contests import daily_answer
from games.services.dailies import daily_open
from games.views.askers import asker
from games.views.pages.asking import page

if TYPE_CHECKING:
    from datetime import date

    from django.http import HttpRequest, HttpResponse
    from django_stubs_ext import StrOrPromise

    Answer = dict[str, Any]


class Mark(NamedTuple):
    """How a day went for who asks: a word, a sign that tells it without colour, a class."""

    word: StrOrPromise
    sign: str
    name: str


WON = Mark(_("won"), "\N{CHECK MARK}", "won")
NOT_WON = Mark(_("not won"), "\N{MULTIPLICATION X}", "lost")
UNDER_WAY = Mark(_("under way"), "\N{CIRCLE WITH LEFT HALF BLACK}", "playing")
OPEN = Mark(_("open"), "\N{WHITE CIRCLE}", "open")
NOT_PLAYED = Mark(_("not played"), "\N{EN DASH}", "none")
MARKS = (WON, NOT_WON, UNDER_WAY, OPEN, NOT_PLAYED)


@require_safe
@page
def archive(request: HttpRequest) -> HttpResponse:
    """A month of dailies, this one unless `?month=2026-10` names another."""
    now = timezone.now()
    today = day_from("today", now)
    daily_open(day=today, now=now)
    first = month_from(request.GET.get("month"), now)
    contests = dailies_of_month(first, now)
    mine = contest_games(asker(request), contests)
    answers = [daily_answer(contest, mine.get(contest.pk), now) for contest in contests]
    days = {daily["date"]: daily for daily in answers}
    before, after = months_around(first, now)
    shown = {
        "first": first,
        "before": before,
        "after": after,
        "weeks": weeks(first, days, today),
        "days": days,
        "marks": MARKS,
        "counts": Counter(mark_of(daily).name for daily in days.values()),
    }
    return render(request, "games/archive.html", shown)


def weeks(first: date, days: dict[date, Answer], today: date) -> list[list[Answer | None]]:
    """Return the weeks of a month, Monday first; None stands for a day of another month.

    Each day has its `date`, its `daily` or None, its `mark` and whether it `is_today`.
    """
    return [
        [_cell(first.replace(day=day), days, today) if day else None for day in week]
        for week in Calendar().monthdayscalendar(first.year, first.month)
    ]


def _cell(day: date, days: dict[date, Answer], today: date) -> Answer:
    daily = days.get(day)
    return {
        "date": day,
        "daily": daily,
        "mark": daily and mark_of(daily),
        "is_today": day == today,
    }


def mark_of(daily: Answer) -> Mark:
    """Tell how a day went for who asks; `daily` in the shape of the API."""
    if daily["my_result"] is None:
        return OPEN if daily["state"] == "open" else NOT_PLAYED
    status = daily["my_result"]["status"]
    return {"won": WON, "playing": UNDER_WAY}.get(status, NOT_WON)
