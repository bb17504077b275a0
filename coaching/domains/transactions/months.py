"""Months beside each other, all or only one shop or category, added up by code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.transactions import queries
from coaching.domains.transactions.service import Total, month_of, totals
from coaching.money.reading import in_plain
from coaching.values.transactions import Category, Flow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

_NAMES = {
    name: category.value
    for category, names in {
        Category.FOOD: ("food", "comida", "eating", "comer"),
        Category.GOING_OUT: ("going out", "eating out", "salidas", "salir"),
        Category.HOME: ("home", "housing", "casa", "hogar", "vivienda"),
        Category.TRAVEL: ("travel", "transport", "getting around", "transporte", "viajes"),
        Category.SHOPPING: ("shopping", "compras"),
        Category.HEALTH: ("health", "salud"),
        Category.PRESENTS: ("presents", "gifts", "regalos"),
    }.items()
    for name in names
}
"""What people call the categories that everybody has."""


@dataclass(frozen=True, slots=True)
class Sums:
    """What came in and went out in a month, or up to a day of it."""

    first: date
    totals: tuple[Total, ...]


@dataclass(frozen=True, slots=True)
class Months:
    """Months, oldest first. `to_day` is the last but one up to the day that the last one is at."""

    each: tuple[Sums, ...]
    to_day: Sums | None
    is_running: bool


async def months(
    s: AsyncSession, owner: UUID, last: date, count: int, *, today: date, about: str = ""
) -> Months:
    """Return so many months up to the one that a day is in."""
    found = list[Sums]()
    day = last
    for _ in range(count):
        first, end = month_of(day)
        found.append(await _sums(s, owner, first, min(end, today), about))
        day = first - timedelta(days=1)
    is_running = month_of(last)[0] == month_of(today)[0]
    to_day = None
    if is_running and count > 1:
        first, end = month_of(found[1].first)
        so_far = first + (today - month_of(today)[0])
        to_day = await _sums(s, owner, first, min(end, so_far), about)
    return Months(tuple(reversed(found)), to_day, is_running)


async def _sums(s: AsyncSession, owner: UUID, first: date, last: date, about: str) -> Sums:
    if not about:
        return Sums(first, totals(await queries.sums(s, owner, first, last)))
    rows = await queries.spent_on_words(s, owner, first, last)
    return Sums(first, totals(_only(rows, about)))


def _only(
    rows: Sequence[tuple[str, str, str, int]], about: str
) -> list[tuple[Flow, str, str, int]]:
    """Return what is about these words: its category is called that, or they are in the line."""
    asked = in_plain(about)
    category = _NAMES.get(asked)
    is_word = re.compile(rf"(?<!\w){re.escape(_stem(asked))}(?:e?s)?(?!\w)")
    return [
        (Flow.OUT, of, currency, amount)
        for of, what, currency, amount in rows
        if of == category or in_plain(of) == asked or is_word.search(in_plain(what))
    ]


def _stem(word: str) -> str:
    """Return a word without the ending of its plural."""
    return re.sub(r"(?<=[a-z]{3})s$", "", word)
