"""What another engine, or time, does to the rows while a test looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching


async def change(coaching: Coaching, statement: str) -> None:
    """Change rows behind the engine's back."""
    async with coaching.db.system("test", write=True) as s:
        await (await s.connection()).exec_driver_sql(statement)


async def leases_end(coaching: Coaching) -> None:
    """Let the leases end: PostgreSQL's clock cannot be moved, SQLite has none."""
    if coaching.db.is_postgres:
        await change(coaching, "UPDATE turns SET lease_until = now() - interval '1 second'")
