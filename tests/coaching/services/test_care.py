from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.errors import NotFound
from coaching.models import Conversation, SafetyEvent
from coaching.repositories import conversations, jobs, safety_events
from coaching.services import care, message_deletion
from coaching.services.jobs import OBSERVER
from coaching.values.enums import SafetyLevel
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

SUICIDE = "suicidality"


async def danger(db: Db, owner: UUID, clock: FrozenClock, session: Conversation) -> UUID:
    """Say something in the chat that is a crisis; return its turn."""
    at = clock.now()
    turn = await factories.exchange(db, owner, session, "I want to end it.", at=at)
    event = SafetyEvent(
        user_id=owner,
        turn_id=turn.id,
        level=SafetyLevel.CRISIS,
        category=SUICIDE,
        source="chat",
        created_at=at,
    )
    async with db.unit(owner, write=True) as s:
        await safety_events.add(s, owner, event)
    return turn.id


async def seen(db: Db, owner: UUID, clock: FrozenClock) -> care.Care:
    async with db.unit(owner) as s:
        return await care.now(s, owner, at=clock.now())


async def says_safe(db: Db, owner: UUID, clock: FrozenClock, turn: UUID) -> None:
    async with db.unit(owner, write=True) as s:
        await care.im_safe(s, owner, turn, at=clock.now())


async def test_care_lasts_until_they_say_that_they_are_safe(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner, at=clock.now())
    assert await seen(db, owner, clock) == care.Care()
    turn, began = await danger(db, owner, clock, session), clock.now()
    clock.move(timedelta(hours=5))
    assert await seen(db, owner, clock) == care.Care(SUICIDE, turn)
    for _ in range(2):
        await says_safe(db, owner, clock, turn)
        assert await seen(db, owner, clock) == care.Care(safe_until=began, safe_turn=turn)


@pytest.mark.both_databases
async def test_a_crisis_after_the_one_that_ended_stands(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner, at=clock.now())
    first, began = await danger(db, owner, clock, session), clock.now()
    clock.move(timedelta(minutes=1))
    second = await danger(db, owner, clock, session)
    await says_safe(db, owner, clock, first)
    assert await seen(db, owner, clock) == care.Care(SUICIDE, second, began, first)


async def test_it_lasts_an_hour_at_least_when_the_session_is_over(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner, at=clock.now())
    turn = await danger(db, owner, clock, session)
    async with db.unit(owner, write=True) as s:
        await conversations.close(s, owner, session.id, at=clock.now())
    clock.move(timedelta(minutes=59))
    assert (await seen(db, owner, clock)).turn_id == turn
    clock.move(timedelta(minutes=1))
    assert await seen(db, owner, clock) == care.Care()


@pytest.mark.both_databases
async def test_it_stays_when_the_message_is_deleted(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner, at=clock.now())
    turn = await danger(db, owner, clock, session)
    async with db.unit(owner, write=True) as s:
        await jobs.cancel(s, owner, f"{OBSERVER}:{turn}", now=clock.now())
        await message_deletion.forget_exchange(s, owner, turn, at=clock.now())
    assert (await seen(db, owner, clock)).turn_id == turn


@pytest.mark.both_databases
async def test_nobody_ends_the_care_of_somebody_else(db: Db, clock: FrozenClock) -> None:
    owner, stranger = await factories.person(db), await factories.person(db)
    session = await factories.conversation(db, owner, at=clock.now())
    turn = await danger(db, owner, clock, session)
    with pytest.raises(NotFound):
        await says_safe(db, stranger, clock, turn)
    assert (await seen(db, owner, clock)).turn_id == turn
