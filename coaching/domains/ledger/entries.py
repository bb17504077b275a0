"""Entries of the ledger: read from the rows that agents wrote, never stored a second time.

So what a person has deleted is in no entry either.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import UUID

import sqlalchemy as sa
from sqlmodel import col, select

from coaching.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.enums import Role


class Kind(StrEnum):
    """What was written."""

    WIN = "win"
    CARD = "card"
    MEMORY = "memory"
    DREAM = "dream"
    GOAL = "goal"
    STEP = "step"
    STEP_CHANGE = "stepchange"
    DONE = "done"
    CHANGE = "change"
    PLAN = "plan"
    NOTE = "note"
    REMINDER = "reminder"
    MONEY = "money"


class Reason(StrEnum):
    """Why it was written: they said it, they said yes, a quote, or what the Strategist thought."""

    SAID = "said"
    AGREED = "agreed"
    QUOTE = "quote"
    THOUGHT = "thought"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that an agent wrote. `before` is what a change replaced."""

    kind: Kind
    row: UUID
    by: Role
    at: datetime
    text: str
    reason: Reason
    because: str = ""
    before: str = ""
    message_id: UUID | None = None
    can_undo: bool = True

    @property
    def id(self) -> str:
        """The entry's own name: its kind and its row."""
        return f"{self.kind}:{self.row}"

    @property
    def words(self) -> str:
        """All words of it, one part a line."""
        return "\n".join(part for part in (self.text, self.before, self.because) if part)

    @property
    def place(self) -> Place:
        """Its position in the list, for a cursor."""
        return Place(self.at, self.row)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in the list, which is sorted by time and, at the same instant, by row."""

    at: datetime
    row: UUID

    def __str__(self) -> str:
        return f"{self.at.isoformat()}_{self.row.hex}"

    @classmethod
    def of(cls, cursor: str) -> Place:
        """Return the place of a cursor; raise InvalidInput for anything else."""
        at, _, row = cursor.partition("_")
        try:
            written = datetime.fromisoformat(at)
            place = cls(written.astimezone(UTC), UUID(row))
        except (ValueError, OverflowError) as error:
            raise InvalidInput({"before": "not a cursor of this list"}) from error
        if written.tzinfo is None:
            raise InvalidInput({"before": "not a cursor of this list"})
        return place


@dataclass(frozen=True, slots=True)
class Source:
    """One kind of entry: how its newest ones are read, and how one of them is undone.

    `undo` returns what `services.undo.take_back` needs to bring it back, or nothing.
    """

    kind: Kind
    read: Callable[[AsyncSession, UUID, Place | None, int], Awaitable[list[Entry]]]
    undo: Callable[[AsyncSession, UUID, UUID, datetime], Awaitable[Removed]]


@dataclass(frozen=True, slots=True)
class Removed:
    """What was undone: `kind` and `kept` bring it back, if it can be."""

    kind: str = ""
    kept: dict[str, Any] | None = None


async def newest(
    s: AsyncSession,
    table: type[Any],
    *where: sa.ColumnElement[bool] | bool,
    before: Place | None,
    limit: int,
    by: str = "created_at",
) -> Sequence[Any]:
    """Return rows of a table, newest first; `by` is the column with their time."""
    at, row = col(getattr(table, by)), col(table.id)
    statement = select(table).where(*where)
    if before is not None:
        statement = statement.where(
            sa.or_(at < before.at, sa.and_(at == before.at, row < before.row))
        )
    return (await s.exec(statement.order_by(at.desc(), row.desc()).limit(limit))).all()
