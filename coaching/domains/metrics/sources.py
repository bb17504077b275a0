"""What numbers are counted from: roll-ups of whole days, and rows where no roll-up holds them.

Both sides have the same columns, and a roll-up is made from the same rows (`keeping.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, func

from coaching.domains.metrics.models import ANY, CalledDay, CalledGroup, WrittenDay
from coaching.model_settings import LOCAL
from coaching.models import BehavioralIntel, ModelCall, Profile, Turn
from coaching.repositories.model_calls import uncached
from coaching.repositories.scope import within
from coaching.values.enums import TurnKind
from coaching.values.scope import EVERYBODY, Scope

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from coaching.domains.metrics.days import Kept, Piece, Split
    from coaching.llm.prices import PriceTable

    Rows = sa.Select[*tuple[Any, ...]]

STEP_MS = 50
"""Reply times are counted in steps of so many milliseconds, and percentiles are as exact."""
NO_STEP = -1
SUMS = (
    "calls",
    "input_tokens",
    "cache_read_tokens",
    "cache_write_5m_tokens",
    "cache_write_1h_tokens",
    "output_tokens",
    "microusd",
    "uncached_microusd",
)
GROUP_KEYS = ("tension", "stage", "language", "tier")
FILTERS_SET = frozenset({1, 2, len(GROUP_KEYS)})
"""`called_groups` has rows for so many filters at a time; three are read from the rows of all."""
CALL_KEYS = ("role", "provider", "model", "outcome", "step")


def written(
    kept: Kept,
    start: datetime,
    end: datetime,
    *,
    before: bool = False,
    scope: Scope = EVERYBODY,
) -> sa.Subquery:
    """Return messages of [start, end) as `user_id, conversation_id, day, messages`.

    A row may stand for several. With `before` (from a midnight on) everything earlier as well.
    """
    split = kept.split(start, end, before=before)
    sides: list[Rows] = []
    if split.has_days:
        table: Any = WrittenDay
        columns = (table.user_id, table.conversation_id, table.day, table.messages)
        sides.append(sa.select(*columns).where(*_of_days(table, split, kept)))
    if split.pieces or not sides:
        sides.append(turns_of(split.pieces))
    found = _together(sides, "found")
    people = within(scope, found.c.user_id)
    return sa.select(found).where(*people).subquery("written") if people else found


def turns_of(pieces: Sequence[Piece]) -> Rows:
    """Return the messages of pieces of days, one row each."""
    turn: Any = Turn
    at = turn.created_at
    return sa.select(
        turn.user_id,
        turn.conversation_id,
        _day(at, pieces).label("day"),
        sa.literal(1, sa.Integer).label("messages"),
    ).where(turn.kind == TurnKind.MESSAGE, _inside(at, pieces))


def called(
    kept: Kept, start: datetime, end: datetime, *, scope: Scope = EVERYBODY, provider: str = ""
) -> sa.Subquery:
    """Return model calls of [start, end) as a day, `CALL_KEYS` and `SUMS`, a row for several.

    Roll-ups know no people: those of a scope are the groups that had what the scope asks for when
    the day was added up, and without their times to the first word (`steps_of_groups`). The
    provider `local` are models on a machine of the house.
    """
    split = kept.split(start, end)
    sides: list[Rows] = []
    if split.has_days and scope == EVERYBODY:
        table: Any = CalledDay
        columns = [getattr(table, name) for name in ("day", *CALL_KEYS, *SUMS)]
        sides.append(sa.select(*columns).where(*_of_days(table, split, kept)))
    elif split.has_days:
        group: Any = CalledGroup
        keys = [getattr(group, name) for name in ("day", *CALL_KEYS[:-1])]
        sums = [getattr(group, name) for name in SUMS]
        columns = [*keys, sa.literal(NO_STEP, sa.Integer).label("step"), *sums]
        sides.append(sa.select(*columns).where(*_of_days(group, split, kept), *_in_groups(scope)))
    if split.pieces or not sides:
        rows = calls_of(split.pieces, kept.basis.prices)
        sides.append(rows.where(*within(scope, col(ModelCall.user_id))))
    found = _together(sides, "called")
    if not provider:
        return found
    return sa.select(found).where(_is_of(provider, found.c)).subquery("called_there")


def steps_of_groups(
    kept: Kept, start: datetime, end: datetime, *, scope: Scope, role: str, provider: str = ""
) -> sa.Select[Any] | None:
    """Return the calls by step that a scope's groups have in [start, end), a row for each."""
    split, group = kept.split(start, end), sa.inspect(CalledGroup).local_table.c
    if not split.has_days:
        return None
    there = [_is_of(provider, group)] if provider else []
    days = _of_days(group, split, kept)
    told = (group.role == role, group.steps.is_not(None))
    return sa.select(group.steps).where(*days, *_in_groups(scope), *told, *there)


def grouped_calls(pieces: Sequence[Piece], prices: PriceTable) -> sa.Subquery:
    """Return the model calls of pieces of days, one row each, with what their people have now."""
    call, profile, intel = (
        sa.inspect(table).local_table for table in (ModelCall, Profile, BehavioralIntel)
    )
    now = (
        func.coalesce(sa.cast(profile.c.tension_type, sa.Text), "").label("tension"),
        func.coalesce(sa.cast(intel.c.stage_of_change, sa.Text), "").label("stage"),
        func.coalesce(profile.c.locale, "").label("language"),
        func.coalesce(profile.c.tier, "").label("tier"),
    )
    tables = call.outerjoin(profile, profile.c.user_id == call.c.user_id)
    tables = tables.outerjoin(intel, intel.c.user_id == call.c.user_id)
    return calls_of(pieces, prices).add_columns(*now).select_from(tables).subquery("grouped")


def calls_of(pieces: Sequence[Piece], prices: PriceTable) -> Rows:
    """Return the model calls of pieces of days, one row each."""
    call: Any = ModelCall
    first = call.first_token_ms
    return sa.select(
        _day(call.created_at, pieces).label("day"),
        call.role,
        call.provider,
        call.model,
        call.outcome,
        func.coalesce(first - first % STEP_MS, NO_STEP).label("step"),
        sa.literal(1, sa.Integer).label("calls"),
        call.input_tokens,
        call.cache_read_tokens,
        call.cache_write_5m_tokens,
        call.cache_write_1h_tokens,
        call.output_tokens,
        func.coalesce(call.cost_microusd, 0).label("microusd"),
        uncached(prices).label("uncached_microusd"),
    ).where(_inside(call.created_at, pieces))


def place(day: Any, firsts: Sequence[date]) -> sa.ColumnElement[int]:  # noqa: ANN401 - a column
    """Return the index of the span of days that a day is in, -1 of an earlier one.

    `firsts` are the first days of the spans, oldest first; the last span has no end.
    """
    spans = ((day < first, index - 1) for index, first in enumerate(firsts))
    return sa.case(*spans, else_=len(firsts) - 1)


def _is_of(provider: str, calls: Any) -> sa.ColumnElement[bool]:  # noqa: ANN401 - columns
    is_local = calls.model.startswith(LOCAL, autoescape=True)
    return is_local if provider == "local" else sa.and_(calls.provider == provider, ~is_local)


def _in_groups(scope: Scope) -> list[sa.ColumnElement[bool]]:
    asked = {name: getattr(scope, name) for name in GROUP_KEYS}
    has_rows = sum(value is not None for value in asked.values()) in FILTERS_SET
    found: list[sa.ColumnElement[bool]] = []
    for name, value in asked.items():
        column = getattr(CalledGroup, name)
        if value is None:
            found.append(column == ANY if has_rows else column != ANY)
        else:
            found.append(column == str(value))
    return found


def _of_days(table: Any, split: Split, kept: Kept) -> list[sa.ColumnElement[bool]]:  # noqa: ANN401 - a table or its columns
    day = table.day
    conditions = [table.generation == kept.generation, day <= split.last]
    if split.first is not None:
        conditions.append(day >= split.first)
    if split.but:
        conditions.append(day.not_in(sorted(split.but)))
    return conditions


def _day(at: Any, pieces: Sequence[Piece]) -> sa.ColumnElement[date]:  # noqa: ANN401 - a column
    if not pieces:
        return sa.null().cast(sa.Date)
    *others, last = ((piece.end, sa.literal(piece.day, sa.Date())) for piece in pieces)
    return sa.case(*((at < end, day) for end, day in others), else_=last[1]) if others else last[1]


def _inside(at: Any, pieces: Sequence[Piece]) -> sa.ColumnElement[bool]:  # noqa: ANN401 - a column
    ranges: list[tuple[datetime | None, datetime]] = []
    for piece in pieces:
        if ranges and ranges[-1][1] == piece.start:
            ranges[-1] = (ranges[-1][0], piece.end)
        else:
            ranges.append((piece.start, piece.end))
    return sa.or_(
        sa.false(),
        *(at < end if start is None else sa.and_(at >= start, at < end) for start, end in ranges),
    )


def _together(sides: Sequence[Rows], name: str) -> sa.Subquery:
    return sides[0].subquery(name) if len(sides) == 1 else sa.union_all(*sides).subquery(name)
