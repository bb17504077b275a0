"""Delete expired rows and old files of exports, once an hour."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.practices import service as practices
from coaching.domains.privacy import exports, pruning
from coaching.domains.reminders import queries as reminders
from coaching.domains.sign_in import links
from coaching.jobs.kind import Sweep

if TYPE_CHECKING:
    from coaching.agents.engine import Engine

REMINDERS_KEPT = timedelta(days=90)


async def run(engine: Engine) -> None:
    """Delete expired rows and old files of exports."""
    await pruning.prune(engine.db, engine.settings, now=engine.clock.now())
    async with engine.db.system("clean-up", write=True) as s:
        await practices.expire(s, now=engine.clock.now())
        await links.forget(s, now=engine.clock.now())
        await reminders.remove_old(s, before=engine.clock.now() - REMINDERS_KEPT)
    await asyncio.to_thread(exports.delete_old, engine.settings, now=engine.clock.now())


CLEAN_UP = Sweep("clean_up", run, every_seconds=3600)
