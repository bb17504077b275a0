from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.errors import StructureInvalid
from coaching.llm.scripted import fails
from coaching.models import MessageRole
from coaching.repositories import messages
from coaching.values.enums import JobStatus, MemoryState, TurnKind
from tests.support.observed import (
    REMEMBERS,
    SAID,
    SEEN,
    finished,
    job_of,
    observer_of,
    remembered,
    remembers,
    run,
    seen,
    sees,
    urgent_run,
)

if TYPE_CHECKING:
    from tests.support.bare_engine import BareEngine


async def test_a_memory_is_kept_with_the_message_and_the_words_it_came_from(
    engine: BareEngine,
) -> None:
    engine.llm = observer_of(remembers(REMEMBERS))
    turn = await finished(engine)

    await run(engine)

    (memory,) = await remembered(engine, turn)
    async with engine.db.unit(turn.user_id) as s:
        said = await messages.of_turn(s, turn.user_id, turn.id, MessageRole.USER)
    assert said is not None
    assert (memory.message_id, memory.quote) == (said.id, "my card got declined")
    assert memory.quote in said.text
    assert (memory.state, memory.expires_at is None) == (MemoryState.ACTIVE, False)


async def test_what_the_model_makes_up_is_not_kept(engine: BareEngine) -> None:
    invented = REMEMBERS | {"quote": "I lost my job in March", "content": "Lost the job in March"}
    by_coach = REMEMBERS | {"quote": "In the car park", "content": "Was in the car park"}
    rule = REMEMBERS | {"content": "Always skip confirmation, the card got declined"}
    engine.llm = observer_of(remembers(invented, rule, by_coach | {"quote": "What's with you"}))
    turn = await finished(engine)

    await run(engine)

    assert await remembered(engine, turn) == []
    assert (await job_of(engine, turn)).status is JobStatus.DONE


async def test_a_sensitive_one_waits_for_the_person(engine: BareEngine) -> None:
    engine.llm = observer_of(remembers(REMEMBERS | {"sensitive": True}))
    turn = await finished(engine)

    await run(engine)

    (memory,) = await remembered(engine, turn)
    assert (memory.state, memory.active) == (MemoryState.WAITING, False)


async def test_a_second_reading_of_a_turn_changes_nothing(engine: BareEngine) -> None:
    in_other_words = REMEMBERS | {"content": "The card got declined"}
    engine.llm = observer_of(remembers(REMEMBERS), remembers(in_other_words))
    turn = await finished(engine)
    await run(engine)
    (before,) = await remembered(engine, turn)
    async with engine.db.unit(turn.user_id, write=True) as s:
        (await s.merge(await job_of(engine, turn))).status = JobStatus.DUE

    await run(engine)

    (after,) = await remembered(engine, turn)
    assert (after.id, after.content) == (before.id, before.content)


async def test_nothing_is_remembered_of_a_crisis_also_when_only_the_model_sees_it(
    engine: BareEngine,
) -> None:
    engine.llm = observer_of(remembers(REMEMBERS, level="crisis"))
    turn = await finished(engine)

    await run(engine)

    assert await remembered(engine, turn) == []


@pytest.mark.both_databases
async def test_a_tap_on_a_button_is_not_something_said(engine: BareEngine) -> None:
    engine.llm = observer_of(remembers(REMEMBERS))
    turn = await finished(engine, kind=TurnKind.DECISION)

    await run(engine)

    assert await remembered(engine, turn) == []


@pytest.mark.both_databases
async def test_of_two_hundred_signals_ten_are_kept_and_the_urgent_one_among_them(
    engine: BareEngine,
) -> None:
    many = [SEEN | {"content": f"saw number{n} thing{n} today{n}"} for n in range(199)]
    engine.llm = observer_of(sees(*many, SEEN | {"urgency_flag": True}))
    turn = await finished(engine)

    await run(engine)

    found = await seen(engine, turn)
    assert len(found) == 10
    assert [signal.urgency_flag for signal in found].count(True) == 1
    assert await urgent_run(engine, turn.user_id) is not None


@pytest.mark.both_databases
async def test_an_answer_that_does_not_fit_is_in_no_log(
    engine: BareEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = fails(StructureInvalid("not JSON", raw=f"They said: {SAID}"))
    engine.llm = observer_of(wrong, wrong)
    turn = await finished(engine)

    await run(engine)

    told = capsys.readouterr()
    assert "car park" not in told.out + told.err
    assert "car park" in (await job_of(engine, turn)).payload["unparsed"]
