"""The numbers of the overview: what they are, and how they went day by day for thirty days.

docs/metrics.md defines each one. Days begin in the admin's zone; the last one is today so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.domains.metrics import daily, days
from coaching.domains.metrics.daily import Share
from coaching.domains.metrics.days import Kept, day_edges
from coaching.domains.metrics.diary import (
    GAP_DAYS,
    active_by_day,
    comebacks,
    diary,
    wrote_before,
)
from coaching.domains.metrics.done import who
from coaching.domains.metrics.quality import percentiles
from coaching.domains.metrics.service import DAY, people_by_tension

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date, datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db
    from coaching.values.enums import Tension

DAYS = 30
WEEK = 7
SLOWEST = 95
"""The percentile of the first word that people notice."""

Series = tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and its thirty days, oldest first; None where nothing could be counted.

    `part` of `whole` are what the number is made of, where it is a share or a quotient.
    """

    value: float | None
    days: Series
    part: int = 0
    whole: int = 0


@dataclass(frozen=True, slots=True)
class Morning:
    """Shares are from 0 to 1, times in milliseconds, money in micro-dollars."""

    first_day: date
    last_day: date
    active: Figure
    returned: Figure
    helped: Figure
    first_helped: Figure
    safety: Figure
    urgent: Figure
    first_word: Figure
    failures: Figure
    spent: Figure
    message_cost: Figure
    slow_today: int | None
    """The 95 % of the first word over today's replies."""
    replies_today: int
    tensions: Mapping[Tension | None, int]
    """People who wrote in the thirty days, by the tension they have now."""


async def morning(
    db: Db, *, now: datetime, basis: days.Basis = days.BASIS, is_kept: bool = True
) -> Morning:
    """Count the overview's numbers in one read unit, with `is_kept` False without roll-ups."""
    async with db.system("admin overview") as s:
        kept = await days.kept(s, basis) if is_kept else Kept(basis)
        zone_name = kept.zone_name
        edges = day_edges(now, zone_name, days=DAYS)
        whom = await who(s, kept)
        gaps = day_edges(now, zone_name, days=DAYS + GAP_DAYS)
        week, month = (day_edges(now, zone_name, days=WEEK)[0], now), (edges[0], now)
        read = await diary(s, whom, (gaps[0], gaps[-1]), (edges[0], edges[-1]), week, month)
        people, by_day = comebacks(read, gaps, await wrote_before(s, whom, gaps[0]))
        words = await daily.first_words(s, edges, kept=kept)
        spent = _line(await daily.spent(s, edges, kept=kept))
        wrote = read.messages_by_day(edges[0], edges[-1])
        messages = [wrote.get(kept.day_of(edge), 0) for edge in edges[:-1]]
        return Morning(
            first_day=edges[0].date(),
            last_day=edges[-2].date(),
            active=Figure(read.people(*week).bit_count(), _line(active_by_day(read, edges))),
            returned=Figure(people, _line(by_day)),
            helped=await _helped(s, now, zone_name, only_first=False),
            first_helped=await _helped(s, now, zone_name, only_first=True),
            safety=_sum(await daily.safety(s, edges)),
            urgent=Figure(
                await daily.urgent_unanswered(s, now - WEEK * DAY),
                _line(await daily.urgent(s, edges)),
            ),
            first_word=_first_word(words),
            failures=_share_by_day(await daily.failures(s, edges, kept=kept)),
            spent=Figure(sum(spent), spent),
            message_cost=_quotient(spent, messages),
            slow_today=percentiles(words.get(DAYS - 1, [])).get(SLOWEST),
            replies_today=sum(count for _, count in words.get(DAYS - 1, [])),
            tensions=await people_by_tension(s, whom, read.people(*month)),
        )


async def _helped(s: AsyncSession, now: datetime, zone_name: str, *, only_first: bool) -> Figure:
    """Return the share of thirty days; each point of the line is the share of its week.

    A day has too few answers for a share of its own.
    """
    edges = day_edges(now, zone_name, days=DAYS + WEEK - 1)
    found = await daily.helped(s, edges, only_first=only_first)
    each = [found.get(day, Share()) for day in range(DAYS + WEEK - 1)]
    line = tuple(_added(each[day : day + WEEK]).of_one for day in range(DAYS))
    whole = _added(each[WEEK - 1 :])
    return Figure(whole.of_one, line, whole.part, whole.whole)


def _first_word(words: Mapping[int, Sequence[tuple[int, int]]]) -> Figure:
    steps: dict[int, int] = {}
    for of_day in words.values():
        for ms, count in of_day:
            steps[ms] = steps.get(ms, 0) + count
    line = tuple(percentiles(words.get(day, [])).get(SLOWEST) for day in range(DAYS))
    return Figure(percentiles(sorted(steps.items())).get(SLOWEST), line)


def _share_by_day(found: Mapping[int, Share]) -> Figure:
    whole = _added(found.values())
    line = tuple(found.get(day, Share()).of_one for day in range(DAYS))
    return Figure(whole.of_one, line, whole.part, whole.whole)


def _quotient(above: Sequence[int], below: Sequence[int]) -> Figure:
    line = tuple(a / b if b else None for a, b in zip(above, below, strict=True))
    part, whole = sum(above), sum(below)
    return Figure(part / whole if whole else None, line, part, whole)


def _sum(found: Mapping[int, int]) -> Figure:
    line = _line(found)
    return Figure(sum(line), line)


def _line(found: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(found.get(day, 0) for day in range(DAYS))


def _added(shares: Iterable[Share]) -> Share:
    return sum(shares, Share())
