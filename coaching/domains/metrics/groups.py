"""What many people share, and whom the agents should see to; each needs a system unit.

Words that fewer people share than asked for never leave the database.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import col, func

from coaching.domains.metrics.daily import unanswered
from coaching.domains.metrics.done import by_tension, done
from coaching.domains.metrics.kinds import Kind
from coaching.models import BehavioralIntel, CoachingBriefing, ObserverSignal, Profile
from coaching.repositories.dialects import on_postgres, rows_of
from coaching.values.enums import SignalType, Stage, Tension

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.done import Who

MOST_SHARED = 12
MOST_WAITING = 20


@dataclass(frozen=True, slots=True)
class Waiting:
    """An urgent signal that no briefing has followed yet."""

    user_id: UUID
    kind: SignalType
    at: datetime


@dataclass(frozen=True, slots=True)
class Seen:
    """How often signals were seen, and with how many people."""

    times: int
    people: int


async def waiting(s: AsyncSession, since: datetime) -> Sequence[Waiting]:
    """Return the urgent signals that wait, the oldest first."""
    at = col(ObserverSignal.created_at)
    statement = (
        sa.select(col(ObserverSignal.user_id), col(ObserverSignal.signal_type), at)
        .where(*unanswered(since))
        .order_by(at)
        .limit(MOST_WAITING)
    )
    return [Waiting(row[0], SignalType(row[1]), row[2]) for row in await rows_of(s, statement)]


async def shared_triggers(s: AsyncSession, smallest: int) -> Sequence[tuple[str, int]]:
    """Return the triggers that so many people or more have, and how many have each."""
    return await _shared(s, col(BehavioralIntel.triggers), None, smallest)


async def shared_words(s: AsyncSession, smallest: int) -> Sequence[tuple[str, int]]:
    """Return the words for feelings that so many people or more use, and how many use each."""
    return await _shared(s, col(BehavioralIntel.emotional_vocabulary), "used_words", smallest)


async def signals_by_tension(
    s: AsyncSession, whom: Who, start: datetime, end: datetime
) -> Mapping[tuple[Tension, SignalType], Seen]:
    """Return the sure signals of [start, end) by the tension that people have now."""
    [lines] = await done(s, Kind.SIGNAL, whom, (start, end))
    times, people = Counter[tuple[Tension, str]](), defaultdict[tuple[Tension, str], int](int)
    for tension, those in (await by_tension(s, whom)).items():
        if tension is None:
            continue
        for _, kind, tally in lines:
            times[tension, kind] += tally.times(those)
            people[tension, kind] |= tally.people & those
    return {
        (tension, SignalType(kind)): Seen(count, people[tension, kind].bit_count())
        for (tension, kind), count in times.items()
        if count
    }


async def stages_now(s: AsyncSession) -> Mapping[Stage, int]:
    """Return how many people have which stage in their newest briefing."""
    newest, briefing = _newest(sa.true()), sa.inspect(CoachingBriefing).local_table
    stage = briefing.c.stage_of_change
    statement = (
        sa.select(stage, func.count()).join(newest, _is_version(briefing.c, newest)).group_by(stage)
    )
    return {Stage(row[0]): int(row[1]) for row in await rows_of(s, statement)}


async def open_lenses(
    s: AsyncSession, statuses: Collection[str]
) -> Mapping[tuple[str, Tension], int]:
    """Return how many people's newest briefings have a lens in one of the statuses, by tension."""
    newest, briefing = _newest(sa.true()), sa.inspect(CoachingBriefing).local_table
    profile, column = sa.inspect(Profile).local_table, briefing.c.growth_edges
    if on_postgres(s):
        lens: Any = func.jsonb_each(column).table_valued("key", "value", name="lens")
        lens = lens.render_derived().lateral()
        status: Any = func.jsonb_extract_path_text(lens.c.value, sa.literal("status", sa.Text))
    else:
        lens = func.json_each(column).table_valued("key", "value", name="lens")
        status = func.json_extract(lens.c.value, "$.status")
    tables = briefing.join(newest, _is_version(briefing.c, newest))
    tables = tables.join(profile, profile.c.user_id == briefing.c.user_id)
    statement = (
        sa.select(lens.c.key, profile.c.tension_type, func.count())
        .select_from(sa.join(tables, lens, sa.true()))
        .where(profile.c.tension_type.is_not(None), status.in_(sorted(statuses)))
        .group_by(lens.c.key, profile.c.tension_type)
    )
    rows = await rows_of(s, statement)
    return {(str(name), Tension(tension)): int(people) for name, tension, people in rows}


async def stage_moves(s: AsyncSession, since: datetime) -> Mapping[tuple[Stage, Stage], int]:
    """Return how many people moved from one stage to another, or stayed.

    From their newest briefing before an instant to their newest one; people without one are left
    out.
    """
    before = _newest(col(CoachingBriefing.created_at) < since)
    after = _newest(sa.true())
    then: Any = aliased(CoachingBriefing)
    now: Any = aliased(CoachingBriefing)
    statement = (
        sa.select(then.stage_of_change, now.stage_of_change, func.count())
        .select_from(before)
        .join(after, after.c.user_id == before.c.user_id)
        .join(then, _is_version(then, before))
        .join(now, _is_version(now, after))
        .group_by(then.stage_of_change, now.stage_of_change)
    )
    return {(Stage(row[0]), Stage(row[1])): int(row[2]) for row in await rows_of(s, statement)}


def _newest(condition: sa.ColumnElement[bool]) -> sa.Subquery:
    owner: Any = col(CoachingBriefing.user_id)
    return (
        sa.select(owner.label("user_id"), func.max(col(CoachingBriefing.version)).label("version"))
        .where(condition)
        .group_by(owner)
        .subquery()
    )


def _is_version(briefing: Any, newest: sa.Subquery) -> sa.ColumnElement[bool]:  # noqa: ANN401 - an alias
    return sa.and_(briefing.user_id == newest.c.user_id, briefing.version == newest.c.version)


async def _shared(
    s: AsyncSession,
    column: Any,  # noqa: ANN401 - a column
    key: str | None,
    smallest: int,
) -> Sequence[tuple[str, int]]:
    item, words = _items(column, key, is_postgres=on_postgres(s))
    words = func.lower(func.trim(words))
    people = func.count(sa.distinct(col(BehavioralIntel.user_id)))
    statement = (
        sa.select(words.label("words"), people.label("people"))
        .select_from(sa.join(BehavioralIntel, item, sa.true()))
        .group_by(sa.text("words"))
        .having(people >= smallest, sa.func.min(words) != "")
        .order_by(people.desc(), sa.text("words"))
        .limit(MOST_SHARED)
    )
    return [(str(text), int(count)) for text, count in await rows_of(s, statement)]


def _items(column: Any, key: str | None, *, is_postgres: bool) -> tuple[Any, Any]:  # noqa: ANN401 - SQL
    """Return a JSON list as a table, and the text of each of its items."""
    if is_postgres:
        items = column if key is None else func.jsonb_extract_path(column, sa.literal(key, sa.Text))
        each = func.jsonb_array_elements(items).table_valued("value", name="item")
        each = each.render_derived().lateral()
        return each, func.jsonb_extract_path_text(each.c.value, sa.literal("text", sa.Text))
    asked = (column,) if key is None else (column, f"$.{key}")
    each = func.json_each(*asked).table_valued("value", "type", name="item")
    return each, sa.case((each.c.type == "object", func.json_extract(each.c.value, "$.text")))
