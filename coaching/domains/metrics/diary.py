"""Who wrote when: one reading of the sets of a page's days, asked by all numbers about people."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col

from coaching.domains.metrics.crowds import NOBODY, Tally, union
from coaching.domains.metrics.days import ONE
from coaching.domains.metrics.done import done, listed
from coaching.domains.metrics.kinds import Kind
from coaching.domains.metrics.models import DoneDay, PersonNumber, WrittenDay
from coaching.domains.metrics.sources import turns_of
from coaching.repositories.dialects import rows_of
from coaching.repositories.scope import within

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.done import Span, Who

GAP_DAYS = 7
"""Whoever writes after so many whole days without a message has come back."""


@dataclass(frozen=True, slots=True)
class Diary:
    """The messages of some spans, by day and person; other spans aren't known."""

    whom: Who
    spans: Mapping[Span, Sequence[tuple[date, Tally]]]

    def people(self, start: datetime, end: datetime) -> int:
        """Return the set of people who sent a message in [start, end)."""
        return union(tally.people for _, tally in self.spans[start, end])

    def messages(self, start: datetime, end: datetime) -> int:
        """Return how many messages were sent in [start, end)."""
        return sum(tally.times() for _, tally in self.spans[start, end])

    def days(self, start: datetime, end: datetime) -> Mapping[date, int]:
        """Return the set of people who wrote on each day of [start, end)."""
        found: defaultdict[date, int] = defaultdict(int)
        for day, tally in self.spans[start, end]:
            found[day] |= tally.people
        return found

    def messages_by_day(self, start: datetime, end: datetime) -> Mapping[date, int]:
        """Return how many messages were sent on each day of [start, end)."""
        found: defaultdict[date, int] = defaultdict(int)
        for day, tally in self.spans[start, end]:
            found[day] += tally.times()
        return found


async def diary(s: AsyncSession, whom: Who, *spans: Span) -> Diary:
    """Read who wrote in each span; needs a system unit."""
    found = await done(s, Kind.MESSAGE, whom, *spans)
    return Diary(
        whom,
        {
            span: [(day, tally) for day, _, tally in lines]
            for span, lines in zip(spans, found, strict=True)
        },
    )


async def wrote_before(s: AsyncSession, whom: Who, midnight: datetime) -> int:
    """Return the set of people who sent a message before a midnight; needs a system unit."""
    kept, day = whom.kept, whom.kept.day_of(midnight)
    split = kept.split(midnight, midnight, before=True)
    found = NOBODY
    if kept.until is not None:
        first, numbered = col(PersonNumber.first_day), col(PersonNumber.user_id)
        number = col(PersonNumber.number)
        clean = [first < day, first.not_in(sorted(kept.stale))] if kept.stale else [first < day]
        found = await _crowd(s, whom, sa.select(listed(number)).where(*clean))
        if kept.stale:
            others = sa.select(col(WrittenDay.user_id)).where(
                col(WrittenDay.generation) == kept.generation,
                col(WrittenDay.day) < day,
                col(WrittenDay.day).not_in(sorted(kept.stale)),
            )
            unsure = (first.in_(sorted(kept.stale)), numbered.in_(others))
            found |= await _crowd(s, whom, sa.select(listed(number)).where(*unsure))
    if split.pieces:
        found |= await _crowd(s, whom, _writers(whom, turns_of(split.pieces)))
    return found & whom.people


def active_by_day(read: Diary, edges: Sequence[datetime]) -> dict[int, int]:
    """Return how many people wrote on each day; `edges` are midnights, keys count from 0."""
    first = read.whom.kept.day_of(edges[0])
    days = read.days(edges[0], edges[-1])
    return {(day - first).days: people.bit_count() for day, people in days.items()}


def cohorts(read: Diary, edges: Sequence[datetime], before: int) -> dict[tuple[int, int], int]:
    """Return how many people of each cohort wrote in each week.

    `edges` are the starts of the weeks and the end of the last one, `before` those who wrote
    earlier. A cohort is the week of a person's first message; keys are (cohort, week), both
    indices of a week.
    """
    mondays = [read.whom.kept.day_of(edge) for edge in edges[:-1]]
    weeks = [NOBODY] * len(mondays)
    for day, people in read.days(edges[0], edges[-1]).items():
        weeks[(day - mondays[0]).days // 7] |= people
    found: dict[tuple[int, int], int] = {}
    for cohort, people in enumerate(weeks):
        new = people & ~before
        before |= people
        for week in range(cohort, len(weeks)):
            found[cohort, week] = (new & weeks[week]).bit_count()
    return found


def comebacks(read: Diary, edges: Sequence[datetime], before: int) -> tuple[int, Mapping[int, int]]:
    """Return how many people came back after a gap, in all and by day.

    `edges` begin `GAP_DAYS` days before the first day that is asked for, and keys count from that
    day; `before` are those who wrote earlier than that.
    """
    wrote = read.days(edges[0], edges[-1])
    first = read.whom.kept.day_of(edges[0])
    each = [wrote.get(first + ONE * place, NOBODY) for place in range(len(edges) - 1)]
    found, all_ = dict[int, int](), NOBODY
    for place in range(GAP_DAYS, len(each)):
        lately = union(each[place - GAP_DAYS : place])
        back = each[place] & before & ~lately
        before |= each[place - GAP_DAYS]
        all_ |= back
        found[place - GAP_DAYS] = back.bit_count()
    return all_.bit_count(), found


async def messages_ever(s: AsyncSession, whom: Who, midnight: datetime, end: datetime) -> int:
    """Return how many messages people ever sent before an end; `midnight` is one before it."""
    split = whom.kept.split(midnight, end, before=True)
    total = 0
    if split.has_days:
        kind, day = col(DoneDay.kind) == Kind.MESSAGE.value, col(DoneDay.day)
        clean = [col(DoneDay.generation) == whom.kept.generation]
        clean += [day.not_in(sorted(split.but))] if split.but else []
        sums = (
            sa.select(sa.func.sum(col(DoneDay.times)))
            if whom.is_everybody
            else sa.select(col(DoneDay.people))
        )
        rows = await rows_of(s, sums.where(kind, day <= split.last, *clean))
        total = sum(
            (found or 0) if whom.is_everybody else Tally.unpack(found).times(whom.people)
            for (found,) in rows
        )
    if split.pieces or not split.has_days:
        turns = turns_of(split.pieces).subquery()
        [(count,)] = await rows_of(s, sa.select(sa.func.count()).select_from(turns))
        total += int(count)
    return total


def _writers(whom: Who, turns: sa.Select[Any]) -> sa.Select[Any]:
    """Return the people of messages as one text of numbers, or ids of those who have none."""
    found = turns.subquery().c
    people = (
        sa.select(found.user_id).distinct().where(*within(whom.scope, found.user_id)).subquery()
    )
    name: Any = sa.cast(people.c.user_id, sa.Text)
    tables: Any = people
    if whom.kept.until is not None:
        numbered: Any = PersonNumber
        name = sa.func.coalesce(sa.cast(numbered.number, sa.Text), name)
        tables = tables.outerjoin(numbered, numbered.user_id == people.c.user_id)
    return sa.select(sa.func.aggregate_strings(name, ",")).select_from(tables)


async def _crowd(s: AsyncSession, whom: Who, statement: sa.Select[Any]) -> int:
    [(text,)] = await rows_of(s, statement)
    return whom.crowd(text) if text else NOBODY
