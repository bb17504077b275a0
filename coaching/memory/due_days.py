"""The day a plan is due, and only a day that was named or that follows by the calendar.

A model fills in a day for "in March" or "soon". It counts if the person named it, or a time that
contains it. A month without a day means its last day. No day is better than a wrong one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from coaching.memory.dates import A_DAY, A_WEEK, MONTHS, lengths, named, without_days
from coaching.memory.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_DECEMBER = 12
_TO_SATURDAY = 5 * A_DAY
"""From Monday."""
_TO_SUNDAY = 6 * A_DAY
"""From Monday."""
_GIVE = {"day": 1, "week": 3, "month": 7}
"""Days by which a plan may miss a length of time: "in three weeks" is no exact day."""
_IN = r"in|by|until|till|during|next|this|end of|en|para|hasta|de|del|(?:fin|fines|finales) de"
_PART_OF = r"mid|middle of|early|late|start of|beginning of|mediados de|principios de"
_BEFORE = r"before|antes de"
_ALSO_NAMES = "april may june august march"
"""Months that are other words too: they need a word before them."""
_SINCE = re.compile(r"\b(?:since|last|from|desde) $")
_LATER_TODAY = re.compile(
    r"\b(?:now|later|after (?:work|lunch|dinner|this)|before bed|(?:straight|right) away"
    r"|in an? (?:hour|bit)|ahora|ahorita|luego|al rato|más tarde|después de \w+r)\b"
)
_FORTNIGHT = re.compile(r"\b(?:fortnight|quince días|quincena)\b")
_PERIODS = {
    "week": re.compile(r"\b(?:this week|esta semana)\b"),
    "next week": re.compile(
        r"\b(?:next week|semana que viene|próxima semana|semana próxima|semana entrante)\b"
    ),
    "weekend": re.compile(r"\b(?:weekend|fin de semana|finde)\b"),
    "next weekend": re.compile(r"\b(?:weekend|fin de semana|finde)\b"),
    "month": re.compile(r"\b(?:this month|end of (?:the )?month|este mes|fin(?:ales)? de mes)\b"),
    "next month": re.compile(r"\b(?:next month|mes que viene|próximo mes|mes próximo)\b"),
    "christmas": re.compile(r"\b(?:christmas|nochebuena)\b"),
    "year": re.compile(
        r"\b(?:this year|end of (?:the )?year|new year(?:'s)?|este año|fin de año|nochevieja)\b"
    ),
}


@dataclass(frozen=True, slots=True)
class _Window:
    """A time that was named without its day. `is_whole`: its last day is meant."""

    first: date
    last: date
    is_whole: bool = False

    def holds(self, day: date) -> bool:
        """Return True if a day is in it."""
        return self.first <= day <= self.last


def fitting(
    proposed: date, content: str, clause: str, said: Sequence[str], today: date
) -> date | None:
    """Return the proposed day if the words bear it out, else the end of the time they name, if any.

    `said` is the message, and what the person said before it. A day that is over stays: it says
    that the plan is over.
    """
    if proposed < today or proposed in _exact(clause, today):
        return proposed
    months = [*_months(clause, today), *_months(content, today)]
    if not months and _is_named(proposed, content, said, today):
        return proposed
    for window in (*months, *_months(said[0], today), *_periods(said[0], today)):
        if window.holds(proposed):
            return window.last if window.is_whole else proposed
    return next((each.last for each in _periods(clause, today)), None)


def own(content: str, clause: str, said: Sequence[str], today: date) -> date | None:
    """Return the first day to come that the words name by themselves, or the end of their month."""
    told = [day for day in named(content, today) if _is_named(day, content, said, today)]
    days = [day for day in (*told, *named(clause, today)) if day >= today]
    return min(days, default=next((each.last for each in _months(clause, today)), None))


def _is_named(day: date, content: str, said: Sequence[str], today: date) -> bool:
    """Return True if the message names a day, or they named it before and the memory does too."""
    if day in _exact(said[0], today):
        return True
    return day in named(content, today) and any(day in named(each, today) for each in said[1:])


def _exact(text: str, today: date) -> set[date]:
    """Return the days that a text can mean: a weekday is the next one or the one after it."""
    plain = load_rules().written_out(text)
    days = set(named(text, today))
    if any(day in plain for day in load_rules().weekdays):
        days |= {day + A_WEEK for day in days}
    for day, unit in lengths(text, today):
        give = _GIVE.get(unit, 0)
        days |= _about(day, give)
    if _FORTNIGHT.search(plain):
        days |= _about(today + 2 * A_WEEK, _GIVE["week"])
    return days | ({today} if _LATER_TODAY.search(plain) else set())


def _about(day: date, give: int) -> set[date]:
    return {day + step * A_DAY for step in range(-give, give + 1)}


def _months(text: str, today: date) -> Iterator[_Window]:
    """Yield the months that are named without a day, each the next one that comes."""
    plain = without_days(text)
    for found in _month().finditer(plain):
        month = load_rules().months.index(found["month"]) + 1
        lead = (found["lead"] or "").strip()
        if _SINCE.search(plain[: found.start()]) or (not lead and found["month"] in _ALSO_NAMES):
            continue
        year = int(found["year"] or today.year + (month < today.month))
        first = date(year, month, 1)
        last = _next_month(first) - A_DAY
        if last < today:
            continue
        if re.fullmatch(_BEFORE, lead):
            yield _Window(today, first - A_DAY)
        else:
            yield _Window(first, last, is_whole=not re.fullmatch(_PART_OF, lead))


@cache
def _month() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<lead>\b(?:{_IN}|{_PART_OF}|{_BEFORE})\s)?\b(?P<month>{'|'.join(load_rules().months)})\b"
        r"(?:,? (?:del? |of )?(?P<year>20\d\d)\b)?(?! last year| (?:del año )?pasado)"
    )


def _periods(text: str, today: date) -> Iterator[_Window]:
    """Yield the times that are named by the calendar, such as next week or Christmas."""
    plain = load_rules().written_out(text)
    monday = today - today.weekday() * A_DAY
    first = _next_month(today)
    bounds = {
        "week": (today, monday + _TO_SUNDAY),
        "next week": (monday + A_WEEK, monday + A_WEEK + _TO_SUNDAY),
        "weekend": (monday + _TO_SATURDAY, monday + _TO_SUNDAY),
        "next weekend": (monday + A_WEEK + _TO_SATURDAY, monday + A_WEEK + _TO_SUNDAY),
        "month": (today, first - A_DAY),
        "next month": (first, _next_month(first) - A_DAY),
        "christmas": (date(today.year, _DECEMBER, 24), date(today.year, _DECEMBER, 26)),
        "year": (today, date(today.year, _DECEMBER, 31)),
    }
    for name, pattern in _PERIODS.items():
        if pattern.search(plain):
            yield _Window(*bounds[name])


def _next_month(day: date) -> date:
    """Return the first day of the month after a day."""
    return date(day.year + day.month // MONTHS, day.month % MONTHS + 1, 1)
