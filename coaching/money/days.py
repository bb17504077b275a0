"""The day that a line about money names: “on 3 Nov”, “2026-11-02”, “two days ago”, “last Friday”.

A day of a month without a year is the last one that has been. “3/11” is either the third of
November or the eleventh of March: nobody guesses that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

_COUNTS = {
    word: number
    for number, words in enumerate(
        ("a un una", "two dos", "three tres", "four cuatro", "five cinco", "six seis"), 1
    )
    for word in words.split()
}
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch|zo)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|enero|febrero|abril|mayo|junio"
    r"|julio|agosto|septiembre|octubre|noviembre|diciembre|ene|abr|dic)\b\.?"
)
_STARTS = "jan,ene feb mar apr,abr may jun jul aug,ago sep oct nov dec,dic"
_MONTHS = {
    start: number for number, starts in enumerate(_STARTS.split(), 1) for start in starts.split(",")
}
_ORDINAL = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_NAMED = (
    re.compile(r"\b(?:on |el )?(?P<year>20\d\d)-(?P<n>\d\d)-(?P<day>\d\d)\b"),
    re.compile(
        r"(?<![\w.,/])(?:on |el )?(?P<first>\d{1,2})/(?P<second>\d{1,2})"
        r"(?:/(?P<year>20\d\d|\d\d))?(?![\w/])"
    ),
    re.compile(
        rf"\b(?:on |el )?(?:the )?{_ORDINAL}(?: of| de)? {_MONTH}(?: (?:de )?(?P<year>20\d\d)\b)?"
    ),
    re.compile(rf"\b(?:on )?{_MONTH} (?:the )?{_ORDINAL}(?![\w.,]*\d)(?:,? (?P<year>20\d\d)\b)?"),
    re.compile(r"\bon (?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)\b"),
    re.compile(r"\bel (?:dia )?(?P<day>\d{1,2})(?= (?:gaste|pague|compre|cobre|recibi|me)\b)"),
)
_AGO = re.compile(
    rf"\b(?P<count>\d{{1,2}}|{'|'.join(_COUNTS)}) (?P<unit>day|week)s? ago\b"
    rf"|\bhace (?P<cuenta>\d{{1,2}}|{'|'.join(_COUNTS)}) (?P<unidad>dia|semana)s?\b"
)
_DAYS_OF = {"day": 1, "dia": 1, "week": 7, "semana": 7}
_MONTHS_OF_YEAR, _CENTURY = 12, 2000


@dataclass(frozen=True, slots=True)
class NamedDay:
    """`on` is the day that a line names, if it is clear which; `at` is where it is in the line."""

    on: date | None
    at: tuple[int, int]


def named_day(folded: str, today: date) -> NamedDay | None:
    """Return the day that a line in plain letters names by a number, or None if it names none."""
    if found := _AGO.search(folded):
        count = found["count"] or found["cuenta"]
        number = _COUNTS.get(count) or int(count)
        unit = _DAYS_OF[found["unit"] or found["unidad"]]
        return NamedDay(today - timedelta(days=number * unit), found.span())
    for pattern in _NAMED:
        if found := pattern.search(folded):
            on = _past(found.groupdict(), today)
            return NamedDay(on, found.span())
    return None


def _past(named: dict[str, str | None], today: date) -> date | None:
    """Return the day, or None if it is none, is to come or may be another one."""
    day, month = int(named.get("day") or 0), int(named.get("n") or 0)
    if word := named.get("month"):
        month = _MONTHS[word[:3]]
    if first := named.get("first"):
        day, month = int(first), int(named["second"] or 0)
        if month > _MONTHS_OF_YEAR:
            day, month = month, day
        elif day <= _MONTHS_OF_YEAR and day != month:
            return None
    if year := int(named.get("year") or 0):
        found = _day(year % _CENTURY + _CENTURY, month, day)
        return found if found and found <= today else None
    years = ((today.year - back, month) for back in range(5))
    months = ((today.year, today.month), *_months_before(today))
    days = (_day(at, of, day) for at, of in (years if month else months))
    return next((found for found in days if found and found <= today), None)


def _months_before(today: date) -> tuple[tuple[int, int], ...]:
    before = today.replace(day=1) - timedelta(days=1)
    earlier = before.replace(day=1) - timedelta(days=1)
    return ((before.year, before.month), (earlier.year, earlier.month))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
