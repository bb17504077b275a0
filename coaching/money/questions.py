"""Reads a question about what somebody wrote down themselves: months, a shop, a shelf.

It is strict: a question about how money works, or about what to do, stays a message.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coaching.money.reading import in_plain
from coaching.values.transactions import MOST_MONTHS, YEAR

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

_WORDS = Path(__file__).with_name("questions.toml")
_LONGEST = 14
"""Words of a question about it."""
_LONGEST_ABOUT = 4
"""Words that name a shop, a category or a thing."""
TREND = 3
"""Months that are compared if a question about changes or the last months names none."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: `months` months that end `months_ago` months ago, all or only `about`."""

    months_ago: int = 0
    months: int = 1
    about: str = ""
    shelf: bool = False


@dataclass(frozen=True, slots=True)
class _Period:
    months_ago: int
    months: int


def asks_about(text: str, today: date) -> Question | None:
    """Return what a message asks about their own money or their shelf, else None."""
    words, asked = _load(), in_plain(text).strip("¿¡?!. ")
    if len(asked.split()) > _LONGEST:
        return None
    if re.search(words["shelf"], asked):
        return Question(shelf=True)
    for name, months in (("spent", 1), ("compares", 2), ("changes", TREND)):
        if (head := re.match(words[name], asked)) is not None:
            return _read(asked[head.end() :], text, months, today)
    return None


def _read(rest: str, text: str, months: int, today: date) -> Question | None:
    """Read what comes after the start of a question: what it is about, and which months."""
    period, rest = _period(rest, today)
    begin, end = _load()["edge"], rf"{_load()['edge']}|in|en"
    edges = rf"^(?:\W*\b(?:{begin})\b)+|(?:\b(?:{end})\b\W*)+$"
    rest = re.sub(edges, "", " ".join(rest.split())).strip(" ,")
    about = ""
    if rest:
        named = re.fullmatch(_load()["about"], rest)
        if named is None or len(named["about"].split()) > _LONGEST_ABOUT:
            return None
        about = _as_written(named["about"], text)
    if period is None:
        return Question(0, months, about)
    if period.months == 1 and months > 1:  # beside the month that is running
        return Question(0, min(max(2, period.months_ago + 1), MOST_MONTHS), about)
    return Question(period.months_ago, period.months, about)


def _period(rest: str, today: date) -> tuple[_Period | None, str]:
    """Return the months that are named, and the words without them. More than one are a span."""
    words, found = _load(), list[_Period]()
    numbers: Mapping[str, int] = words["numbers"]
    if (several := re.search(words["last_months"], rest)) is not None:
        named = several["count"] or str(TREND)  # “the last months” have no number
        count = numbers.get(named) or int(named)
        found.append(_Period(0, count))
        rest = rest.replace(several[0], " ")
    for name, period in (
        ("this_year", _Period(0, today.month)),
        ("last_month", _Period(1, 1)),
        ("this_month", _Period(0, 1)),
        *((month, _Period((today.month - n) % YEAR, 1)) for month, n in words["months"].items()),
    ):
        rest, hits = re.subn(words.get(name, rf"(?:\b(?:in|en|of|de) )?\b{name}\b"), " ", rest)
        found += [period] if hits else []
    if not found:
        return None, rest
    newest = min(one.months_ago for one in found)
    oldest = max(one.months_ago + one.months for one in found)
    return _Period(newest, max(1, min(oldest - newest, MOST_MONTHS))), rest


def _as_written(words: str, text: str) -> str:
    """Return words of a folded text with their accents and capitals."""
    at = in_plain(text).find(words)
    return text[at : at + len(words)] if at >= 0 else words


@cache
def _load() -> Mapping[str, Any]:
    return tomllib.loads(_WORDS.read_text("utf-8"))
