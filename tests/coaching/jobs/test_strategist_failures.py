from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from coaching.errors import LLMUnavailable
from coaching.jobs import strategist
from coaching.llm.scripted import ScriptedLLM, fails
from coaching.repositories import briefings, cards, jobs
from coaching.repositories import intel as intel_rows
from coaching.values.enums import JobStatus, Trigger
from tests.support import factories
from tests.support.bare_engine import Killed
from tests.support.strategist_runs import asked, focus, job, join, newest, run, writes

if TYPE_CHECKING:
    from tests.support.bare_engine import BareEngine


@pytest.mark.parametrize(
    "wrong",
    [
        {"action": "set_existing", "card": None, "card_id": str(uuid4()), "rationale": "It fits."},
    ],
)
async def test_a_foreign_card_changes_no_row_and_shows(
    engine: BareEngine, wrong: dict[str, Any]
) -> None:
    answer = writes(focus_card_prescription=wrong)
    engine.llm = ScriptedLLM(strategist=[answer, answer])
    owner = await join(engine)
    await factories.card(engine.db, owner)
    await asked(engine, owner, Trigger.SESSION_START)

    await run(engine)

    assert await newest(engine, owner) is None
    async with engine.db.unit(owner) as s:
        assert await intel_rows.find(s, owner) is None
    failed = await job(engine, owner, Trigger.SESSION_START)
    assert failed.status is JobStatus.FAILED
    assert failed.last_error.startswith("structure: focus_card_prescription.card_id")


async def test_a_wrong_answer_is_asked_for_once_more(engine: BareEngine) -> None:
    wrong = writes(
        focus_card_prescription={
            "action": "set_existing",
            "card": None,
            "card_id": str(uuid4()),
            "rationale": "It fits.",
        }
    )
    engine.llm = ScriptedLLM(strategist=[wrong, writes()])
    owner = await join(engine)
    await asked(engine, owner, Trigger.SESSION_START)

    await run(engine)

    assert await newest(engine, owner) is not None


async def test_while_the_service_is_away_the_old_briefing_stays(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM(strategist=[writes(), fails(LLMUnavailable("away"))])
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)
    await asked(engine, owner, Trigger.SESSION_START)

    await run(engine)

    briefing = await newest(engine, owner)
    assert briefing is not None
    assert briefing.version == 1
    assert (await job(engine, owner, Trigger.SESSION_START)).status is JobStatus.DUE


async def test_asked_for_from_two_tabs_it_runs_once(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM(strategist=[writes()])
    owner = await join(engine)

    await asyncio.gather(*(asked(engine, owner, boundary="onboarding") for _ in range(2)))
    await run(engine)

    briefing = await newest(engine, owner)
    assert briefing is not None
    assert briefing.version == 1


async def test_nothing_is_sent_without_consent(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM()
    owner = await factories.person(engine.db, consents=False)
    await asked(engine, owner)

    await run(engine)

    assert await newest(engine, owner) is None
    assert (await job(engine, owner, Trigger.ONBOARDING)).status is JobStatus.DONE


@pytest.mark.parametrize(
    "point",
    [
        "strategist.answered",
        "strategist.intel_merged",
        "strategist.focus_set",
        "strategist.before_commit",
    ],
)
async def test_killed_anywhere_it_writes_all_or_nothing_and_one_briefing(
    engine: BareEngine, point: str
) -> None:
    engine.llm = ScriptedLLM(strategist=[writes(), writes()])
    owner = await join(engine)
    await asked(engine, owner)
    async with engine.db.system("test", write=True) as s:
        (row,) = await jobs.claim_due(s, now=engine.clock.now(), limit=1)

    engine.dies_at = point
    with pytest.raises(Killed):
        await strategist.run(engine, row)
    assert await newest(engine, owner) is None
    assert await focus(engine, owner) is None

    engine.dies_at = ""
    async with engine.db.system("test", write=True) as s:
        await jobs.recover_all(s)
    await run(engine)

    async with engine.db.unit(owner) as s:
        assert len(await briefings.for_user(s, owner)) == 1
        assert len(await cards.for_user(s, owner)) == 1
