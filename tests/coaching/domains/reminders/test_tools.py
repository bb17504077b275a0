"""A promise to come back is a reminder, and only when the person wants one."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from coaching.clock import local_day
from coaching.content import day_in_words
from coaching.domains.reminders import own_words, service, times
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
from coaching.values.tools import ToolOutcome, ToolUse
from tests.support import cast, factories

if TYPE_CHECKING:
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
    assert outcome.detail == f"{TITLE} · {day_in_words('en', on)}"
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


@pytest.mark.slow
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
    await refused(db, use, ScheduleReminder(what=TITLE, on="Friday"), "no time to come")
    past = friday(use) - timedelta(days=7)
    await refused(db, use, wish(past), "no time to come")


async def scheduled(db: Db, use: ToolUse, asked: ScheduleReminder) -> ToolOutcome:
    async with db.unit(use.owner, write=True) as s:
        return await schedule_reminder(s, use, asked)


async def shown_at_home(db: Db, use: ToolUse, at: datetime) -> str:
    async with db.unit(use.owner) as s:
        found = await own_words.at_home(s, use.owner, at=at)
        return found.words if found else ""


async def test_anything_they_say_becomes_a_reminder_that_home_shows_on_the_day(
    db: Db, use: ToolUse
) -> None:
    on = friday(use)
    outcome = await scheduled(db, use, wish(on, "ring the  bank"))
    assert (outcome.for_model["scheduled"], outcome.for_model["notifies"]) == (
        "Ring the bank",
        True,
    )
    morning = times.at_local(on, "07:00", "Europe/London")
    assert await shown_at_home(db, use, morning - timedelta(days=1)) == ""
    assert await shown_at_home(db, use, morning) == "Ring the bank"
    assert await shown_at_home(db, use, morning + timedelta(days=4)) == ""
    async with db.unit(use.owner, write=True) as s:
        done = await own_words.done_with(s, use.owner, UUID(str(outcome.data["id"])), at=morning)
    assert done.text == ""
    assert await shown_at_home(db, use, morning) == ""
    assert await waiting(db, use) == []


async def test_a_time_that_they_named_is_kept(db: Db, use: ToolUse) -> None:
    on = friday(use)
    outcome = await scheduled(db, use, ScheduleReminder(what="Ring", on=f"{on}T15:00"))
    assert outcome.for_model["at"] == "15:00"
    async with db.unit(use.owner, write=True) as s:
        (await profiles.require(s, use.owner)).locale = "en-US"
    american = await scheduled(db, use, ScheduleReminder(what="Ring", on=f"{on}T15:00"))
    assert american.for_model["at"] == "3:00 pm"
    over = ScheduleReminder(what="Ring", on=f"{on - timedelta(days=7)}T15:00")
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(ToolRetry, match="no time to come"):
            await schedule_reminder(s, use, over)


async def test_the_same_words_move_to_the_new_day_and_undo_moves_them_back(
    db: Db, use: ToolUse
) -> None:
    first, later = friday(use), friday(use) + timedelta(days=7)
    await scheduled(db, use, wish(first, "Ring the bank"))
    await scheduled(db, use, wish(first, "Ring the landlord"))
    outcome = await scheduled(db, use, wish(later, "ring the bank!"))
    assert await waiting(db, use) == [first, later]
    async with db.unit(use.owner, write=True) as s:
        await undo_reminder(s, use.owner, outcome.data, at=use.at)
    assert await waiting(db, use) == [first, first]


async def test_words_that_say_more_than_a_title_stay_whole(db: Db, use: ToolUse) -> None:
    await factories.card(db, use.owner, title="The bank")
    outcome = await scheduled(db, use, wish(friday(use), "Ring the bank about my rent"))
    assert (outcome.data["scheduled"], outcome.data["about"]) == ("Ring the bank about my rent", "")


async def test_without_a_way_to_send_it_home_shows_it_and_the_coach_is_told(
    db: Db, use: ToolUse, clock: FrozenClock
) -> None:
    other = await cast.join(db, cast.IN_DEBT)
    theirs = await says(db, other, clock, "Remind me on Friday to ring the bank.")
    on = friday(use)
    outcome = await scheduled(db, theirs, wish(on, "Ring the bank"))
    assert outcome.for_model["notifies"] is False
    assert "home screen, without a notification" in str(outcome.for_model["note"])
    assert await shown_at_home(db, theirs, times.at_local(on, "07:00", "UTC")) == "Ring the bank"
    async with db.unit(other) as s:
        assert not (await service.of(s, other, at=use.at)).settings.is_on


async def test_the_coach_knows_what_is_still_open(db: Db, use: ToolUse) -> None:
    on = friday(use)
    await scheduled(db, use, wish(on, "Ring the bank"))
    await scheduled(db, use, wish(on, TITLE))
    async with db.unit(use.owner) as s:
        found = await service.still_open(s, use.owner)
    assert {(one.on, one.words) for one in found} == {(on, "Ring the bank"), (on, TITLE)}
