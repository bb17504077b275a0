"""A briefing in a batch, at half price, after a session has ended (ADR 0049 and 0053).

The job hands the request in, keeps the batch's id in its payload and looks again every few
minutes, also after a restart. Whatever goes wrong, and when the person comes back, it runs at once.
A second job deletes the batch at the provider: when its answer was taken, and after a day at most.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import structlog

from coaching.errors import LLMUnavailable, OutsideWorld
from coaching.jobs.kind import owner_of
from coaching.llm.port import Batching, CallFacts, Done, facts_of
from coaching.repositories import batches
from coaching.services import batches as waiting
from coaching.services.jobs import LEFT_AT
from coaching.services.model_calls import STOPPED
from coaching.values.strategy import StrategistAnswer

if TYPE_CHECKING:
    from pydantic import JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.call_recorder import Book
    from coaching.agents.engine import Engine
    from coaching.llm.port import LLM, Request
    from coaching.models import Job

LOOK_EVERY = timedelta(minutes=5)
GIVEN_UP_AFTER = timedelta(hours=25)
"""A batch ends after 24 hours at the latest."""
WAITING = (LEFT_AT, batches.BATCH)
_log = structlog.get_logger(__name__)


class Waits(Exception):
    """The job waits for its batch: there is nothing to write yet."""


@dataclass(frozen=True, slots=True)
class Batch:
    """A request that was handed in: the batch's id, when, and a hash of what it had read."""

    id: str
    at: datetime
    read: str

    @classmethod
    def of(cls, job: Job) -> Batch | None:
        """Return the batch that a job waits for, if it does."""
        kept = job.payload.get(batches.BATCH)
        if kept is None:
            return None
        return cls(kept["id"], datetime.fromisoformat(kept["at"]), kept["read"])

    def as_json(self) -> dict[str, JsonValue]:
        """Return what the payload keeps."""
        return {"id": self.id, "at": self.at.isoformat(), "read": self.read}


async def first_answer(
    engine: Engine, job: Job, request: Request, llm: LLM, book: Book
) -> Done | None:
    """Return the answer of the batch; None if the model is to be asked at once, or raise `Waits`.

    `llm` would answer now; the offline coach needs no batch. `book` gets what an unused one cost.
    """
    batch = Batch.of(job)
    if batch is not None:
        return await _answer_of(engine, job, batch, request, book)
    if llm is engine.llm and await _may_wait(engine, job):
        await _hand_in(engine, job, request)
    return None


async def forget(engine: Engine, batch: Batch | None) -> None:
    """Have a batch deleted at the provider: its answer was taken, or nobody wants it any more."""
    if batch is None:
        return
    async with engine.db.system("forget a batch", write=True) as s:
        await waiting.forget(s, batch.id, now=engine.clock.now())


async def ask_directly(s: AsyncSession, job: Job) -> None:
    """Let a job that failed wait for no batch when it is tried again."""
    if LEFT_AT in job.payload:
        left = {name: job.payload[name] for name in job.payload if name not in WAITING}
        await batches.change_payload(s, owner_of(job), job, left)


async def _may_wait(engine: Engine, job: Job) -> bool:
    if not engine.settings.strategist_batch:
        return False
    if engine.settings.is_local or not isinstance(engine.llm, Batching):
        return False
    return not await _is_here(engine, job)


async def _is_here(engine: Engine, job: Job) -> bool:
    owner, left_at = owner_of(job), waiting.left_at(job)
    if left_at is None:
        return True
    read, now = UUID(job.payload["conversation_id"]), engine.clock.now()
    async with engine.db.unit(owner) as s:
        return await waiting.is_here(s, owner, read, left_at=left_at, now=now)


async def _hand_in(engine: Engine, job: Job, request: Request) -> None:
    """Hand the request in and wait; return if the service takes no batch."""
    if not isinstance(engine.llm, Batching):
        raise TypeError("no batches there")
    try:
        batch_id = await engine.llm.ask_later(request, StrategistAnswer)
    except OutsideWorld as error:
        _log.warning("batch_not_taken", job_id=str(job.id), reason=error.kind)
        return
    engine.reached("batch.handed_in")
    await _wait(engine, job, Batch(batch_id, engine.clock.now(), _hash(request)))


async def _wait(engine: Engine, job: Job, batch: Batch) -> None:
    owner, now = owner_of(job), engine.clock.now()
    async with engine.db.system("wait for a batch", write=True) as s:
        last = batch.at + GIVEN_UP_AFTER
        await batches.forget_at(s, batch.id, at=last, now=now)
        is_ours = await batches.wait(s, owner, job, run_at=now + LOOK_EVERY, batch=batch.as_json())
        if not is_ours:
            await waiting.forget(s, batch.id, now=now)
    if is_ours and await _is_here(engine, job):
        # They came back while the job was taking its place: see `accounts.signed_in`.
        async with engine.db.unit(owner, write=True) as s:
            await batches.stop_waiting(s, owner, now=now)
    raise Waits


async def _answer_of(
    engine: Engine, job: Job, batch: Batch, request: Request, book: Book
) -> Done | None:
    found = await _looked_up(engine, job, batch, request)
    if isinstance(found, Done) and batch.read == _hash(request):
        return found
    is_late = engine.clock.now() >= batch.at + GIVEN_UP_AFTER
    if found is None and not is_late and not await _is_here(engine, job):
        await _wait(engine, job, batch)
    _log.info("batch_not_used", job_id=str(job.id), reason=_why(found))
    if isinstance(found, Done):
        book.paid(request, CallFacts(found.model, found.request_id, found.usage), STOPPED)
    elif found is not None and facts_of(found).usage.known:
        book.paid(request, facts_of(found), found.kind)
    await forget(engine, batch)
    return None


async def _looked_up(
    engine: Engine, job: Job, batch: Batch, request: Request
) -> Done | OutsideWorld | None:
    if not isinstance(engine.llm, Batching):
        return LLMUnavailable("the model that was asked is gone", kind="batch_lost")
    try:
        return await engine.llm.answered_later(batch.id, request)
    except OutsideWorld as error:
        _log.warning("batch_not_reached", job_id=str(job.id), reason=error.kind)
        return None if error.retryable else error


def _why(found: Done | OutsideWorld | None) -> str:
    if isinstance(found, OutsideWorld):
        return found.kind
    return "not done" if found is None else "what it read has changed"


def _hash(request: Request) -> str:
    read = [str(message.content) for message in request.messages]
    return hashlib.sha256("".join(read).encode()).hexdigest()
