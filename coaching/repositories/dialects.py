"""SQL dialects: statements that SQLite and PostgreSQL write differently."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from coaching.models import UTCDateTime

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import Executable
    from sqlalchemy.orm import Mapped
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Base

LEASE = timedelta(seconds=12)
"""Others wait for it after a crash. A running turn renews it each second, a job every four."""


def on_postgres(s: AsyncSession) -> bool:
    """Return True if this unit talks to PostgreSQL."""
    return s.get_bind().dialect.name == "postgresql"


async def rows_of(unit: AsyncSession, statement: Executable) -> Sequence[Sequence[Any]]:
    """Return the rows of a statement over columns, whose types SQLModel's `exec` does not know."""
    rows = (await cast("Any", unit).exec(statement)).all()
    return cast("Sequence[Sequence[Any]]", rows)


def insert(s: AsyncSession, model: type[Base]) -> postgresql.Insert:
    """Return an INSERT that knows ON CONFLICT; the two dialects' forms are alike."""
    return insert_into(model, is_postgres=on_postgres(s))


def insert_into(model: type[Base], *, is_postgres: bool) -> postgresql.Insert:
    """Return the same for a statement that is made once for each dialect."""
    make = postgresql.insert if is_postgres else sqlite.insert
    return cast("postgresql.Insert", make(model))


def lease(s: AsyncSession) -> sa.ColumnElement[datetime | None]:
    """Return when a lease taken now ends: by the database's clock; never on SQLite.

    SQLite has one engine, and its lock says whether an earlier one is dead.
    """
    return lease_on(is_postgres=on_postgres(s))


def lease_on(*, is_postgres: bool) -> sa.ColumnElement[datetime | None]:
    """Return the same for a statement that is made once for each dialect."""
    if not is_postgres:
        return sa.literal(None, UTCDateTime())
    return sa.cast(sa.func.now() + LEASE, UTCDateTime())


def lease_is_over(column: Mapped[datetime | None]) -> sa.ColumnElement[bool]:
    """Return the condition that a lease has ended, by the database's clock (PostgreSQL)."""
    return column < sa.func.now()
