"""What silences a reminder: each promise on its own."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Unpack

import pytest

from coaching.domains.goals import queries as goal_queries
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.domains.reminders import deciding, queries, service
from coaching.domains.reminders.chosen import EVERY_DAY
from coaching.domains.reminders.models import About, Reminder, ReminderKind, ReminderState
from coaching.domains.reminders.service import Wanted
from coaching.errors import InvalidInput, NotFound
from coaching.models import SafetyEvent
from coaching.repositories import safety_events
from coaching.services import profiles
from coaching.values.enums import SafetyLevel
from coaching.values.reminders import ChosenTime, TimeAbout
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db

AT_SIX = datetime(2026, 1, 12, 18, 0, tzinfo=UTC)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


def daily(time: str) -> ChosenTime:
    return ChosenTime(time, EVERY_DAY)


async def reminded(db: Db, **wanted: Unpack[Wanted]) -> UUID:
    """Return somebody who wants to be reminded each day at six."""
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        await service.choose(
            s, owner, {"is_on": True, "times": [daily("18:00")], **wanted}, at=MONDAY_MORNING
        )
    return owner


async def claimed(db: Db, owner: UUID, now: datetime, *, is_sent: bool = True) -> Reminder | None:
    async with db.system("test", write=True) as s:
        found = await deciding.claim(s, owner, now=now)
        if found is not None and is_sent:
            found.state, found.sent_at = ReminderState.SENT, now
        return found


async def goal_on(db: Db, owner: UUID, day: date) -> Reminder:
    async with db.unit(owner, write=True) as s:
        goal = (await goals.add(s, owner, GoalFields(title="Post"), at=MONDAY_MORNING)).row
        return await service.follow_up(s, owner, About.GOAL, goal.id, day, at=MONDAY_MORNING)


async def test_a_nudge_comes_at_the_chosen_time_and_the_next_a_day_later(db: Db) -> None:
    owner = await reminded(db)
    assert await claimed(db, owner, AT_SIX - MINUTE) is None
    first = await claimed(db, owner, AT_SIX)
    assert first is not None
    assert (first.kind, first.due_at) == (ReminderKind.NUDGE, AT_SIX)
    assert await claimed(db, owner, AT_SIX + MINUTE) is None
    assert await claimed(db, owner, AT_SIX + DAY) is not None


async def test_of_several_times_the_next_comes_and_leads_to_what_it_is_about(db: Db) -> None:
    card = ChosenTime("18:00", (0, 2), TimeAbout.FOCUS)
    owner = await reminded(db, times=[card, ChosenTime("19:00", (0, 1))])
    held = await factories.card(db, owner, title="Looking is enough", is_focus=True)
    first = await claimed(db, owner, AT_SIX)
    assert first is not None
    assert (first.about, first.about_id) == (About.CARD, held.id)
    # A day has not gone by since the first one.
    assert await claimed(db, owner, AT_SIX + timedelta(hours=1)) is None
    second = await claimed(db, owner, AT_SIX + DAY + timedelta(hours=1))
    assert second is not None
    assert second.about is None
    async with db.unit(owner) as s:
        assert (await service.of(s, owner, at=AT_SIX)).skipped == [[2], [0]]


async def test_a_time_about_a_goal_goes_with_it(db: Db) -> None:
    owner = await reminded(db)
    async with db.unit(owner, write=True) as s:
        goal = (await goals.add(s, owner, GoalFields(title="Post"), at=MONDAY_MORNING)).row
        about = ChosenTime("18:00", EVERY_DAY, TimeAbout.GOAL, goal.id)
        await service.choose(s, owner, Wanted(times=[about, daily("19:00")]), at=MONDAY_MORNING)
        await goal_queries.remove(s, owner, goal.id)
    assert await claimed(db, owner, AT_SIX) is None
    assert await claimed(db, owner, AT_SIX + timedelta(hours=1)) is not None
    async with db.unit(owner) as s:
        assert len((await service.of(s, owner, at=AT_SIX)).settings.times) == 1


async def test_after_a_change_of_time_zone_the_next_one_comes_at_the_new_hour(db: Db) -> None:
    owner = await reminded(db, times=[ChosenTime("18:00", EVERY_DAY, TimeAbout.FOCUS)])
    held = await factories.card(db, owner, is_focus=True)
    async with db.unit(owner, write=True) as s:
        await profiles.change(s, owner, at=MONDAY_MORNING, time_zone="America/Bogota")
    assert await claimed(db, owner, AT_SIX) is None
    first = await claimed(db, owner, AT_SIX + timedelta(hours=5))
    assert first is not None
    assert first.about_id == held.id


@pytest.mark.parametrize(
    ("zone", "hours"), [("Asia/Tokyo", 15), ("America/Bogota", 29)], ids=["east", "west"]
)
async def test_after_a_move_each_day_has_its_reminder(db: Db, zone: str, hours: int) -> None:
    owner = await reminded(db)
    assert await claimed(db, owner, AT_SIX) is not None
    async with db.unit(owner, write=True) as s:
        landed = AT_SIX + timedelta(hours=10)
        await profiles.change(s, owner, at=landed, time_zone=zone)
        await service.plan_anew(s, owner, at=landed)
    six = AT_SIX + timedelta(hours=hours)
    assert await claimed(db, owner, six - MINUTE) is None
    assert await claimed(db, owner, six) is not None


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize("is_follow_up", [False, True])
@pytest.mark.parametrize("failures", [0, 1, 2])
async def test_one_that_had_to_be_tried_again_leaves_the_next_day_its_time(
    db: Db, failures: int, is_follow_up: bool
) -> None:
    owner = await reminded(db)
    if is_follow_up:
        await goal_on(db, owner, AT_SIX.date())
    now = AT_SIX + timedelta(seconds=20)
    for attempt in range(1, failures + 1):
        failed = await claimed(db, owner, now, is_sent=False)
        assert failed is not None
        async with db.system("test", write=True) as s:
            row = await queries.require(s, owner, failed.id)
            assert row is not None
            row.state, row.due_at = ReminderState.WAITING, now + deciding.AGAIN_AFTER * attempt
        now = row.due_at
    first = await claimed(db, owner, now)
    assert first is not None
    assert first.attempts == failures + 1
    assert await claimed(db, owner, AT_SIX + DAY - MINUTE) is None
    assert await claimed(db, owner, AT_SIX + DAY) is not None


@pytest.mark.both_databases
async def test_two_processes_send_once(db: Db) -> None:
    owner = await reminded(db)
    found = await asyncio.gather(*[claimed(db, owner, AT_SIX, is_sent=False) for _ in range(4)])
    assert sum(one is not None for one in found) == 1


async def test_between_any_two_lies_a_day(db: Db) -> None:
    owner = await reminded(db)
    assert await claimed(db, owner, AT_SIX) is not None
    async with db.unit(owner, write=True) as s:
        await service.choose(s, owner, Wanted(times=[daily("20:00")]), at=AT_SIX + MINUTE)
    assert await claimed(db, owner, AT_SIX + 2 * timedelta(hours=1)) is None
    follow_up = await goal_on(db, owner, AT_SIX.date() + DAY)
    assert follow_up.due_at == AT_SIX + DAY + timedelta(hours=2)
    assert await claimed(db, owner, follow_up.due_at) is not None


@pytest.mark.both_databases
async def test_a_pause_silences_everything_and_its_end_does_not(db: Db) -> None:
    owner = await reminded(db, is_paused=True, paused_until=AT_SIX + MINUTE)
    await goal_on(db, owner, AT_SIX.date())
    assert await claimed(db, owner, AT_SIX) is None
    after = await claimed(db, owner, AT_SIX + MINUTE)
    assert after is not None
    assert after.kind is ReminderKind.FOLLOW_UP


async def test_a_pause_without_an_end_lasts(db: Db) -> None:
    owner = await reminded(db, is_paused=True)
    for day in range(5):
        assert await claimed(db, owner, AT_SIX + day * DAY) is None


@pytest.mark.parametrize(("hours", "comes"), [(1, False), (47.9, False), (48.1, True)])
async def test_nothing_comes_in_the_48_hours_after_a_crisis(
    db: Db,
    hours: float,
    comes: bool,
) -> None:
    owner = await reminded(db)
    at = AT_SIX - timedelta(hours=hours)
    async with db.unit(owner, write=True) as s:
        event = SafetyEvent(
            user_id=owner,
            level=SafetyLevel.CRISIS,
            category="suicide",
            source="message",
            created_at=at,
        )
        await safety_events.add(s, owner, event)
    assert (await claimed(db, owner, AT_SIX) is not None) is comes


@pytest.mark.both_databases
async def test_quiet_hours_hold_a_follow_up_until_they_end(db: Db) -> None:
    owner = await reminded(db)
    await goal_on(db, owner, AT_SIX.date())
    async with db.unit(owner, write=True) as s:
        await service.choose(
            s,
            owner,
            Wanted(quiet_from="17:00", quiet_to="19:00", times=[daily("20:00")]),
            at=MONDAY_MORNING,
        )
    assert await claimed(db, owner, AT_SIX) is None
    assert await claimed(db, owner, AT_SIX + timedelta(minutes=59)) is None
    assert await claimed(db, owner, AT_SIX + timedelta(hours=1)) is not None


async def test_a_time_in_the_quiet_hours_is_refused(db: Db) -> None:
    owner = await reminded(db)
    async with db.unit(owner, write=True) as s:
        with pytest.raises(InvalidInput):
            await service.choose(s, owner, Wanted(times=[daily("22:00")]), at=MONDAY_MORNING)


@pytest.mark.both_databases
async def test_three_ignored_ones_end_it_until_it_is_begun_again(db: Db) -> None:
    owner = await reminded(db)
    for day in range(3):
        assert await claimed(db, owner, AT_SIX + day * DAY) is not None
    assert await claimed(db, owner, AT_SIX + 3 * DAY) is None
    async with db.unit(owner, write=True) as s:
        ended = (await service.of(s, owner, at=AT_SIX)).settings
        assert (ended.is_on, ended.ended_at) == (False, AT_SIX + 3 * DAY)
        again = await service.choose(s, owner, Wanted(is_on=True), at=AT_SIX + 3 * DAY)
        assert again.ended_at is None
    assert await claimed(db, owner, AT_SIX + 4 * DAY) is not None


@pytest.mark.both_databases
async def test_one_that_was_opened_begins_the_count_anew(db: Db) -> None:
    owner = await reminded(db)
    for day in range(3):
        sent = await claimed(db, owner, AT_SIX + day * DAY)
        assert sent is not None
        if day == 1:
            async with db.unit(owner, write=True) as s:
                await service.opened(s, owner, sent.id, at=AT_SIX)
    assert await claimed(db, owner, AT_SIX + 3 * DAY) is not None


async def test_a_nudge_that_is_late_is_left_out_and_a_follow_up_is_not(db: Db) -> None:
    owner = await reminded(db)
    late = AT_SIX + timedelta(minutes=31)
    assert await claimed(db, owner, late) is None
    friday = await goal_on(db, owner, AT_SIX.date() + 4 * DAY)
    came = await claimed(db, owner, friday.due_at + timedelta(hours=2))
    assert came is not None
    assert came.id == friday.id


async def test_a_follow_up_of_long_ago_is_dropped(db: Db) -> None:
    owner = await reminded(db, times=())
    friday = await goal_on(db, owner, AT_SIX.date() + 4 * DAY)
    assert await claimed(db, owner, friday.due_at + 4 * DAY) is None
    async with db.unit(owner) as s:
        assert await queries.follow_ups(s, owner) == []


async def test_a_follow_up_asks_for_nothing_else(db: Db) -> None:
    owner = await factories.person(db)
    await goal_on(db, owner, AT_SIX.date() + DAY)
    async with db.unit(owner) as s:
        view = await service.of(s, owner, at=AT_SIX)
    assert (view.settings.is_on, view.settings.times, view.settings.next_at) == (True, [], None)
    assert len(view.follow_ups) == 1


@pytest.mark.both_databases
async def test_only_its_owner_reaches_a_reminder(db: Db) -> None:
    owner, other = await reminded(db), await factories.person(db)
    goal = await goal_on(db, owner, AT_SIX.date() + DAY)
    assert goal.about_id is not None
    async with db.unit(other, write=True) as s:
        for refused in (
            service.opened(s, other, goal.id, at=AT_SIX),
            service.cancel(s, other, goal.id),
            service.follow_up(
                s, other, About.GOAL, goal.about_id, AT_SIX.date() + DAY, at=MONDAY_MORNING
            ),
        ):
            with pytest.raises(NotFound):
                await refused
