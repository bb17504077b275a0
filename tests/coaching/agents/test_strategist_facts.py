"""What code finds in the rows before a run: it is told to whoever judges, and binds."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.agents.input_loaders import load_for_strategist
from coaching.agents.strategist_postprocess import heard
from coaching.prompts import strategist_prompt
from coaching.repositories import cards
from coaching.services import focus, hypotheses, signals
from coaching.services.hypotheses import Leap
from coaching.values.enums import Heard, PrescribedBy, SignalType, Trigger
from coaching.values.observation import Signal
from tests.support import cast, factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Conversation
    from coaching.repositories.db import Db
    from coaching.values.context import StrategistContext

HABIT = Signal(
    signal_type=SignalType.PRACTICE_CHECKIN,
    content="Does it without the card",
    quote="I don't even think about it any more",
    confidence=0.9,
    urgency_flag=False,
)
OFFER, YES = "It could go to your toolkit. Shall it?", "Yes, it can go."


async def carried(db: Db, clock: FrozenClock, *, times: int, every: int) -> UUID:
    """Somebody with a card in front that was done now and then."""
    owner = await cast.join(db, cast.COUPLE)
    card = await factories.card(db, owner, at=clock.now())
    async with db.unit(owner, write=True) as s:
        await cards.set_focus(s, owner, card.id, now=clock.now(), prescribed_by=PrescribedBy.USER)
    for _ in range(times):
        clock.move(timedelta(days=every))
        async with db.unit(owner, write=True) as s:
            await focus.complete(s, owner, at=clock.now())
    return owner


async def talked(
    db: Db, owner: UUID, clock: FrozenClock, answer: str = YES, *, is_habit: bool = True
) -> Conversation:
    session = await factories.conversation(db, owner, at=clock.now())
    await factories.exchange(db, owner, session, "Hello.", OFFER, at=clock.now())
    turn = await factories.exchange(db, owner, session, answer, "Good.", at=clock.now())
    if is_habit:
        async with db.unit(owner, write=True) as s:
            await signals.store_for_turn(s, turn, [HABIT], source="claude", at=clock.now())
    return session


async def read(db: Db, session: Conversation, clock: FrozenClock) -> StrategistContext:
    async with db.unit(session.user_id) as s:
        return await load_for_strategist(
            s,
            session.user_id,
            Trigger.SESSION_END,
            conversation_id=session.id,
            at=clock.now(),
        )


async def test_a_card_may_graduate_after_five_times_in_weeks_with_ease_and_a_yes(
    db: Db, clock: FrozenClock
) -> None:
    owner = await carried(db, clock, times=5, every=4)
    context = await read(db, await talked(db, owner, clock), clock)
    (message,) = strategist_prompt(context)[1]

    assert context.findings.may_graduate
    assert "they have agreed: `graduate`" in str(message.content[0]["text"])


@pytest.mark.parametrize(
    ("times", "every", "answer", "is_habit"),
    [(4, 5, YES, True), (6, 1, YES, True), (5, 4, "Not yet.", True), (5, 4, YES, False)],
    ids=["four times", "one week", "no yes", "no ease"],
)
async def test_on_less_it_does_not(
    db: Db, clock: FrozenClock, times: int, every: int, answer: str, is_habit: bool
) -> None:
    owner = await carried(db, clock, times=times, every=every)
    session = await talked(db, owner, clock, answer, is_habit=is_habit)
    assert not (await read(db, session, clock)).findings.may_graduate


@pytest.mark.parametrize(
    ("by", "later", "is_new"),
    [
        (PrescribedBy.STRATEGIST, True, True),
        (PrescribedBy.STRATEGIST, False, False),
        (PrescribedBy.USER, True, False),
    ],
)
async def test_a_card_that_came_in_this_session_stays_in_it(
    db: Db, clock: FrozenClock, by: PrescribedBy, later: bool, is_new: bool
) -> None:
    owner = await cast.join(db, cast.COUPLE)
    card = await factories.card(db, owner)
    began = clock.now()
    clock.move(timedelta(hours=1))
    session = await talked(db, owner, clock)
    at = clock.now() + timedelta(minutes=5) if later else began
    async with db.unit(owner, write=True) as s:
        reason = "It fits." if by is PrescribedBy.STRATEGIST else ""
        await cards.set_focus(s, owner, card.id, now=at, prescribed_by=by, rationale=reason)

    assert (await read(db, session, clock)).findings.card_is_new is is_new


GUESS = "Giving may keep you close to people."


@pytest.mark.parametrize(
    ("reply", "counts"),
    [("A guess: giving may keep you close to people. How close is that?", True), ("Good.", False)],
    ids=["offered", "not offered"],
)
async def test_a_session_counts_for_the_guess_only_if_the_coach_offered_it(
    db: Db, clock: FrozenClock, reply: str, counts: bool
) -> None:
    owner = await cast.join(db, cast.COUPLE)
    session = await factories.conversation(db, owner, at=clock.now())
    await factories.exchange(db, owner, session, "The train was late.", reply, at=clock.now())
    async with db.unit(owner, write=True) as s:
        output = strategy.output(hypothesis=GUESS)
        await hypotheses.carry(s, owner, output, Leap(uuid4()), at=clock.now())

    found = (await read(db, session, clock)).findings.closed_session_id
    assert found == (session.id if counts else None)


@pytest.mark.parametrize("is_older", [True, False])
async def test_their_words_are_told_with_the_guess_and_none_that_are_older(
    db: Db, clock: FrozenClock, *, is_older: bool
) -> None:
    owner = await cast.join(db, cast.COUPLE)
    session = await factories.conversation(db, owner, at=clock.now())
    own = f"Yes, {GUESS.lower()}"
    if is_older:
        await factories.exchange(db, owner, session, own, "I see.", at=clock.now())
        clock.move(timedelta(minutes=5))
    async with db.unit(owner, write=True) as s:
        output = strategy.output(hypothesis=GUESS)
        await hypotheses.carry(s, owner, output, Leap(uuid4()), at=clock.now())
    clock.move(timedelta(minutes=5))
    if not is_older:
        await factories.exchange(db, owner, session, own, "I see.", at=clock.now())

    context = await read(db, session, clock)

    _, (message,) = strategist_prompt(context)
    asked = str(message.content[0]["text"]).partition("# The person")[0]
    assert (GUESS in asked and own in asked) is not is_older
    assert (context.findings.guess is Heard.SUPPORTED) is not is_older
    said = strategy.output(heard_guess={"verdict": "supported", "quote": "never said"})
    assert is_older or heard(said, context).quote == own
