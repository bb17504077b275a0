"""Each minute: deleted words leave the files of SQLite."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from coaching.jobs.kind import Sweep
from coaching.repositories import secure_delete
from coaching.repositories.engines import sqlite_file

if TYPE_CHECKING:
    from coaching.agents.engine import Engine


async def run(engine: Engine) -> None:
    """Truncate the write-ahead log; after a deletion, merge the search index first."""
    if engine.db.is_postgres:
        return
    async with engine.db.system("tidy") as s:
        at = await secure_delete.noted(s)
    file = sqlite_file(engine.settings.database)
    is_tidy = await asyncio.to_thread(secure_delete.tidy, file, index=bool(at))
    if at and is_tidy:
        async with engine.db.system("tidy", write=True) as s:
            await secure_delete.forget_note(s, at)


TIDY = Sweep("tidy", run, every_seconds=60)
