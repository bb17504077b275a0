from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.agents.input_loaders import load_exchange, load_for_strategist
from coaching.domains.check_ins import service as check_ins
from coaching.domains.check_ins.service import Details
from coaching.models import CoachMemory
from coaching.prompts import observer_prompt, strategist_prompt
from coaching.repositories import memories, turns
from coaching.services import briefings, corrections, signals
from coaching.services.briefings import Run
from coaching.services.corrections import Target
from coaching.services.memories import mark_done
from coaching.values.check_ins import CheckInAbout, Mood
from coaching.values.enums import (
    Importance,
    MemoryKind,
    MemoryState,
    SafetyLevel,
    SignalType,
    Trigger,
    Verdict,
)
from coaching.values.observation import Signal
from tests.support import cast, factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Conversation, Turn
    from coaching.repositories.db import Db
    from coaching.values.context import StrategistContext

SEEN = Signal(
    signal_type=SignalType.EMOTIONAL,
    content="a pull in the chest",
    quote="",
    confidence=0.9,
    urgency_flag=False,
)


async def observed(db: Db, turn: Turn, clock: FrozenClock) -> None:
    async with db.unit(turn.user_id, write=True) as s:
        await signals.store_for_turn(s, turn, [SEEN], source="claude", at=clock.now())


async def remember(db: Db, owner: UUID, clock: FrozenClock, count: int) -> None:
    async with db.unit(owner, write=True) as s:
        for number in range(count):
            memory = CoachMemory(
                user_id=owner,
                content=f"memory {number}",
                importance=Importance.HIGH if number == 0 else Importance.LOW,
                created_at=clock.now(),
            )
            await memories.add(s, owner, memory)


async def talked(db: Db, clock: FrozenClock) -> Conversation:
    """Two sessions of somebody who keeps a lot, each with a signal; return the last one."""
    owner = await cast.join(db, cast.FREELANCER)
    first, last = [await factories.conversation(db, owner, at=clock.now()) for _ in range(2)]
    for session in (first, last):
        await observed(db, await factories.exchange(db, owner, session), clock)
    for _ in range(25):
        await factories.card(db, owner)
    for _ in range(12):
        await factories.win(db, owner)
    await remember(db, owner, clock, 35)
    run = Run(Trigger.ONBOARDING, "onboarding", "claude-sonnet-5-5")
    async with db.unit(owner, write=True) as s:
        await briefings.store(s, owner, strategy.output(), run, at=clock.now())
    return last


async def test_a_run_reads_so_much_and_no_more(db: Db, clock: FrozenClock) -> None:
    session = await talked(db, clock)

    async with db.unit(session.user_id) as s:
        context = await load_for_strategist(
            s,
            session.user_id,
            Trigger.SESSION_START,
            conversation_id=session.id,
            at=clock.now(),
        )

    assert len(context.memories) == 30
    assert context.memories[0].content == "memory 0"
    assert (len(context.wins), len(context.cards)) == (10, 20)
    assert context.previous_briefing is not None
    assert context.intel is not None
    assert context.session_number == 2
    assert [(seen.content, seen.session_number) for seen in context.signals] == [
        ("a pull in the chest", 2)
    ]
    assert [line.role for line in context.transcript] == ["user", "coach"]


async def test_the_onboarding_run_reads_the_person_alone(db: Db, clock: FrozenClock) -> None:
    session = await talked(db, clock)

    async with db.unit(session.user_id) as s:
        context = await load_for_strategist(
            s, session.user_id, Trigger.ONBOARDING, conversation_id=None, at=clock.now()
        )

    assert context.person.emotional_why == cast.FREELANCER.emotional_why
    assert (context.memories, context.wins, context.cards, context.signals) == ((), (), (), ())
    assert (context.intel, context.previous_briefing) == (None, None)


def rendered(context: StrategistContext) -> str:
    """Return the request as it is sent."""
    (message,) = strategist_prompt(context)[1]
    return str(message.content[0]["text"])


@pytest.mark.slow
@pytest.mark.parametrize("trigger", Trigger)
async def test_each_trigger_sends_what_it_may_and_nothing_else(
    db: Db, clock: FrozenClock, trigger: Trigger
) -> None:
    session = await talked(db, clock)
    owner = session.user_id
    await factories.exchange(db, owner, session, "I put it in the kitchen.", "The kitchen.")
    danger = await factories.exchange(db, owner, session, "the words of that night", "I am here.")
    async with db.unit(owner, write=True) as s:
        row = await turns.require(s, owner, danger.id)
        row.safety_level = SafetyLevel.CRISIS
    async with db.unit(owner) as s:
        context = await load_for_strategist(
            s, owner, trigger, conversation_id=session.id, at=clock.now()
        )

    text = rendered(context)
    is_first = trigger is Trigger.ONBOARDING
    assert cast.FREELANCER.emotional_why in text
    assert text.count("<memory ") == (0 if is_first else 30)
    assert text.count("<win ") == (0 if is_first else 10)
    assert text.count("<card ") == (0 if is_first else 20)
    assert text.count("<signal ") == (0 if is_first else 1)
    assert ("The briefing until now, version 1" in text) is not is_first
    assert ("Stage until now" in text) is not is_first
    assert ("I put it in the kitchen." in text) is not is_first
    assert "that night" not in text
    assert "I am here." not in text


async def checked_in(db: Db, owner: UUID, clock: FrozenClock, mood: Mood, text: str = "") -> UUID:
    clock.move(timedelta(minutes=1))
    details = Details(text, CheckInAbout.POST)
    async with db.unit(owner, write=True) as s:
        kept = await check_ins.add(s, owner, mood, at=clock.now(), details=details)
    return kept.row.id


async def test_a_run_reads_the_check_ins_since_the_last_briefing_but_nothing_of_danger(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner, at=clock.now())
    await checked_in(db, owner, clock, Mood.LIGHT, "Before the briefing.")
    clock.move(timedelta(minutes=1))
    run = Run(Trigger.ONBOARDING, "onboarding", "claude-sonnet-5-5")
    async with db.unit(owner, write=True) as s:
        await briefings.store(s, owner, strategy.output(), run, at=clock.now())
    first = await checked_in(db, owner, clock, Mood.HEAVY, "Two letters under the bowl.")
    await checked_in(db, owner, clock, Mood.HEAVY, "I want to kill myself tonight.")
    second = await checked_in(db, owner, clock, Mood.STEADY)

    async with db.unit(owner) as s:
        context = await load_for_strategist(
            s, owner, Trigger.SESSION_END, conversation_id=session.id, at=clock.now()
        )

    assert [(one.id, one.mood) for one in context.check_ins] == [
        (first, Mood.HEAVY),
        (second, Mood.STEADY),
    ]
    text = rendered(context)
    day = f"{clock.now().day} {clock.now():%B}"
    assert f"{day}: heavy, about post: <words>Two letters under the bowl.</words>" in text
    assert f"{day}: steady, about post" in text
    assert "Before the briefing." not in text
    assert "kill myself" not in text


async def test_words_of_a_check_in_that_were_corrected_are_not_read_again(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    await checked_in(db, owner, clock, Mood.HEAVY, "You avoid the letters because of your father.")
    async with db.unit(owner, write=True) as s:
        said = "You avoid the letters because of your father."
        await corrections.correct(
            s, owner, Target("trigger:1", said), Verdict.NOT_TRUE, at=clock.now()
        )
        context = await load_for_strategist(
            s, owner, Trigger.SESSION_END, conversation_id=None, at=clock.now()
        )

    assert [(one.mood, one.content) for one in context.check_ins] == [(Mood.HEAVY, "")]


async def test_an_exchange_comes_with_what_was_said_before_it(db: Db, clock: FrozenClock) -> None:
    owner = await cast.join(db, cast.FREELANCER)
    session = await factories.conversation(db, owner)
    first = await factories.exchange(db, owner, session, "Hello.", "What's with you today?")
    await observed(db, first, clock)
    await factories.card(db, owner, "One look", is_focus=True)
    turn = await factories.exchange(db, owner, session, "I looked nine times.", "Nine times.")

    async with db.unit(owner) as s:
        exchange = await load_exchange(s, owner, turn.id, at=clock.now())

    assert exchange is not None
    context = exchange.context
    assert (context.previous_coach, context.user, context.coach) == (
        "What's with you today?",
        "I looked nine times.",
        "Nine times.",
    )
    assert context.tension is cast.FREELANCER.tension
    assert context.focus_card_title == "One look"
    assert [seen.content for seen in context.recent_signals] == ["a pull in the chest"]


async def test_a_turn_without_a_reply_is_no_exchange(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    turn = await factories.queued_turn(db, owner, await factories.conversation(db, owner))

    async with db.unit(owner) as s:
        assert await load_exchange(s, owner, turn.id, at=clock.now()) is None


async def test_what_waits_for_a_yes_is_known_to_the_observer_and_can_be_done(
    db: Db, clock: FrozenClock
) -> None:
    session = await talked(db, clock)
    owner = session.user_id
    turn = await factories.exchange(db, owner, session, "I told Fer.", "Good.", at=clock.now())
    asked = CoachMemory(
        user_id=owner,
        kind=MemoryKind.COMMITMENT,
        content="You want to tell Fer of the loan.",
        state=MemoryState.WAITING,
        active=False,
        created_at=clock.now(),
    )
    async with db.unit(owner, write=True) as s:
        await memories.add(s, owner, asked)
        exchange = await load_exchange(s, owner, turn.id, at=clock.now())
        done = await mark_done(s, owner, asked.id, at=clock.now())

    assert exchange is not None
    _, (message,) = observer_prompt(exchange.context)
    assert 'id="m1" kind="commitment" private="not agreed yet"' in str(message.content)
    assert (done.state, done.done_at) == (MemoryState.WAITING, clock.now())
