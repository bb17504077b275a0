"""Each few seconds: how the models are, if that has changed; without news nothing is written."""

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
    """Keep the news of the models for the admin; say whether there were any."""
    report = engine.llm.health.news() if isinstance(engine.llm, Watched) else None
    if report is None or not isinstance(engine.llm, Watched):
        return False
    async with engine.db.system("model health", write=True) as s:
        causes = await model_health.keep(s, report, now=engine.clock.now())
    engine.llm.health.told(report)
    for cause in causes:
        _log.error("model_needs_an_admin", cause=cause)
    return True


MODEL_HEALTH = Sweep("model_health", run, every_seconds=5)
