"""Which days a text names, however they are written: `9th dec`, `tmrw`, `fri`, `el 3 de marzo`.

`named` gives the days, `day_words` the words that another text may use for them: who said `fri` may
be told `Friday, 27 November`.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from coaching.memory.rules import load_rules
from coaching.text.numerals import NUMERALS
from coaching.text.words import letters

if TYPE_CHECKING:
    from collections.abc import Iterator

A_DAY, A_WEEK = timedelta(days=1), timedelta(days=7)
WEEKENDS = frozenset({5, 6})
MONTHS = 12
_RELATIVE = {"today": 0, "tomorrow": 1, "yesterday": -1}
_ISO = re.compile(r"\b((?:19|20)\d{2})-(\d{2})-(\d{2})\b")
_GOES_ON = (
    r"(?= ?(?:$|[^\w\s%]|\s+(?:(?:at|by|to|and|or|so|but|i|we|he|she|they|it|if|when|then|because"
    r"|with|for|about|in|is|was|of|not|now|instead|this|next|before|after|until|de|del|a|al|con|en|y|o|para|porque"
    r"|no|ahora|ya|que|si|me|lo|le|se|voy|vamos|tengo|es|por la|antes|después"
    r"|today|tomorrow|omg|lol|haha|jaja)\b"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)))"
)
_NOT_THEIRS = r"(?<!my )(?<!his )(?<!her )(?<!our )(?<!their )(?<!your )"
_OF_MONTH = re.compile(
    rf"\b(?:the|el|día) (\d{{1,2}})\b{_GOES_ON}"
    rf"|\b{_NOT_THEIRS}(\d{{1,2}})(?:st|nd|rd|th)\b{_GOES_ON}"
)
"""A day of the month: what follows is not the thing that is counted."""
_SEASON = re.compile(
    r"\b(?:spring|summer|autumn|(?:last|this|next) fall|winter|primavera|verano|otoño|invierno)\b"
)
_AWAY = re.compile(r"\b(?:in )?(\d{1,2}|a|an|one|two|three|four|six) (day|week|month)s?( ago)?\b")
_DATED = re.compile(r"\b\w+day,? (?=(?:the )?\d{1,2}(?:st|nd|rd|th)?\b|[a-z]+ (?:the )?\d)")
"""A weekday with its date: the date says which one."""
_AFTER_NEXT = re.compile(r"\b(?:day after tomorrow|pasado tomorrow)\b")
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "six": 6}
_UNITS = {
    "day": r"days?|días?|dias?", "week": r"weeks?|wks?|semanas?",
    "month": r"months?|mths?|mes|meses", "year": r"years?|yrs?|años?|anos?",
}  # fmt: skip
_SPAN = re.compile(
    rf"\b(?P<number>\d{{1,2}}|{'|'.join(NUMERALS)}) (?:of )?"
    rf"(?:{'|'.join(f'(?P<{unit}>{forms})' for unit, forms in _UNITS.items())})\b"
)
"""A length of time: when it began or will be over may be told as a date."""
_NEIGHBOUR = re.compile(
    r"\b(?:last|next|the other) (?P<unit>day|week|month|year)\b"
    r"|\b(?P<es>semana|mes|año|ano) (?:pasad[oa]|que viene|próxim[oa])\b"
)
_SPANISH = {"semana": "week", "mes": "month", "año": "year", "ano": "year"}


def named(text: str, today: date) -> tuple[date, ...]:
    """Return the days that a text names, in order; a weekday is the next one."""
    plain = load_rules().written_out(text)
    found = [*_iso(plain), *_in_a_month(plain, today), *_of_the_month(plain, today)]
    found += [*_relative(plain, today), *_weekdays(_DATED.sub(" ", plain), today, 1)]
    return tuple(dict.fromkeys(found))


def due(text: str, today: date) -> date | None:
    """Return the first day from today on that a text names."""
    return min((day for day in named(text, today) if day >= today), default=None)


def day_words(text: str, today: date) -> frozenset[str]:
    """Return the words in which the days of a text may be told: numbers, weekdays, months, years.

    A weekday or a number may be in the past as well as in the future.
    """
    plain = load_rules().written_out(text)
    days = {*named(text, today), *_weekdays(plain, today, -1)}
    days |= {_shifted(day, months=-1) for day in _of_the_month(plain, today)}
    days |= {day + A_WEEK for day in _weekdays(plain, today, 1)}
    days |= {day - A_WEEK for day in _weekdays(plain, today, -1)}
    spans = set(lengths(text, today))
    days |= {day for day, unit in spans if unit in {"day", "week"}}
    names = load_rules()
    found = {str(day.day) for day in days}
    found |= {names.months[day.month - 1] for day, unit in spans if unit != "year"}
    found |= {str(day.year) for day, _ in spans}
    found |= {names.weekdays[day.weekday()] for day in days}
    found |= {names.months[day.month - 1] for day in days}
    months = [names.months.index(word) for word in letters(plain) if word in names.months]
    if days or months or "year" in plain or _SEASON.search(plain):
        found |= {str(today.year + step) for step in (-1, 0, 1)}
    if "weekend" in plain:
        found |= {names.weekdays[day] for day in WEEKENDS}
    return frozenset(found)


def lengths(text: str, today: date) -> Iterator[tuple[date, str]]:
    """Yield the days that a length of time leads to, back and ahead, with its unit."""
    text = load_rules().written_out(text)
    for match in _SPAN.finditer(text):
        unit = next(unit for unit in _UNITS if match[unit])
        number = NUMERALS.get(match["number"]) or int(match["number"])
        yield from ((_moved(today, step * number, unit), unit) for step in (-1, 1))
    for match in _NEIGHBOUR.finditer(text):
        unit = match["unit"] or _SPANISH[match["es"]]
        yield from ((_moved(today, step, unit), unit) for step in (-1, 1))


def without_days(text: str) -> str:
    """Return a text, written out, without the days of a month that it names with a number."""
    return _with_month().sub(" ", _ISO.sub(" ", load_rules().written_out(text)))


def _iso(text: str) -> Iterator[date]:
    for year, month, day in _ISO.findall(text):
        yield from _day(int(year), int(month), int(day))


def _in_a_month(text: str, today: date) -> Iterator[date]:
    """Yield `9 december`, `december 9th` and `el 3 de marzo`, the nearest of the two years."""
    for match in _with_month().finditer(text):
        number = match["before"] or match["after"]
        month = load_rules().months.index(match["month"] or match["month2"]) + 1
        year = re.match(r"\W{1,2}(20\d\d)\b", text[match.end() :])
        if year is not None:
            yield from _day(int(year[1]), month, int(number))
            continue
        near = [*_day(today.year, month, int(number)), *_day(today.year + 1, month, int(number))]
        near += _day(today.year - 1, month, int(number))
        yield from sorted(near, key=lambda day: (day < today, abs(day - today)))[:1]


@cache
def _with_month() -> re.Pattern[str]:
    months = "|".join(load_rules().months)
    day = r"(\d{1,2})(?:st|nd|rd|th)?"
    return re.compile(
        rf"\b{day.replace('(', '(?P<before>', 1)}(?: of| de)? (?P<month>{months})\b"
        rf"|\b(?P<month2>{months}) (?:the )?{day.replace('(', '(?P<after>', 1)}\b"
    )


def _of_the_month(text: str, today: date) -> Iterator[date]:
    """Yield `the 14th`, `el 14`: the next one, in the month that is named beside it, if one is.

    `los 15`, `the 2nd card` and `her 18th` are no days.
    """
    plain = _with_month().sub(" ", text)
    beside = {load_rules().months.index(month) for month in _in_month().findall(plain)}
    for first, second in _OF_MONTH.findall(plain):
        months = ((today.month - 1 + ahead) for ahead in range(MONTHS + 1 if beside else 3))
        days = (
            day
            for month in months
            if not beside or month % MONTHS in beside
            for day in _day(today.year + month // MONTHS, month % MONTHS + 1, int(first or second))
        )
        yield from islice((day for day in days if day >= today), 1)


@cache
def _in_month() -> re.Pattern[str]:
    return re.compile(rf"\b(?:in|of|this|next|en|de) ({'|'.join(load_rules().months)})\b")


def _relative(text: str, today: date) -> Iterator[date]:
    if _AFTER_NEXT.search(text):
        yield today + 2 * A_DAY
    for word in letters(_AFTER_NEXT.sub(" ", text)):
        if word in _RELATIVE:
            yield today + _RELATIVE[word] * A_DAY
    for count, unit, ago in _AWAY.findall(text):
        number = (_COUNTS.get(count) or int(count)) * (-1 if ago else 1)
        if ago or f"in {count} {unit}" in text:
            yield _moved(today, number, unit)


def _moved(day: date, number: int, unit: str) -> date:
    if unit == "year":
        return _shifted(day, months=number * MONTHS)
    if unit == "month":
        return _shifted(day, months=number)
    return day + number * (A_WEEK if unit == "week" else A_DAY)


def _weekdays(text: str, today: date, step: int) -> Iterator[date]:
    """Yield the next day of each weekday named (`step` 1), or the last one (-1)."""
    weekdays = load_rules().weekdays
    for word in letters(text):
        if word in weekdays:
            ahead = (weekdays.index(word) - today.weekday()) * step % 7 or 7
            yield today + step * ahead * A_DAY


def _shifted(day: date, *, months: int) -> date:
    month = day.month - 1 + months
    year, month = day.year + month // MONTHS, month % MONTHS + 1
    return next((found for back in range(4) for found in _day(year, month, day.day - back)), day)


def _day(year: int, month: int, day: int) -> Iterator[date]:
    try:
        yield date(year, month, day)
    except ValueError:
        return
