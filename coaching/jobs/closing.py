"""When a session has ended: its closing note by a model, seconds later (ADR 0053).

The note by rules is there already, and stays if there is no model, if danger was in the session,
or if nothing that the model wrote may be shown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

import structlog

from coaching.agents.call_recorder import Book, user_hash
from coaching.agents.closing import fitting, write_note
from coaching.agents.fallback import llm_for
from coaching.agents.input_loaders import load_for_closing
from coaching.errors import OutsideWorld
from coaching.jobs.kind import JobKind, finish, owner_of
from coaching.repositories import profiles
from coaching.rules.model_choice import choose
from coaching.services import consent, corrections, model_calls, sessions
from coaching.services.do_not_repeat import unspoken
from coaching.services.jobs import CLOSING
from coaching.services.model_calls import Caller
from coaching.values.enums import Role

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.engine import Engine
    from coaching.models import Job
    from coaching.values.closing import ClosingContext

_log = structlog.get_logger(__name__)


async def run(engine: Engine, job: Job) -> None:
    """Write the note; whatever goes wrong with the model, the one by rules becomes final."""
    owner = owner_of(job)
    context = await _context(engine, job)
    llm = await llm_for(engine, owner, Role.CLOSING)
    reason = choose(engine.settings, Role.CLOSING).reason
    caller = Caller(owner, Role.CLOSING, llm.name, job_id=job.id, reason=reason)
    book, note = Book(caller, engine.clock, engine.cost_gate), ""
    if context is not None and llm.name != "offline":
        try:
            note = await write_note(llm, context, book=book, user_hash=user_hash(owner))
        except OutsideWorld as error:
            _log.warning("closing_note_failed", job_id=str(job.id), reason=error.kind)
    engine.reached("closing.answered")
    async with engine.db.unit(owner, write=True) as s:
        await profiles.hold(s, owner)
        if context is not None:
            # What was corrected while the model was writing binds it too.
            binding = await corrections.binding(s, owner)
            told = replace(context, corrections=binding)
            note = fitting(note, told, await unspoken(s, owner))
        await sessions.take_note(s, owner, _session_id(job), note)
        await model_calls.record(s, book.take())
        await finish(engine, s, job)


async def _context(engine: Engine, job: Job) -> ClosingContext | None:
    owner, now = owner_of(job), engine.clock.now()
    async with engine.db.unit(owner) as s:
        if not await consent.is_valid(s, owner, engine.settings):
            return None
        return await load_for_closing(s, owner, _session_id(job), at=now)


def _session_id(job: Job) -> UUID:
    return UUID(job.payload["conversation_id"])


async def _gave_up(s: AsyncSession, job: Job) -> None:
    """Stop waiting for the note of a job that broke."""
    await sessions.take_note(s, owner_of(job), _session_id(job), "")


KIND = JobKind(CLOSING, run, at_once=8, gave_up=_gave_up)
