"""Each ten minutes: what the newest briefings say and people share is counted for the admin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.metrics import intel
from coaching.jobs.kind import Sweep

if TYPE_CHECKING:
    from coaching.agents.engine import Engine


async def run(engine: Engine) -> None:
    """Count, and store it with the time of counting."""
    await intel.keep(engine.db, now=engine.clock.now())


INTEL = Sweep("intel", run, every_seconds=600)
