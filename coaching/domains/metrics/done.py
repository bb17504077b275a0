"""What people did, by day: from the sets of `done_days`, else from the rows.

Both sides are the same: for each day and name, how often each person did it (`crowds.Tally`).
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.domains.metrics import crowds
from coaching.domains.metrics.crowds import Tally, crowd
from coaching.domains.metrics.days import RAW, Kept
from coaching.domains.metrics.kinds import SOURCES, Kind
from coaching.domains.metrics.models import DoneDay, PersonNumber
from coaching.models import BehavioralIntel, Profile
from coaching.repositories.dialects import rows_of
from coaching.repositories.scope import having, within
from coaching.values.enums import Stage, Tension
from coaching.values.scope import EVERYBODY, Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.days import Piece, Split

    Span = tuple[datetime, datetime]
    Days = Mapping[date, Mapping[str, Tally]]

_LONGEST_NUMBER = 12


@dataclass(slots=True)
class Who:
    """Whom numbers are about: `people` are their numbers.

    Somebody who came after numbers were given gets one for as long as a page is counted.
    """

    kept: Kept = RAW
    scope: Scope = EVERYBODY
    people: int = crowds.EVERYBODY
    newcomers: dict[str, int] = field(default_factory=dict[str, int])
    groups: Mapping[tuple[str | None, str | None], int] | None = None

    @property
    def is_everybody(self) -> bool:
        """Return True if everybody is counted, and nobody was deleted."""
        return self.people == crowds.EVERYBODY

    def number(self, told: str) -> int:
        """Return a number of a text that has a number, or the id of somebody who has none."""
        if len(told) < _LONGEST_NUMBER and (number := int(told)) < self.kept.numbers:
            return number
        return self.newcomers.setdefault(told, self.kept.numbers + len(self.newcomers))

    def crowd(self, told: str) -> int:
        """Return the set that a text with commas tells."""
        with suppress(ValueError):  # an id is no number
            numbers = crowds.numbers_in(told)
            if numbers.max() < self.kept.numbers:
                return crowd(numbers)
        return crowd(map(self.number, told.split(",")))


async def who(s: AsyncSession, kept: Kept, scope: Scope = EVERYBODY) -> Who:
    """Return whom a scope means now; needs a system unit."""
    if kept.until is None:
        return Who(kept, scope)
    if scope == EVERYBODY:
        return Who(kept, scope, ~kept.gone)
    found = Who(kept, scope, crowds.from_number(kept.numbers))
    found.people |= crowds.union((await _groups(s, found)).values())
    return found


async def done(
    s: AsyncSession, kind: Kind, whom: Who, *spans: Span
) -> Sequence[Sequence[tuple[date, str, Tally]]]:
    """Return for each span what was done on which day under which name; a day may come twice."""
    splits = [whom.kept.split(*span) for span in spans]
    held = await _held(s, kind, whom, splits)
    cuts = _cuts(splits)
    raw = await counted(s, kind, whom, cuts)
    found: list[list[tuple[date, str, Tally]]] = []
    for split in splits:
        lines = [
            (day, name, tally)
            for day, names in held.items()
            if _has(split, day)
            for name, tally in names.items()
        ]
        for (start, end), names in raw.items():
            day = next((one.day for one in split.pieces if _is_in(one, start, end)), None)
            if day is not None:
                lines += [(day, name, tally) for name, tally in names.items()]
        found.append(lines)
    return found


async def times(
    s: AsyncSession, kind: Kind, whom: Who, span: Span
) -> Mapping[tuple[date, str], int]:
    """Return how often something was done in a span, by day and name."""
    split, found = whom.kept.split(*span), defaultdict[tuple[date, str], int](int)
    if whom.is_everybody and split.has_days:
        columns = (col(DoneDay.day), col(DoneDay.name), col(DoneDay.times))
        for day, name, count in await rows_of(s, _of_days(kind, whom.kept, [split], *columns)):
            if _has(split, day):
                found[day, name] += int(count)
        cuts = _cuts([split])
        for (start, end), names in (await counted(s, kind, whom, cuts)).items():
            day = next(one.day for one in split.pieces if _is_in(one, start, end))
            for name, tally in names.items():
                found[day, name] += tally.times()
        return found
    [lines] = await done(s, kind, whom, span)
    for day, name, tally in lines:
        found[day, name] += tally.times()
    return found


async def counted(
    s: AsyncSession, kind: Kind, whom: Who, spans: Sequence[Span]
) -> Mapping[Span, Mapping[str, Tally]]:
    """Count what was done from the rows, in spans that don't touch each other, oldest first."""
    found: defaultdict[Span, dict[str, Tally]] = defaultdict(dict)
    if not spans:
        return found
    source = SOURCES[kind]
    part = sa.case(
        *((source.at < end, index) for index, (_, end) in enumerate(spans)), else_=len(spans)
    )
    each = (
        sa.select(
            part.label("part"),
            source.name.label("name"),
            source.owner.label("owner"),
            source.times.label("times"),
        )
        .where(*source.where, during(source.at, spans), *within(whom.scope, source.owner))
        .group_by(sa.text("part"), sa.text("name"), sa.text("owner"))
        .subquery("each")
    ).c
    told: Any = sa.cast(each.owner, sa.Text)
    tables: Any = each.part.table
    if whom.kept.until is not None:
        numbered: Any = PersonNumber
        told = func.coalesce(sa.cast(numbered.number, sa.Text), told)
        tables = tables.outerjoin(numbered, numbered.user_id == each.owner)
    keys = (each.part, each.name, each.times)
    statement = sa.select(*keys, func.aggregate_strings(told, ",")).select_from(tables)
    groups: defaultdict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for index, name, count, people in await rows_of(s, statement.group_by(*keys)):
        groups[int(index), str(name)].append((whom.crowd(people), int(count)))
    for (index, name), crowds_ in groups.items():
        found[spans[index]][name] = Tally.of(crowds_)
    return found


async def by_tension(s: AsyncSession, whom: Who) -> Mapping[Tension | None, int]:
    """Return the people who have each tension now."""
    found = defaultdict[Tension | None, int](int)
    for (tension, _), people in (await _groups(s, whom)).items():
        found[Tension(tension) if tension else None] |= people
    for tension, person in await _newcomers(s, whom, Profile, "tension_type"):
        found[Tension(tension) if tension else None] |= person
    return found


async def by_stage(s: AsyncSession, whom: Who) -> Mapping[Stage | None, int]:
    """Return the people by their stage of change now; newcomers have no row with one yet."""
    found = defaultdict[Stage | None, int](int)
    for (_, stage), people in (await _groups(s, whom)).items():
        found[Stage(stage) if stage else None] |= people
    for stage, person in await _newcomers(s, whom, BehavioralIntel, "stage_of_change"):
        found[Stage(stage) if stage else None] |= person
    return found


def with_groups(tables: Any, person: Any) -> sa.Join:  # noqa: ANN401 - tables and a column
    """Join what tension and stage people have now, for all of them."""
    profile, intel = sa.inspect(Profile).local_table, sa.inspect(BehavioralIntel).local_table
    joined = sa.outerjoin(tables, profile, profile.c.user_id == person)
    return joined.outerjoin(intel, intel.c.user_id == person)


async def _groups(s: AsyncSession, whom: Who) -> Mapping[tuple[str | None, str | None], int]:
    """Return the people of the scope who have a number, by tension and stage; read once."""
    if whom.groups is None:
        whom.groups = {}
        keys = (col(Profile.tension_type), col(BehavioralIntel.stage_of_change))
        statement = (
            sa.select(*keys, listed(col(PersonNumber.number)))
            .select_from(with_groups(PersonNumber, col(PersonNumber.user_id)))
            .where(*having(whom.scope))
            .group_by(*keys)
        )
        rows = await rows_of(s, statement) if whom.kept.until is not None else ()
        whom.groups = {(tension, stage): whom.crowd(told) for tension, stage, told in rows}
    return whom.groups


async def _newcomers(
    s: AsyncSession, whom: Who, table: type[Profile | BehavioralIntel], column: str
) -> Sequence[tuple[str | None, int]]:
    """Return the value of a column that people without a number have now, and each as a set."""
    if not whom.newcomers:
        return []
    value, owner, numbered = getattr(table, column), col(table.user_id), col(PersonNumber.user_id)
    told_of = sa.select(value, sa.cast(owner, sa.Text))
    if whom.kept.until is not None:
        told_of = told_of.where(~sa.exists().where(numbered == owner))
    rows = await rows_of(s, told_of)
    return [(name, 1 << whom.newcomers[told]) for name, told in rows if told in whom.newcomers]


def during(at: Any, spans: Sequence[Span]) -> sa.ColumnElement[bool]:  # noqa: ANN401 - a column
    """Return the condition that an instant is in one of the spans, oldest first."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return sa.or_(sa.false(), *(sa.and_(at >= start, at < end) for start, end in joined))


async def _held(
    s: AsyncSession, kind: Kind, whom: Who, splits: Sequence[Split]
) -> Mapping[date, Mapping[str, Tally]]:
    """Return the sets of all days that one of the ranges has whole."""
    with_days = [split for split in splits if split.has_days]
    if not with_days:
        return {}
    columns = (col(DoneDay.day), col(DoneDay.name), col(DoneDay.people))
    found: defaultdict[date, dict[str, Tally]] = defaultdict(dict)
    for day, name, packed in await rows_of(s, _of_days(kind, whom.kept, with_days, *columns)):
        tally = Tally.unpack(packed)
        theirs = tally if whom.is_everybody else tally.among(whom.people)
        if theirs.people:
            found[day][name] = theirs
    return found


def _of_days(kind: Kind, kept: Kept, splits: Sequence[Split], *columns: Any) -> Any:  # noqa: ANN401
    day = col(DoneDay.day)
    first, last = (
        min(split.first for split in splits if split.first),
        max(split.last for split in splits if split.last),
    )
    stale = splits[0].but
    made = (col(DoneDay.generation) == kept.generation, col(DoneDay.kind) == kind.value)
    statement = sa.select(*columns).where(*made, day >= first, day <= last)
    return statement.where(day.not_in(sorted(stale))) if stale else statement


def _has(split: Split, day: date) -> bool:
    return split.has_days and split.first is not None and split.first <= day <= (split.last or day)


def _cuts(splits: Iterable[Split]) -> list[Span]:
    """Return the pieces of all ranges, cut so that none of them covers a part of another."""
    pieces = [
        (one.start, one.end) for split in splits for one in split.pieces if one.start is not None
    ]
    edges = sorted({edge for piece in pieces for edge in piece})
    return [
        (start, end)
        for start, end in pairwise(edges)
        if any(first <= start and end <= last for first, last in pieces)
    ]


def _is_in(piece: Piece, start: datetime, end: datetime) -> bool:
    return piece.start is not None and piece.start <= start and end <= piece.end


def listed(numbers: Any) -> sa.ColumnElement[str]:  # noqa: ANN401 - a column
    """Return numbers as one text: a row for each would take ten times as long to read."""
    return func.aggregate_strings(sa.cast(numbers, sa.Text), ",")
