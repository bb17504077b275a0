from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from coaching.content import starter_cards
from coaching.errors import LLMUnavailable
from coaching.jobs import strategist
from coaching.jobs.loop import JobLoop
from coaching.llm.scripted import ScriptedLLM, fails, parses
from coaching.repositories import briefings, cards, jobs, profiles
from coaching.repositories import intel as intel_rows
from coaching.services import safety_events
from coaching.services.jobs import STRATEGIST, ask_strategist
from coaching.values.context import StrategistContext
from coaching.values.enums import CardKind, JobStatus, SafetyLevel, Trigger
from coaching.values.safety import SafetyVerdict
from tests.support import cast, factories, strategy
from tests.support.bare_engine import Killed

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import CoachingBriefing, Job, RewireCard
    from tests.support.bare_engine import BareEngine


def writes(**changes: Any) -> Any:
    return parses(strategy.output(**changes))


async def asked(
    engine: BareEngine,
    owner: UUID,
    trigger: Trigger = Trigger.ONBOARDING,
    *,
    boundary: str = "",
    conversation_id: UUID | None = None,
) -> None:
    async with engine.db.unit(owner, write=True) as s:
        await ask_strategist(
            s,
            owner,
            trigger=trigger,
            boundary=boundary or trigger.value,
            at=engine.clock.now(),
            conversation_id=conversation_id,
        )


async def run(engine: BareEngine) -> None:
    await JobLoop(engine, [strategist.KIND]).run_due()


async def newest(engine: BareEngine, owner: UUID) -> CoachingBriefing | None:
    async with engine.db.unit(owner) as s:
        return await briefings.latest(s, owner)


async def focus(engine: BareEngine, owner: UUID) -> RewireCard | None:
    async with engine.db.unit(owner) as s:
        return await cards.focus(s, owner)


async def job(engine: BareEngine, owner: UUID, trigger: Trigger) -> Job:
    async with engine.db.unit(owner) as s:
        found = await jobs.newest_with_trigger(s, owner, STRATEGIST, trigger)
    assert found is not None
    return found


async def join(engine: BareEngine, person: cast.Person = cast.COUPLE) -> UUID:
    return await cast.join(engine.db, person)


async def test_the_onboarding_run_writes_a_briefing_and_sets_a_starter_card(
    engine: BareEngine,
) -> None:
    engine.llm = llm = ScriptedLLM(strategist=[writes(focus_card_prescription=strategy.create())])
    owner = await join(engine)
    await asked(engine, owner)

    await run(engine)

    briefing, card = await newest(engine, owner), await focus(engine, owner)
    assert briefing is not None
    assert card is not None
    assert (briefing.version, briefing.boundary) == (1, "onboarding")
    assert card.title == starter_cards(cast.COUPLE.tension)[0].title
    assert card.kind is CardKind.NOTICING
    context = llm.requests[0].context
    assert isinstance(context, StrategistContext)
    assert context.person.emotional_why == cast.COUPLE.emotional_why
    assert (context.cards, context.signals, context.transcript) == ((), (), ())


@pytest.mark.parametrize("context", ["ctx_urgent", "ctx_controlled"])
async def test_nobody_in_need_gets_a_card_before_they_have_talked(
    engine: BareEngine, context: str
) -> None:
    engine.llm = ScriptedLLM(strategist=[writes(focus_card_prescription=strategy.create())])
    owner = await factories.person(
        engine.db, tension_type=cast.COUPLE.tension, life_context=[context]
    )
    await asked(engine, owner)

    await run(engine)

    assert await newest(engine, owner) is not None
    assert await focus(engine, owner) is None


async def test_later_runs_read_what_is_known_and_not_the_chat(engine: BareEngine) -> None:
    engine.llm = llm = ScriptedLLM(strategist=[writes()])
    owner = await join(engine)
    await factories.card(engine.db, owner)
    await factories.win(engine.db, owner)
    session = await factories.conversation(engine.db, owner)
    await factories.exchange(engine.db, owner, session)
    await asked(engine, owner, Trigger.SESSION_START, conversation_id=session.id)

    await run(engine)

    context = llm.requests[0].context
    assert isinstance(context, StrategistContext)
    assert (len(context.cards), len(context.wins), context.session_number) == (1, 1, 1)
    assert context.transcript == ()


@pytest.mark.parametrize("trigger", [Trigger.SESSION_END, Trigger.URGENT])
async def test_the_chat_is_read_when_it_is_what_matters(
    engine: BareEngine, trigger: Trigger
) -> None:
    engine.llm = llm = ScriptedLLM(strategist=[writes()])
    owner = await join(engine)
    session = await factories.conversation(engine.db, owner)
    await factories.exchange(engine.db, owner, session, "I looked.", "What did you see?")
    await asked(engine, owner, trigger, conversation_id=session.id)

    await run(engine)

    context = llm.requests[0].context
    assert isinstance(context, StrategistContext)
    assert [(line.role, line.text) for line in context.transcript] == [
        ("user", "I looked."),
        ("coach", "What did you see?"),
    ]


async def test_a_closing_note_belongs_to_the_end_of_a_session(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM(strategist=[writes(), writes()])
    owner = await join(engine)

    await asked(engine, owner, Trigger.SESSION_END)
    await run(engine)
    ended = await newest(engine, owner)
    await asked(engine, owner, Trigger.SESSION_START)
    await run(engine)
    begun = await newest(engine, owner)

    assert ended is not None
    assert begun is not None
    assert (ended.closing_note, begun.closing_note) == (strategy.output().closing_note, "")


async def test_words_of_a_crisis_are_not_read(engine: BareEngine) -> None:
    engine.llm = llm = ScriptedLLM(strategist=[writes()])
    owner = await join(engine)
    session = await factories.conversation(engine.db, owner)
    turn = await factories.exchange(engine.db, owner, session, "the words of that night")
    async with engine.db.unit(owner, write=True) as s:
        row = await s.get(type(turn), turn.id)
        assert row is not None
        row.safety_level = "crisis"  # pyright: ignore[reportAttributeAccessIssue]
    await asked(engine, owner, Trigger.URGENT, conversation_id=session.id)

    await run(engine)

    context = llm.requests[0].context
    assert isinstance(context, StrategistContext)
    assert len(context.transcript) == 2
    assert "that night" not in str(context.transcript)


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


async def test_no_new_card_comes_in_the_days_after_a_crisis(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM(strategist=[writes(focus_card_prescription=strategy.create())])
    owner = await join(engine)
    async with engine.db.unit(owner, write=True) as s:
        person = await profiles.require(s, owner)
        verdict = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
        await safety_events.note(s, person, verdict, at=engine.clock.now())
    await asked(engine, owner, Trigger.SESSION_START)

    await run(engine)

    assert await newest(engine, owner) is not None
    assert await focus(engine, owner) is None


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
