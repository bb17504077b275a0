"""Partial texts of all running turns, written together once per tick.

`add` and `drop` never wait. `flush` is one transaction for all people, hence a system unit; on
PostgreSQL it also extends the lease of every turn that is being written here, silent ones too.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from coaching.errors import ToneyError
from coaching.models import Turn
from coaching.repositories.dialects import LEASE
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from sqlalchemy.ext.asyncio import AsyncConnection
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db

Key = tuple["UUID", int]
"""A turn and the fence of its claim."""

_SQLITE = (
    sa.text(
        "UPDATE turns SET partial = partial || :delta "
        "WHERE id = :id AND fence = :fence AND status = 'running'"
    )
).bindparams(sa.bindparam("id", type_=sa.Uuid()))
_POSTGRES = sa.text(
    "UPDATE turns SET partial = partial || j.delta, "
    "lease_until = now() + make_interval(secs => :lease) "
    "FROM jsonb_to_recordset(CAST(:batch AS jsonb)) AS j(id uuid, fence int, delta text) "
    "WHERE turns.id = j.id AND turns.fence = j.fence AND turns.status = 'running' "
    "RETURNING turns.id"
)


class PartialWriter:
    """Buffers what running turns say between two ticks."""

    def __init__(self, db: Db) -> None:
        self._db = db
        self._buffer: dict[Key, list[str]] = {}

    def add(self, turn_id: UUID, fence: int, text: str = "") -> None:
        """Append text to a running turn; the first call, also without text, begins its lease."""
        pieces = self._buffer.setdefault((turn_id, fence), [])
        if text:
            pieces.append(text)

    def drop(self, turn_id: UUID, fence: int) -> None:
        """Forget a turn: call it before the unit that ends the turn."""
        self._buffer.pop((turn_id, fence), None)

    async def flush(self) -> list[Key]:
        """Write what came since the last call; return the turns that are no longer ours."""
        batch = {
            key: "".join(pieces)
            for key, pieces in self._buffer.items()
            if pieces or self._db.is_postgres
        }
        if not batch:
            return []
        for key in batch:
            self._buffer[key] = []
        try:
            async with self._db.system("partials", write=True) as s:
                lost = await _write(s, batch)
        except (ToneyError, DBAPIError):
            self._put_back(batch)
            raise
        # A turn that ended meanwhile was dropped: its row is not running, and that is right.
        return [key for key in lost if key in self._buffer]

    def _put_back(self, batch: dict[Key, str]) -> None:
        for key, text in batch.items():
            if key in self._buffer:
                self._buffer[key].insert(0, text)


async def _write(s: AsyncSession, batch: dict[Key, str]) -> list[Key]:
    connection = await s.connection()
    if connection.dialect.name == "postgresql":
        return await _write_postgres(connection, batch)
    return await _write_sqlite(connection, batch)


async def _write_sqlite(connection: AsyncConnection, batch: dict[Key, str]) -> list[Key]:
    rows = [{"id": key[0], "fence": key[1], "delta": text} for key, text in batch.items()]
    result = await connection.execute(_SQLITE, rows)
    if result.rowcount == len(rows):
        return []
    table = sa.inspect(Turn).local_table
    found = await connection.execute(
        sa.select(table.c.id, table.c.fence).where(
            table.c.id.in_([turn_id for turn_id, _ in batch]),
            table.c.status == TurnStatus.RUNNING,
        )
    )
    return _missing(batch, [(turn_id, fence) for turn_id, fence in found])


async def _write_postgres(connection: AsyncConnection, batch: dict[Key, str]) -> list[Key]:
    rows = [{"id": str(key[0]), "fence": key[1], "delta": text} for key, text in batch.items()]
    result = await connection.execute(
        _POSTGRES, {"batch": json.dumps(rows), "lease": LEASE.seconds}
    )
    written = {turn_id for (turn_id,) in result}
    return [key for key in batch if key[0] not in written]


def _missing(batch: dict[Key, str], found: Sequence[Key]) -> list[Key]:
    return [key for key in batch if key not in set(found)]
