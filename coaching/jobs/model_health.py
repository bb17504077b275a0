"""Store model status changes every few seconds; write nothing without a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from coaching.jobs.kind import Sweep
from coaching.llm.port import Watched
from coaching.services import model_health

if TYPE_CHECKING:
    from coaching.agents.engine import Engine

_log = structlog.get_logger(__name__)


async def run(engine: Engine) -> bool:
    """Store model status changes for the admin; return True if there were any."""
    report = engine.llm.health.news() if isinstance(engine.llm, Watched) else None
    if report is None or not isinstance(engine.llm, Watched):
        return False
    async with engine.db.system("model health", write=True) as s:
        causes = await model_health.keep(s, report, now=engine.clock.now())
    engine.llm.health.mark_reported(report)
    for cause in causes:
        _log.error("model_needs_an_admin", cause=cause)
    return True


MODEL_HEALTH = Sweep("model_health", run, every_seconds=5)
