"""Delete expired rows, once an hour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.practices import service as practices
from coaching.domains.privacy import pruning
from coaching.domains.sign_in import links
from coaching.jobs.kind import Sweep

if TYPE_CHECKING:
    from coaching.agents.engine import Engine


async def run(engine: Engine) -> None:
    """Delete expired rows."""
    await pruning.prune(engine.db, engine.settings, now=engine.clock.now())
    async with engine.db.system("clean-up", write=True) as s:
        await practices.expire(s, now=engine.clock.now())
        await links.forget(s, now=engine.clock.now())


CLEAN_UP = Sweep("clean_up", run, every_seconds=3600)
