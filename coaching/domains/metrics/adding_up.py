"""Adds days up from the rows: what one step of the job `roll_ups` writes."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import func

from coaching.domains.metrics import numbers
from coaching.domains.metrics.days import KEY, Kept
from coaching.domains.metrics.done import Who, counted
from coaching.domains.metrics.kinds import Kind
from coaching.domains.metrics.models import ANY, CalledDay, CalledGroup, DoneDay, WrittenDay
from coaching.domains.metrics.sources import (
    CALL_KEYS,
    FILTERS_SET,
    GROUP_KEYS,
    NO_STEP,
    SUMS,
    calls_of,
    grouped_calls,
    turns_of,
)
from coaching.repositories.dialects import on_postgres

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.days import Piece
    from coaching.domains.metrics.models import RollUp
    from coaching.domains.metrics.sources import Rows


async def add_up(s: AsyncSession, pieces: Sequence[Piece], zones: Kept, state: RollUp) -> None:
    """Add days up from the rows, in place of what was there.

    What is known of each person changes only with the days that pages read.
    """
    if not pieces:
        return
    days, generation = [piece.day for piece in pieces], state.generation
    turns, calls = turns_of(pieces).subquery(), calls_of(pieces, zones.basis.prices).subquery()
    keys = ("user_id", "conversation_id", "day")
    if state.key == KEY:
        await numbers.mark(s, days, generation)
    await _replace(s, WrittenDay, days, _summed(turns, keys, ("messages",)), generation)
    if state.key == KEY:
        await numbers.count_sessions(s, days, generation)
    called = _summed(calls, ("day", *CALL_KEYS), SUMS)
    await _replace(s, CalledDay, days, called, generation)
    groups = _by_group(pieces, zones, is_postgres=on_postgres(s))
    await _replace(s, CalledGroup, days, groups, generation)
    await _add_up_people(s, pieces, zones, state)


async def _add_up_people(
    s: AsyncSession, pieces: Sequence[Piece], zones: Kept, state: RollUp
) -> None:
    days = [piece.day for piece in pieces]
    await s.exec(sa.delete(DoneDay).where(*_made(DoneDay, days, state.generation)))
    whom = Who(Kept(zones.basis, until=days[0], numbers=state.numbers))
    spans = [(piece.start, piece.end) for piece in pieces if piece.start is not None]
    for kind in Kind:
        for (start, _), names in (await counted(s, kind, whom, spans)).items():
            for name, tally in names.items():
                row = DoneDay(
                    generation=state.generation,
                    kind=kind.value,
                    day=zones.day_of(start),
                    name=name,
                    times=tally.times(),
                    people=tally.pack(),
                )
                s.add(row)
    await s.flush()


def _summed(found: sa.Subquery, keys: Sequence[str], sums: Sequence[str]) -> Rows:
    by = [found.c[key] for key in keys]
    return sa.select(*by, *(func.sum(found.c[name]).label(name) for name in sums)).group_by(*by)


def _by_group(pieces: Sequence[Piece], zones: Kept, *, is_postgres: bool) -> Rows:
    """Return calls by one, two and all filters, by what their people have now."""
    keys = ("day", *GROUP_KEYS, *CALL_KEYS)
    each = _summed(grouped_calls(pieces, zones.basis.prices), keys, SUMS).cte("each")
    found = [
        _filtered(each, is_set, is_postgres=is_postgres)
        for is_set in product((True, False), repeat=len(GROUP_KEYS))
        if sum(is_set) in FILTERS_SET
    ]
    columns = ("day", *GROUP_KEYS, *CALL_KEYS[:-1], *SUMS, "steps")
    both = sa.union_all(*found).subquery()
    return sa.select(*(both.c[name] for name in columns))


def _filtered(each: sa.CTE, is_set: Sequence[bool], *, is_postgres: bool) -> Rows:
    """Return calls by the filters that are set, their times to the first word as one JSON."""
    by = [each.c.day, *(each.c[name] for name in CALL_KEYS)]
    wanted = dict(zip(GROUP_KEYS, is_set, strict=True))
    by += [each.c[name] for name, is_wanted in wanted.items() if is_wanted]
    sums = [func.sum(each.c[name]).label(name) for name in SUMS]
    steps_apart = sa.select(*by, *sums).group_by(*by).subquery()
    of = steps_apart.c
    rest = [sa.literal(ANY).label(name) for name, is_wanted in wanted.items() if not is_wanted]
    by = [of[column.name] for column in by if column.name != "step"]
    listed = func.jsonb_object_agg if is_postgres else func.json_group_object
    steps: Any = listed(sa.cast(of.step, sa.Text), of.calls)
    told = steps.filter(of.step != NO_STEP)
    told = told if is_postgres else func.nullif(told, "{}")
    columns = {column.name: column for column in (*by, *rest)}
    ordered = [columns[name] for name in ("day", *GROUP_KEYS, *CALL_KEYS[:-1])]
    added = [func.sum(of[name]).label(name) for name in SUMS]
    return sa.select(*ordered, *added, told.label("steps")).group_by(*by)


async def _replace(
    s: AsyncSession,
    table: Any,  # noqa: ANN401 - a table
    days: Sequence[date],
    made: Rows,
    generation: int,
) -> None:
    await s.exec(sa.delete(table).where(*_made(table, days, generation)))
    names = [column.name for column in made.selected_columns]
    of_this = made.add_columns(sa.literal(generation, sa.Integer).label("generation"))
    await s.exec(sa.insert(table).from_select([*names, "generation"], of_this))


def _made(table: Any, days: Sequence[date], generation: int) -> tuple[Any, Any]:  # noqa: ANN401 - a table
    return table.generation == generation, table.day.in_(days)
