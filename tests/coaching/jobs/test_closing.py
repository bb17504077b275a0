"""The closing note of a session that has ended: by a model, seconds after the one by rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest
from pydantic import BaseModel
from sqlmodel import select

from coaching.agents.closing import ClosingNote
from coaching.errors import LLMTimeout, LLMUnavailable
from coaching.jobs import closing, sweep
from coaching.jobs.loop import JobLoop
from coaching.llm.scripted import ScriptedLLM, fails, parses
from coaching.models import ModelCall, Turn
from coaching.offline.llm import OfflineLLM
from coaching.repositories import conversations, job_recovery, jobs
from coaching.safety import screen
from coaching.services import consent, corrections, session_deletion, sessions
from coaching.services.corrections import Target
from coaching.services.jobs import CLOSING
from coaching.values.enums import JobStatus, Role, SafetyLevel, Verdict
from coaching.values.safety import ABUSE
from tests.support import factories
from tests.support.bare_engine import Killed
from tests.support.batched import SILENCE

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.errors import OutsideWorld
    from coaching.llm.port import Parsed, Request
    from coaching.models import Conversation, Job
    from coaching.services.sessions import Closing
    from tests.support.bare_engine import BareEngine


T = TypeVar("T", bound=BaseModel)
SAID = "I told Dan about the loan and he asked how he can help. On Saturday we open the letters."
NOTE = "You told Dan about the loan. On Saturday you open the letters together."
DICHO = "Hoy le conté a mi hermana lo del préstamo y el domingo vemos los números."
NOTA = "Le contaste a tu hermana lo del préstamo. El domingo ven los números."


def writes(note: str = NOTE) -> ScriptedLLM:
    return ScriptedLLM(closing=[parses(ClosingNote(note=note))])


async def talked(engine: BareEngine, said: str = SAID) -> Conversation:
    owner = await factories.person(engine.db)
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    await factories.exchange(engine.db, owner, session, said, at=engine.clock.now())
    return session


async def ended(engine: BareEngine, session: Conversation) -> Closing:
    """End a session by the button and return the closing that is there at once."""
    async with engine.db.unit(session.user_id, write=True) as s:
        return await sessions.end(s, session.user_id, at=engine.clock.now())


async def run(engine: BareEngine) -> None:
    await JobLoop(engine, [closing.KIND]).run_due()


async def shown(engine: BareEngine, session: Conversation) -> Closing:
    async with engine.db.unit(session.user_id) as s:
        return await sessions.closing(s, session.user_id, session.id)


async def calls(engine: BareEngine, owner: UUID) -> list[ModelCall]:
    async with engine.db.unit(owner) as s:
        return list((await s.exec(select(ModelCall).where(ModelCall.user_id == owner))).all())


async def job(engine: BareEngine, session: Conversation) -> Job | None:
    async with engine.db.unit(session.user_id) as s:
        return await jobs.with_key(s, session.user_id, f"{CLOSING}:{session.id}")


async def test_the_note_of_the_model_takes_the_place_of_that_by_rules(engine: BareEngine) -> None:
    engine.llm = llm = writes()
    session = await talked(engine)
    at_once = await ended(engine, session)

    await run(engine)

    now = await shown(engine, session)
    assert (now.note, now.one_line) == (NOTE, "You told Dan about the loan.")
    assert (at_once.is_final, now.is_final) == (False, True)
    assert at_once.note not in {"", NOTE}
    (request,) = llm.requests
    assert request.role is Role.CLOSING
    assert SAID in str(request.messages)
    (call,) = await calls(engine, session.user_id)
    assert (call.role, call.outcome, call.reason) == ("closing", "done", "reads")


async def test_a_session_that_ended_by_silence_has_its_note_too(engine: BareEngine) -> None:
    engine.llm = writes()
    session = await talked(engine)
    engine.clock.move(SILENCE)
    await sweep.run(engine)

    await run(engine)

    assert (await shown(engine, session)).note == NOTE


async def test_ended_twice_it_is_written_once(engine: BareEngine) -> None:
    engine.llm = llm = writes()
    session = await talked(engine)
    await ended(engine, session)
    await run(engine)
    await ended(engine, session)

    await run(engine)

    assert len(llm.requests) == 1


@pytest.mark.parametrize(
    "fault", [LLMUnavailable("away"), LLMTimeout("too long")], ids=["away", "too long"]
)
async def test_while_the_model_is_away_the_note_by_rules_stays(
    engine: BareEngine, fault: OutsideWorld
) -> None:
    engine.llm = ScriptedLLM(closing=[fails(fault)])
    session = await talked(engine)
    at_once = await ended(engine, session)

    await run(engine)

    now = await shown(engine, session)
    assert (now.note, now.is_final) == (at_once.note, True)
    row = await job(engine, session)
    assert row is not None
    assert row.status is JobStatus.DONE, "nobody waits for it any more"
    assert [call.outcome for call in await calls(engine, session.user_id)] == [fault.kind]


@pytest.mark.parametrize(
    ("level", "category"),
    [(SafetyLevel.CRISIS, "self_harm"), (SafetyLevel.CONCERN, ABUSE)],
    ids=["in danger", "about abuse"],
)
async def test_after_danger_no_model_is_asked(
    engine: BareEngine, level: SafetyLevel, category: str
) -> None:
    engine.llm = llm = ScriptedLLM()
    session = await talked(engine)
    turn = await factories.exchange(engine.db, session.user_id, session, "that night")
    async with engine.db.unit(session.user_id, write=True) as s:
        row = await s.get_one(Turn, turn.id)
        row.safety_level, row.safety_category = level, category
    at_once = await ended(engine, session)

    await run(engine)

    now = await shown(engine, session)
    assert (now.note, now.is_final) == (at_once.note, True)
    assert llm.requests == []


async def test_what_was_serious_is_not_read(engine: BareEngine) -> None:
    engine.llm = llm = writes()
    session = await talked(engine)
    turn = await factories.exchange(
        engine.db, session.user_id, session, "The court wrote to me.", "That sounds hard."
    )
    async with engine.db.unit(session.user_id, write=True) as s:
        (await s.get_one(Turn, turn.id)).safety_level = SafetyLevel.CONCERN
    await ended(engine, session)

    await run(engine)

    (request,) = llm.requests
    assert "court" not in str(request.messages)
    assert "That sounds hard." not in str(request.messages)


async def test_a_note_that_says_a_danger_is_not_shown(engine: BareEngine) -> None:
    danger = "You want to end your life."
    assert screen(danger).level is SafetyLevel.CRISIS
    engine.llm = writes(f"{danger} You told Dan about the loan.")
    session = await talked(engine)
    await ended(engine, session)

    await run(engine)

    assert (await shown(engine, session)).note == "You told Dan about the loan."


async def test_without_a_model_the_rules_write_it(engine: BareEngine) -> None:
    engine.llm = engine.offline = OfflineLLM()
    session = await talked(engine)
    at_once = await ended(engine, session)

    await run(engine)

    now = await shown(engine, session)
    assert (now.note, now.is_final) == (at_once.note, True)
    assert await calls(engine, session.user_id) == []


async def test_once_consent_is_withdrawn_nothing_is_sent(engine: BareEngine) -> None:
    engine.llm = llm = ScriptedLLM()
    session = await talked(engine)
    await ended(engine, session)
    async with engine.db.unit(session.user_id, write=True) as s:
        await consent.withdraw(s, session.user_id, at=engine.clock.now())

    await run(engine)

    assert llm.requests == []


async def test_whoever_writes_spanish_reads_spanish(engine: BareEngine) -> None:
    engine.llm = llm = writes(NOTA)
    session = await talked(engine, DICHO)
    await ended(engine, session)

    await run(engine)

    assert (await shown(engine, session)).note == NOTA
    assert "They write in Spanish." in str(llm.requests[0].messages)


class Corrected(ScriptedLLM):
    """A model that is still writing when the person corrects what it says."""

    def __init__(self, engine: BareEngine, owner: UUID) -> None:
        super().__init__(closing=[parses(ClosingNote(note=NOTE))])
        self._engine, self._owner = engine, owner

    async def parse(self, request: Request, schema: type[T]) -> Parsed[T]:
        async with self._engine.db.unit(self._owner, write=True) as s:
            said = Target("story:loan", "You told Dan about the loan.")
            at = self._engine.clock.now()
            await corrections.correct(s, self._owner, said, Verdict.NOT_TRUE, at=at)
        return await super().parse(request, schema)


async def test_what_is_corrected_while_the_model_writes_is_left_out(engine: BareEngine) -> None:
    session = await talked(engine)
    engine.llm = Corrected(engine, session.user_id)
    await ended(engine, session)

    await run(engine)

    async with engine.db.unit(session.user_id) as s:
        stored = await conversations.require(s, session.user_id, session.id)
    assert stored.session_notes == "On Saturday you open the letters together."


async def test_killed_before_it_is_stored_it_is_written_once_more(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM(closing=[parses(ClosingNote(note=NOTE))] * 2)
    session = await talked(engine)
    await ended(engine, session)
    engine.dies_at = "closing.answered"
    async with engine.db.system("test", write=True) as s:
        (row,) = await jobs.claim_due(s, now=engine.clock.now(), limit=1, kind=CLOSING)
    with pytest.raises(Killed):
        await closing.run(engine, row)
    engine.dies_at = ""
    async with engine.db.system("test", write=True) as s:
        await job_recovery.recover_all(s, now=engine.clock.now())

    await run(engine)

    assert (await shown(engine, session)).note == NOTE


async def test_a_session_that_is_deleted_gets_no_note(engine: BareEngine) -> None:
    engine.llm = llm = ScriptedLLM()
    session = await talked(engine)
    await ended(engine, session)
    async with engine.db.unit(session.user_id, write=True) as s:
        await session_deletion.delete(s, session.user_id, session.id, at=engine.clock.now())

    await run(engine)

    assert llm.requests == []
    row = await job(engine, session)
    assert row is not None
    assert row.status is JobStatus.DONE
