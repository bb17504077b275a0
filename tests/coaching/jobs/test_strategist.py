from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.content import starter_cards
from coaching.llm.scripted import ScriptedLLM
from coaching.repositories import profiles
from coaching.services import safety_events, sessions, signals
from coaching.values.context import StrategistContext
from coaching.values.enums import CardKind, SafetyLevel, SignalType, Trigger
from coaching.values.observation import Signal
from coaching.values.safety import SafetyVerdict
from tests.support import cast, factories, strategy
from tests.support.strategist_runs import asked, focus, join, newest, run, writes

if TYPE_CHECKING:
    from tests.support.bare_engine import BareEngine


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


async def test_later_runs_read_what_is_known(engine: BareEngine) -> None:
    engine.llm = llm = ScriptedLLM(strategist=[writes()])
    owner = await join(engine)
    await factories.card(engine.db, owner)
    await factories.win(engine.db, owner)
    session = await factories.conversation(engine.db, owner)
    await factories.exchange(engine.db, owner, session)
    await asked(engine, owner, Trigger.SESSION_END, conversation_id=session.id)

    await run(engine)

    context = llm.requests[0].context
    assert isinstance(context, StrategistContext)
    assert (len(context.cards), len(context.wins), context.session_number) == (1, 1, 1)


@pytest.mark.parametrize("trigger", [Trigger.SESSION_END, Trigger.URGENT])
async def test_the_session_is_read_word_for_word(engine: BareEngine, trigger: Trigger) -> None:
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


async def test_an_urgent_run_is_told_what_happened(engine: BareEngine) -> None:
    engine.llm = llm = ScriptedLLM(strategist=[writes()])
    owner = await join(engine)
    session = await factories.conversation(engine.db, owner)
    turn = await factories.exchange(engine.db, owner, session, "They let me go today.", "Oh no.")
    lost = Signal(
        signal_type=SignalType.TOPIC_SHIFT,
        content="Lost the job the plan rests on",
        quote="They let me go today",
        confidence=0.9,
        urgency_flag=True,
    )
    async with engine.db.unit(owner, write=True) as s:
        await signals.store_for_turn(s, turn, [lost], source="claude", at=engine.clock.now())
        assert await signals.ask_for_urgent_run(s, turn, at=engine.clock.now())

    await run(engine)

    sent = str(llm.requests[0].messages[0].content[0]["text"])
    first, _, _ = sent.partition("# The person")
    assert "Lost the job the plan rests on" in first


async def test_an_urgent_run_whose_session_has_ended_leaves_it_to_the_run_at_the_end(
    engine: BareEngine,
) -> None:
    engine.llm = llm = ScriptedLLM(strategist=[writes()])
    owner = await join(engine)
    session = await factories.conversation(engine.db, owner)
    turn = await factories.exchange(engine.db, owner, session)
    async with engine.db.unit(owner, write=True) as s:
        await signals.ask_for_urgent_run(s, turn, at=engine.clock.now())
        await sessions.end(s, owner, at=engine.clock.now())

    await run(engine)

    assert len(llm.requests) == 1
    briefing = await newest(engine, owner)
    assert briefing is not None
    assert briefing.trigger is Trigger.SESSION_END


async def test_words_of_a_crisis_are_not_read(engine: BareEngine) -> None:
    engine.llm = llm = ScriptedLLM(strategist=[writes()])
    owner = await join(engine)
    session = await factories.conversation(engine.db, owner)
    turn = await factories.exchange(engine.db, owner, session, "the words of that night")
    async with engine.db.unit(owner, write=True) as s:
        row = await s.get(type(turn), turn.id)
        assert row is not None
        row.safety_level = "crisis"  # pyrefly: ignore[bad-assignment]
    await asked(engine, owner, Trigger.URGENT, conversation_id=session.id)

    await run(engine)

    context = llm.requests[0].context
    assert isinstance(context, StrategistContext)
    assert len(context.transcript) == 2
    assert "that night" not in str(context.transcript)


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
