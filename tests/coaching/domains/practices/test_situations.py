"""How a person stands when a practice is chosen: what their rows and their words say."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.check_ins import service as check_ins
from coaching.domains.check_ins.service import Details
from coaching.domains.practices import offering, service
from coaching.domains.practices.content import load_library
from coaching.domains.practices.runner import Answer
from coaching.domains.practices.situations import Incoming, situation
from coaching.models import MessageRole
from coaching.repositories import conversations, messages
from coaching.services import safety_events
from coaching.values.check_ins import Mood
from coaching.values.enums import SafetyLevel, Stage, Tension
from coaching.values.practices import FIRST_TIME
from coaching.values.safety import SafetyVerdict
from tests.coaching.domains.practices.doing import TO_THE_END, answer, start
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.values.practices import Situation

CHIP = {"id": "slow_breath", "text": "x", "action": "practice", "target": "slow_breath"}


async def now_of(
    db: Db,
    owner: UUID,
    clock: FrozenClock,
    text: str = "",
    verdict: SafetyVerdict | None = None,
) -> Situation:
    incoming = Incoming(text, verdict or SafetyVerdict()) if text else None
    async with db.unit(owner) as s:
        return await situation(s, owner, at=clock.now(), incoming=incoming)


async def screened(db: Db, owner: UUID, clock: FrozenClock, words: str) -> None:
    async with db.unit(owner, write=True) as s:
        await safety_events.screen_words(s, owner, words, source="win", at=clock.now())


async def test_it_knows_the_person_and_hears_the_message(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(
        db, tension_type=Tension.NUMB, secondary_tension_type=Tension.CHASE
    )
    now = await now_of(db, owner, clock, "I'm about to buy these shoes, help")
    assert (now.lead, now.second, now.stage) == (Tension.NUMB, Tension.CHASE, Stage.CONTEMPLATION)
    assert "urge_now" in now.moments
    assert not now.conditions
    assert now.language == "en"
    spanish = await now_of(db, owner, clock, "estoy a punto de comprar unas zapatillas caras")
    assert spanish.language == "es"


async def test_conditions_come_from_the_life_context_and_from_the_screen(
    db: Db, clock: FrozenClock
) -> None:
    pressed = await factories.person(db, life_context=["ctx_urgent", "ctx_controlled"])
    assert (await now_of(db, pressed, clock)).conditions == {"acute_need", "coercive_control"}

    plays = await factories.person(db)
    await screened(db, plays, clock, "chasing my losses on the slots again")
    assert "gambling_concern" in (await now_of(db, plays, clock)).conditions
    clock.move(timedelta(days=15))
    assert not (await now_of(db, plays, clock)).conditions

    in_danger = await factories.person(db)
    await screened(db, in_danger, clock, "I want to kill myself")
    assert "quiet_days" in (await now_of(db, in_danger, clock)).conditions


async def test_the_verdict_on_the_message_itself_counts(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    concern = SafetyVerdict(SafetyLevel.CONCERN, "fraud")
    now = await now_of(db, owner, clock, "they want gift cards", concern)
    assert now.conditions >= {"concern_now", "fraud_now"}
    assert not offering.library(now)


async def test_grief_holds_for_the_next_two_replies(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    for text in ("my mum died in february", "it was sudden"):
        await factories.exchange(db, owner, session, text)
    now = await now_of(db, owner, clock, "so I buy things")
    assert "grief_now" in now.conditions
    assert now.since_grief == 2
    await factories.exchange(db, owner, session, "so I buy things")
    later = await now_of(db, owner, clock, "about to buy shoes")
    assert "grief_now" not in later.conditions
    assert offering.best(later)


async def test_offers_are_the_chips_under_the_replies_of_this_session(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, "I'm stressed")
    async with db.unit(owner, write=True) as s:
        talk = await messages.transcript(s, owner, session.id)
        reply = next(m for m in talk if m.role is MessageRole.COACH)
        reply.chips = [CHIP, {"id": "talk", "text": "Talk", "action": "say", "target": ""}]
    refused = await now_of(db, owner, clock, "no")
    assert (refused.reply, refused.offers, refused.refusals) == (2, 1, 1)
    assert refused.seen == {"slow_breath"}

    shown = await start(db, owner, clock, "slow_breath")
    async with db.unit(owner, write=True) as s:
        await service.leave(s, owner, shown.run_id, "not_now", clock.now())
    assert (await now_of(db, owner, clock, "ok")).refusals == 0


async def test_what_was_done_counts_for_three_days_and_what_was_left_does_not(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    shown = await start(db, owner, clock)
    for given in TO_THE_END:
        shown = await answer(db, owner, clock, shown, given)
    async with db.unit(owner, write=True) as s:
        await service.finish(s, owner, shown.run_id, clock.now())
        left = await service.start(s, owner, "slow_breath", clock.now())
        await service.answer(s, owner, left.run_id, Answer(number=3), clock.now())
        await service.leave(s, owner, left.run_id, "not_now", clock.now())
    assert (await now_of(db, owner, clock)).recent == {"name_it"}
    clock.move(timedelta(days=4))
    assert not (await now_of(db, owner, clock)).recent


async def test_somebody_is_new_until_an_exercise_was_finished(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    assert FIRST_TIME in (await now_of(db, owner, clock)).moments
    left = await start(db, owner, clock, "slow_breath")
    async with db.unit(owner, write=True) as s:
        await service.leave(s, owner, left.run_id, "not_now", clock.now())
    assert FIRST_TIME in (await now_of(db, owner, clock)).moments
    shown = await start(db, owner, clock)
    for given in TO_THE_END:
        shown = await answer(db, owner, clock, shown, given)
    async with db.unit(owner, write=True) as s:
        await service.finish(s, owner, shown.run_id, clock.now())
    clock.move(timedelta(days=30))
    assert FIRST_TIME not in (await now_of(db, owner, clock)).moments


async def test_nobody_is_new_between_two_later_sessions(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    for _ in range(2):
        session = await factories.conversation(db, owner)
        async with db.unit(owner, write=True) as s:
            await conversations.close(s, owner, session.id, at=clock.now())
    assert FIRST_TIME not in (await now_of(db, owner, clock)).moments


async def checked_in(db: Db, owner: UUID, clock: FrozenClock, words: str) -> None:
    async with db.unit(owner, write=True) as s:
        await check_ins.add(s, owner, Mood.HEAVY, at=clock.now(), details=Details(words))


async def test_what_a_check_in_says_chooses_until_a_message_says_something_else(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    await checked_in(db, owner, clock, "lying awake, I can't sleep")
    assert (await now_of(db, owner, clock)).moments == {"night"}
    async with db.unit(owner) as s:
        first, *_ = await service.library(s, owner, clock.now())
    practice = load_library().find(first.id)
    assert practice
    assert "night" in practice.moments
    assert (await now_of(db, owner, clock, "do you have an exercise?")).moments == {"night"}
    said = await now_of(db, owner, clock, "about to buy these shoes, help")
    assert said.moments == {"urge_now", FIRST_TIME}
    assert (await now_of(db, owner, clock, "my cat is here")).moments == {FIRST_TIME}
    clock.move(timedelta(hours=13))
    assert (await now_of(db, owner, clock)).moments == {FIRST_TIME}


async def test_a_loss_in_a_check_in_chooses_no_exercise(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await checked_in(db, owner, clock, "my mum died in february and I can't sleep")
    assert (await now_of(db, owner, clock)).moments == {FIRST_TIME}


async def test_a_closed_session_is_not_this_one(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, "my mum died in february")
    async with db.unit(owner, write=True) as s:
        await conversations.close(s, owner, session.id, at=clock.now())
    now = await now_of(db, owner, clock, "about to buy shoes")
    assert (now.reply, now.conditions) == (1, frozenset())


async def test_the_list_is_open_in_precontemplation_and_under_a_concern(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    async with db.unit(owner) as s:
        listed = await service.library(s, owner, clock.now())
        spanish = await service.library(s, owner, clock.now(), "es")
    assert len(listed) == len(spanish) == 24
    assert {one.title for one in listed} & {one.title for one in spanish} == set()
