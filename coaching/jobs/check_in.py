"""After a check-in with words: a reply, by the model or by a prepared line.

While the model's service is away, the reply stays pending and is tried again (B42).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from coaching.agents.call_recorder import Book, user_hash
from coaching.agents.check_in import reply_to
from coaching.agents.fallback import Absence, absence
from coaching.content import text
from coaching.domains.check_ins import service
from coaching.errors import LLMUnavailable, NotFound, OutsideWorld
from coaching.jobs.kind import JobKind, finish, owner_of
from coaching.repositories import profiles
from coaching.rules.model_choice import choose
from coaching.services import consent, model_calls
from coaching.services.model_calls import Caller
from coaching.text.language import language_of
from coaching.values.check_ins import CheckInContext, ReplyStatus
from coaching.values.enums import Role

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.engine import Engine
    from coaching.models import Job

BY_MODEL, PREPARED = "coach", "offline"
TOLD_WITH_IT = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A check-in that waits for a reply, its words, and whether a model may read them."""

    id: UUID
    words: str
    context: CheckInContext
    may_be_sent: bool


async def run(engine: Engine, job: Job) -> None:
    """Write the reply and end the job in one commit; without a check-in there is nothing to do."""
    owner = owner_of(job)
    asked = await _asked(engine, owner, UUID(job.payload[service.CHECK_IN]))
    if asked is None:
        return
    why = await absence(engine, owner, Role.COACH)
    if why is Absence.AWAY and asked.may_be_sent:
        raise LLMUnavailable("the model's service is away")
    if why is not Absence.NONE or not asked.may_be_sent:
        await _store(engine, job, asked, _prepared(asked.context), PREPARED, None)
        return
    reason = choose(engine.settings, Role.COACH).reason
    caller = Caller(owner, Role.COACH, engine.llm.name, job_id=job.id, reason=reason)
    book = Book(caller, engine.clock, engine.cost_gate)
    try:
        reply = await reply_to(engine.llm, asked.context, book=book, user_hash=user_hash(owner))
    except OutsideWorld:
        async with engine.db.unit(owner, write=True) as s:
            await model_calls.record(s, book.take())
        raise
    await _store(engine, job, asked, reply, BY_MODEL, book)


async def _asked(engine: Engine, owner: UUID, check_in_id: UUID) -> _Asked | None:
    async with engine.db.unit(owner) as s:
        try:
            row = await service.require(s, owner, check_in_id)
        except NotFound:
            return None
        if row.status is not ReplyStatus.PENDING:
            return None
        told = await service.told_since(s, owner, row.created_at - TOLD_WITH_IT)
        person = await profiles.require(s, owner)
        may_be_sent = await consent.is_valid(s, owner, engine.settings)
    shown = next((one for one in told if one.created_at == row.created_at), service.view(row))
    before = tuple(one for one in told if one.created_at < row.created_at)
    language = language_of([row.content], person.locale)
    return _Asked(row.id, row.content, CheckInContext(shown, before, language), may_be_sent)


async def _store(
    engine: Engine, job: Job, asked: _Asked, reply: str, agent: str, book: Book | None
) -> None:
    owner = owner_of(job)
    async with engine.db.unit(owner, write=True) as s:
        await service.replied(s, owner, asked.id, reply, to=asked.words, agent=agent)
        if book is not None:
            await model_calls.record(s, book.take())
        await finish(engine, s, job)


def _prepared(context: CheckInContext) -> str:
    return text(context.language, f"check_in.reply.{context.check_in.mood}")


async def _gave_up(s: AsyncSession, job: Job) -> None:
    """Mark the check-in as one without a reply, unless its new words wait for theirs."""
    check_in = UUID(job.payload[service.CHECK_IN])
    await service.not_replied(s, owner_of(job), check_in, asked_at=job.created_at)


KIND = JobKind(service.REPLY, run, at_once=4, gave_up=_gave_up)
