"""Each five minutes: days that are over are added up for the admin's pages, late rows too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.metrics import keeping
from coaching.domains.metrics.days import basis_of
from coaching.jobs.kind import Sweep

if TYPE_CHECKING:
    from coaching.agents.engine import Engine


async def run(engine: Engine) -> int:
    """Add up what is missing; return how many days."""
    return await keeping.keep(engine.db, now=engine.clock.now(), basis=basis_of(engine.settings))


ROLL_UPS = Sweep("roll_ups", run, every_seconds=300)
