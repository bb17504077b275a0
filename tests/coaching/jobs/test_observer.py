from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import select

from coaching.errors import LLMUnavailable, StructureInvalid
from coaching.jobs import observer
from coaching.llm.scripted import ScriptedLLM, fails
from coaching.models import ModelCall
from coaching.repositories import job_recovery, jobs
from coaching.values.context import ObserverContext
from coaching.values.enums import JobStatus, SafetyLevel
from tests.support import factories
from tests.support.bare_engine import Killed
from tests.support.observed import (
    SAID,
    SEEN,
    finished,
    job_of,
    observer_of,
    run,
    said_to,
    seen,
    sees,
    urgent_run,
)

if TYPE_CHECKING:
    from tests.support.bare_engine import BareEngine


async def test_each_finished_turn_is_read_and_its_signals_are_kept(engine: BareEngine) -> None:
    engine.llm = llm = observer_of(sees(SEEN))
    turn = await finished(engine)

    await run(engine)

    (signal,) = await seen(engine, turn)
    assert (signal.content, signal.quote, signal.source) == (
        SEEN["content"],
        SEEN["quote"],
        "claude",
    )
    assert (await job_of(engine, turn)).status is JobStatus.DONE
    (context,) = [request.context for request in llm.requests if said_to(request) == SAID]
    assert isinstance(context, ObserverContext)
    assert context.previous_coach == "What's with you today?"
    assert await urgent_run(engine, turn.user_id) is None


async def test_what_it_cost_is_written_down(engine: BareEngine) -> None:
    engine.llm = observer_of(sees(SEEN))
    await finished(engine)

    await run(engine)

    async with engine.db.system("test") as s:
        rows = (await s.exec(select(ModelCall))).all()
    assert [(row.role, row.outcome, row.input_tokens) for row in rows] == [
        ("observer", "done", 100)
    ] * 2
    assert all(row.job_id and row.prompt_hash for row in rows)


async def test_an_urgent_signal_asks_the_strategist(engine: BareEngine) -> None:
    engine.llm = observer_of(sees(SEEN | {"urgency_flag": True}))
    turn = await finished(engine)

    await run(engine)

    asked = await urgent_run(engine, turn.user_id)
    assert asked is not None
    assert asked.payload["conversation_id"] == str(turn.conversation_id)
    assert engine.woken == 1


async def test_a_crisis_is_seen_without_a_model_and_without_its_words(
    engine: BareEngine,
) -> None:
    engine.llm = observer_of()
    turn = await finished(engine, safety_level=SafetyLevel.CRISIS, safety_category="suicidality")

    await run(engine)

    (signal,) = await seen(engine, turn)
    assert (signal.urgency_flag, signal.quote, signal.source) == (True, "", "screen")
    assert "car park" not in signal.content
    assert await urgent_run(engine, turn.user_id) is not None


@pytest.mark.both_databases
async def test_an_answer_that_never_fits_is_kept_raw_and_changes_nothing(
    engine: BareEngine,
) -> None:
    wrong = fails(StructureInvalid("not JSON", raw="Well, I noticed that"))
    engine.llm = observer_of(wrong, wrong)
    turn = await finished(engine)

    await run(engine)

    job = await job_of(engine, turn)
    assert (job.status, job.last_error) == (JobStatus.FAILED, "structure: not JSON")
    assert job.payload["unparsed"] == "Well, I noticed that"
    assert await seen(engine, turn) == []


async def test_a_second_answer_that_fits_is_enough(engine: BareEngine) -> None:
    wrong = fails(StructureInvalid("not JSON", raw="Well"))
    engine.llm = observer_of(wrong, sees(SEEN))
    turn = await finished(engine)

    await run(engine)

    assert len(await seen(engine, turn)) == 1


async def test_a_service_that_is_away_is_asked_again_later(engine: BareEngine) -> None:
    engine.llm = observer_of(fails(LLMUnavailable("away")))
    turn = await finished(engine)

    await run(engine)

    assert (await job_of(engine, turn)).status is JobStatus.DUE
    assert await seen(engine, turn) == []


async def test_nothing_is_read_after_consent_was_withdrawn(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM()
    owner = await factories.person(engine.db, consents=False)
    session = await factories.conversation(engine.db, owner)
    turn = await factories.exchange(engine.db, owner, session)

    await run(engine)

    assert (await job_of(engine, turn)).status is JobStatus.DONE
    assert await seen(engine, turn) == []


@pytest.mark.both_databases
async def test_killed_in_the_middle_it_runs_again_and_doubles_nothing(
    engine: BareEngine,
) -> None:
    urgent = sees(SEEN | {"urgency_flag": True})
    engine.llm = ScriptedLLM(observer=[urgent, urgent])
    owner = await factories.person(engine.db, provider="Anthropic")
    session = await factories.conversation(engine.db, owner)
    turn = await factories.exchange(engine.db, owner, session, SAID)
    engine.clock.move(timedelta(minutes=1))
    async with engine.db.system("test", write=True) as s:
        (job,) = await jobs.claim_due(s, now=engine.clock.now(), limit=1)
    engine.dies_at = "observer.stored"
    with pytest.raises(Killed):
        await observer.run(engine, job)
    engine.dies_at = ""
    async with engine.db.system("test", write=True) as s:
        assert (await job_recovery.recover_all(s, now=engine.clock.now())).due == 1

    await run(engine)

    assert [signal.urgency_flag for signal in await seen(engine, turn)] == [True]
    assert await urgent_run(engine, owner) is not None
