"""Each minute: what today's calls cost, so that a turn can ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.jobs.kind import Sweep
from coaching.services import costs

if TYPE_CHECKING:
    from coaching.agents.engine import Engine


async def run(engine: Engine) -> int:
    """Add up today's calls."""
    async with engine.db.system("cost check", write=True) as s:
        return await costs.check(s, engine.settings, now=engine.clock.now())


COST_CHECK = Sweep("cost_check", run, every_seconds=60)
