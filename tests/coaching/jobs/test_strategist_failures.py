from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

import pytest
from pydantic import ValidationError

from coaching.errors import LLMUnavailable, StructureInvalid
from coaching.jobs import strategist
from coaching.llm.port import Parsed, Usage
from coaching.llm.scripted import ScriptedLLM, fails
from coaching.repositories import audit, briefings, cards, hypotheses, jobs
from coaching.repositories import intel as intel_rows
from coaching.services.overview import overview
from coaching.values.enums import JobStatus, Trigger
from coaching.values.strategy import SECTIONS
from tests.support import factories, strategy
from tests.support.bare_engine import Killed
from tests.support.strategist_runs import asked, focus, job, join, newest, run, writes

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.llm.port import Request
    from tests.support.bare_engine import BareEngine


NO_TITLE = {"kind": "reframe", "content": "I notice my hand first."}
SIX = strategy.briefing_content(*SECTIONS[:-1])
FOREIGN = {"action": "set_existing", "card": None, "card_id": str(uuid4()), "rationale": "It fits."}


@pytest.mark.parametrize(
    "wrong",
    [
        {"briefing_content": SIX},
        {"growth_edges": {**strategy.as_json()["growth_edges"], "luck": strategy.NO_EDGE}},
        {"focus_card_prescription": FOREIGN},
        {"focus_card_prescription": {**strategy.create(), "card": NO_TITLE}},
        {"briefing_content": strategy.briefing_content().replace("feeling mean", "worry")},
    ],
    ids=[
        "a section is missing",
        "an unknown lens",
        "a foreign card",
        "no title",
        "without the why",
    ],
)
async def test_a_wrong_answer_changes_no_row_shows_and_is_made_good_at_the_next_boundary(
    engine: BareEngine, wrong: dict[str, Any]
) -> None:
    answer = Raw(strategy.as_json(), strategy.as_json(**wrong), strategy.as_json(**wrong))
    engine.llm = answer  # AP-15
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)
    before = await stored(engine, owner)
    await asked(engine, owner, Trigger.SESSION_START)
    await run(engine)

    failed = await job(engine, owner, Trigger.SESSION_START)
    assert (await stored(engine, owner), answer.calls) == (before, 3)
    assert failed.status is JobStatus.FAILED
    assert failed.last_error.startswith("structure: ")
    seen = await overview(engine.db, now=engine.clock.now())
    assert seen.jobs_by_status[JobStatus.FAILED] == 1
    async with engine.db.system("test: the audit") as s:
        (entry,) = await audit.newest(s, limit=10)
    assert (entry.action, entry.subject) == ("strategist_failed", str(owner))
    assert "feeling" not in str(entry.details)

    answer.answers.append(strategy.as_json())
    await asked(engine, owner, Trigger.SESSION_START, boundary="session_start:2")
    await run(engine)
    briefing = await newest(engine, owner)
    assert briefing is not None
    assert (briefing.version, briefing.boundary) == (2, "session_start:2")


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
