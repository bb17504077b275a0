"""The promises of the turn state machine as one query, for tests and for the metrics."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import sqlalchemy as sa

from coaching.models import UTCDateTime

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

LEASE_GRACE = timedelta(seconds=60)


async def violations(s: AsyncSession, now: datetime) -> list[tuple[str, str]]:
    """Return (invariant, subject) for each broken promise; needs a system unit."""
    connection = await s.connection()
    rows = await connection.execute(statement(), {"long_ago": now - LEASE_GRACE})
    return [(invariant, subject) for invariant, subject in rows]


@cache
def statement() -> sa.TextClause:
    """Return the query with its typed parameter."""
    script = files("coaching.repositories").joinpath("check_invariants.sql")
    return sa.text(script.read_text(encoding="utf-8")).bindparams(
        sa.bindparam("long_ago", type_=UTCDateTime())
    )
