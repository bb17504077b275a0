"""Delete a batch at the provider, which would keep its request and its answer for 29 days."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.errors import LLMUnavailable
from coaching.jobs.kind import JobKind
from coaching.llm.port import Batching
from coaching.repositories.batches import BATCH, FORGET

if TYPE_CHECKING:
    from coaching.agents.engine import Engine
    from coaching.models import Job


async def run(engine: Engine, job: Job) -> None:
    """Cancel and delete a batch; one that is still being canceled is tried again later."""
    if not isinstance(engine.llm, Batching):
        return
    if not await engine.llm.forget_batch(job.payload[BATCH]):
        raise LLMUnavailable("the batch still runs", kind="batch_runs")


KIND = JobKind(FORGET, run, at_once=2)
