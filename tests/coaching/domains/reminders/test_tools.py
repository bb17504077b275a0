"""A promise to come back is a reminder, and only when the person wants one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.clock import local_day
from coaching.domains.reminders import service
from coaching.domains.reminders.models import PushSubscription
from coaching.domains.reminders.tools import (
    ScheduleReminder,
    schedule_reminder,
    undo_reminder,
)
from coaching.errors import NotFound, ToolFailed, ToolRetry
from coaching.repositories import profiles
from coaching.services import safety_events
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from coaching.values.tools import ToolUse
from tests.support import cast, factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

TITLE = "Pause before the cart"
OFFERED = "Shall I remind you of that card on a day?"


@pytest.fixture
async def use(db: Db, clock: FrozenClock) -> ToolUse:
    """Return a use of a tool by somebody with a card and a browser that takes pushes."""
    owner = await cast.join(db, cast.COUPLE)
    await factories.card(db, owner, title=TITLE)
    async with db.unit(owner, write=True) as s:
        s.add(
            PushSubscription(
                user_id=owner, endpoint_hash="here", sealed="x", created_at=clock.now()
            )
        )
    return await says(db, owner, clock, "Can you remind me of the card on Friday?")


async def says(
    db: Db, owner: UUID, clock: FrozenClock, words: str, *, after: str = "I see."
) -> ToolUse:
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, "Hm.", after)
    turn = await factories.exchange(db, owner, session, words)
    return ToolUse(owner=owner, turn_id=turn.id, message_id=None, at=clock.now())


def friday(use: ToolUse) -> date:
    today = local_day(use.at, "Europe/London")
    return today + timedelta(days=(4 - today.weekday()) % 7 or 7)


def wish(on: date, what: str = TITLE) -> ScheduleReminder:
    return ScheduleReminder(what=what, on=on.isoformat())


async def waiting(db: Db, use: ToolUse) -> list[date]:
    async with db.unit(use.owner) as s:
        zone = (await profiles.require(s, use.owner)).time_zone
        view = await service.of(s, use.owner, at=use.at)
        return [local_day(one.due_at, zone) for one in view.follow_ups]


async def refused(db: Db, use: ToolUse, asked: ScheduleReminder, because: str) -> None:
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises((ToolFailed, ToolRetry), match=because):
            await schedule_reminder(s, use, asked)
    assert await waiting(db, use) == []


async def test_the_day_that_they_named_becomes_a_reminder_and_can_be_undone(
    db: Db, use: ToolUse
) -> None:
    on = friday(use)
    async with db.unit(use.owner, write=True) as s:
        outcome = await schedule_reminder(s, use, wish(on, "the pause before the cart"))
    assert outcome.detail == f"{TITLE} · Friday, {on.isoformat()}"
    assert await waiting(db, use) == [on]
    async with db.unit(use.owner, write=True) as s:
        await undo_reminder(s, use.owner, outcome.data, at=use.at)
        assert not (await service.of(s, use.owner, at=use.at)).settings.is_on
    assert await waiting(db, use) == []
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(NotFound):
            await undo_reminder(s, use.owner, outcome.data, at=use.at)


async def test_undo_brings_back_the_day_before(db: Db, use: ToolUse) -> None:
    first = friday(use)
    async with db.unit(use.owner, write=True) as s:
        await schedule_reminder(s, use, wish(first))
    async with db.unit(use.owner, write=True) as s:
        outcome = await schedule_reminder(s, use, wish(first + timedelta(days=7)))
    assert await waiting(db, use) == [first + timedelta(days=7)]
    async with db.unit(use.owner, write=True) as s:
        await undo_reminder(s, use.owner, outcome.data, at=use.at)
    assert await waiting(db, use) == [first]


@pytest.mark.parametrize(
    ("words", "before", "may"),
    [
        ("Yes, please.", OFFERED, True),
        ("Sí, claro.", "¿Quieres que te lo recuerde?", True),
        ("¿Me lo puedes recordar?", "Ya veo.", True),
        ("I ring them then. Hold me to it, will you?", "I see.", True),
        ("Yes, but not now.", "I see.", False),
        ("Yes.", "That sounds hard.", False),
        ("I was sad all week.", OFFERED, False),
    ],
)
async def test_it_takes_their_own_words_or_a_yes(
    db: Db, use: ToolUse, clock: FrozenClock, words: str, before: str, may: bool
) -> None:
    use = await says(db, use.owner, clock, words, after=before)
    if not may:
        await refused(db, use, wish(friday(use)), "have not asked")
        return
    async with db.unit(use.owner, write=True) as s:
        await schedule_reminder(s, use, wish(friday(use)))
    assert await waiting(db, use) == [friday(use)]


async def test_in_the_quiet_days_nothing_is_scheduled(db: Db, use: ToolUse) -> None:
    verdict = SafetyVerdict(SafetyLevel.CRISIS, category="suicide")
    async with db.unit(use.owner, write=True) as s:
        person = await profiles.require(s, use.owner)
        await safety_events.note(s, person, verdict, at=use.at)
    await refused(db, use, wish(friday(use)), "two days")


async def test_another_weekday_than_they_said_is_sent_back(db: Db, use: ToolUse) -> None:
    right = friday(use).isoformat()
    wrong = wish(friday(use) + timedelta(days=1))
    await refused(db, use, wrong, f"is a Saturday. They said Friday, which is {right}")


async def test_what_cannot_be_done_is_told(db: Db, use: ToolUse, clock: FrozenClock) -> None:
    await refused(db, use, ScheduleReminder(what=TITLE, on="Friday"), "not a day to come")
    past = friday(use) - timedelta(days=7)
    await refused(db, use, wish(past), "not a day to come")
    await refused(db, use, wish(friday(use), "Call the landlord"), "none is called that")
    other = await cast.join(db, cast.IN_DEBT)
    theirs = await says(db, other, clock, "Remind me.")
    await refused(db, theirs, wish(friday(use)), "they have none yet")
    await factories.card(db, other, title=TITLE)
    await refused(db, replace(theirs, owner=other), wish(friday(use)), "no reminders on any device")
