from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

import pytest
from pydantic import ValidationError
from sqlmodel import select

from coaching.errors import LLMUnavailable, StructureInvalid
from coaching.jobs import strategist, sweep
from coaching.llm.port import Parsed, Usage
from coaching.llm.scripted import ScriptedLLM, fails, parses
from coaching.models import ModelCall
from coaching.repositories import audit, briefings, cards, hypotheses, job_recovery, jobs
from coaching.repositories import intel as intel_rows
from coaching.services import sessions
from coaching.services.jobs import PATIENCE
from coaching.services.overview import overview
from coaching.values.enums import JobStatus, Trigger
from coaching.values.strategy import StrategistAnswer
from tests.support import factories, strategy
from tests.support.bare_engine import Killed
from tests.support.strategist_runs import asked, focus, job, join, newest, run, writes

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.llm.port import Request
    from tests.support.bare_engine import BareEngine


NO_TITLE = {"kind": "reframe", "content": "I notice my hand first."}
NO_DOOR: dict[str, Any] = {"doors": []}
UNUSABLE = [
    NO_DOOR,
    {"briefing_content": ""},
    {"growth_edges": {**strategy.as_json()["growth_edges"], "luck": strategy.NO_EDGE}},
    {"focus_card_prescription": {**strategy.create(), "card": NO_TITLE}},
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong", UNUSABLE, ids=["no door", "no briefing", "an unknown lens", "no title"]
)
async def test_an_answer_that_cannot_be_used_changes_no_row_and_is_asked_for_again_later(
    engine: BareEngine, wrong: dict[str, Any]
) -> None:
    bad = strategy.as_json(**wrong)
    answer = Raw(strategy.as_json(), bad, bad)
    engine.llm = answer
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)
    before = await stored(engine, owner)
    await asked(engine, owner, Trigger.SESSION_START)
    await run(engine)

    failed = await job(engine, owner, Trigger.SESSION_START)
    assert (await stored(engine, owner), answer.calls) == (before, 3)
    assert (failed.status, failed.attempts) == (JobStatus.DUE, 1)
    assert failed.last_error.startswith("structure: ")

    answer.answers.append(strategy.as_json())
    engine.clock.move(timedelta(minutes=1))
    await run(engine)
    briefing = await newest(engine, owner)
    assert briefing is not None
    assert (briefing.version, briefing.boundary) == (2, "session_start")


async def test_a_run_that_failed_for_good_shows_and_is_asked_for_again_by_the_sweep(
    engine: BareEngine,
) -> None:
    bad = strategy.as_json(**NO_DOOR)
    answer = Raw(*[bad] * 2 * PATIENCE)
    engine.llm = answer
    owner = await join(engine)
    session = await factories.conversation(engine.db, owner)
    await factories.exchange(engine.db, owner, session, "I told him.")
    async with engine.db.unit(owner, write=True) as s:
        await sessions.end(s, owner, at=engine.clock.now())
    for _ in range(PATIENCE):
        await run(engine)
        engine.clock.move(timedelta(hours=3))

    failed = await job(engine, owner, Trigger.SESSION_END)
    assert failed.status is JobStatus.FAILED
    seen = await overview(engine.db, now=engine.clock.now())
    assert seen.strategist_this_week.failed_runs == 1
    async with engine.db.system("test: the audit") as s:
        (entry,) = await audit.newest(s, limit=10)
    assert (entry.action, entry.subject) == ("strategist_failed", str(owner))
    answer.answers.append(strategy.as_json())
    engine.clock.move(timedelta(hours=12))
    assert await sweep.run(engine) == 1
    await run(engine)
    assert await newest(engine, owner) is not None
    engine.clock.move(timedelta(hours=13))
    assert await sweep.run(engine) == 0


class Raw:
    """Answers JSON as a model does; what does not fit the schema is refused as by the adapter."""

    name: Literal["claude", "offline"] = "claude"
    reads_context = True

    def __init__(self, *answers: dict[str, Any]) -> None:
        self.answers, self.calls = list(answers), 0

    async def parse(self, request: Request, schema: Any) -> Parsed[Any]:
        del request
        answer = self.answers[self.calls]
        self.calls += 1
        try:
            value = schema.model_validate(answer)
        except ValidationError as error:
            raise StructureInvalid("does not fit", raw="{}") from error
        return Parsed(value, Usage(), "claude-sonnet-5-5")

    def stream(self, request: Request) -> Any:
        raise NotImplementedError


async def stored(engine: BareEngine, owner: UUID) -> list[str]:
    """Return everything that a run writes, as it stands."""
    async with engine.db.unit(owner) as s:
        known = await intel_rows.find(s, owner)
        rows = [
            *await briefings.for_user(s, owner),
            *await cards.for_user(s, owner),
            *await hypotheses.for_user(s, owner),
        ]
        return [repr(row) for row in (known, *rows)]


async def test_a_refused_answer_is_asked_for_once_more_with_its_reasons(
    engine: BareEngine,
) -> None:
    empty = StrategistAnswer.model_validate(strategy.as_json(briefing_content=" "))
    engine.llm = llm = ScriptedLLM(strategist=[parses(empty), writes()])
    owner = await join(engine)
    await asked(engine, owner, Trigger.SESSION_START)

    await run(engine)

    assert await newest(engine, owner) is not None
    (first,), (again,) = (request.messages for request in llm.requests)
    assert again.content[0] == first.content[0]
    assert "briefing_content: it is empty" in str(again.content[1]["text"])
    async with engine.db.unit(owner) as s:
        calls = (await s.exec(select(ModelCall).where(ModelCall.user_id == owner))).all()
    assert sorted(call.outcome for call in calls) == ["done", "refused"]


async def test_what_was_dropped_alone_is_in_the_books(engine: BareEngine) -> None:
    foreign = {**strategy.KEEP, "action": "set_existing", "card_id": str(uuid4())}
    engine.llm = ScriptedLLM(strategist=[writes(focus_card_prescription=foreign)])
    owner = await join(engine)
    await asked(engine, owner, Trigger.SESSION_START)

    await run(engine)

    async with engine.db.unit(owner) as s:
        (call,) = (await s.exec(select(ModelCall).where(ModelCall.user_id == owner))).all()
    assert call.outcome == "mended"


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
        await job_recovery.recover_all(s, now=engine.clock.now())
    await run(engine)

    async with engine.db.unit(owner) as s:
        assert len(await briefings.for_user(s, owner)) == 1
        assert len(await cards.for_user(s, owner)) == 1
