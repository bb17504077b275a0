from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from coaching.conversation import accept, detect_session_boundary
from coaching.errors import Conflict
from coaching.models import SessionStatus
from coaching.repositories import conversations
from coaching.values import session_state
from tests.support import factories
from tests.support.talker import Talker

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from tests.coaching.conversation.conftest import StartEngine

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GAP = timedelta(hours=12)
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("gap", "is_new"),
    [(GAP - SECOND, False), (GAP, False), (GAP + SECOND, True), (timedelta(hours=-2), False)],
    ids=["11:59:59", "12:00:00", "12:00:01", "clock set back"],
)
def test_only_more_than_the_gap_begins_a_new_session(gap: timedelta, *, is_new: bool) -> None:
    assert detect_session_boundary(NOON, NOON + gap) is is_new


@pytest.mark.parametrize(
    ("zone", "evening"),
    [
        ("Europe/Berlin", "2026-03-28"),  # the night that loses an hour
        ("Europe/Berlin", "2026-10-24"),  # the night that has one twice
        ("Australia/Lord_Howe", "2026-04-04"),  # half an hour
        ("Pacific/Kiritimati", "2026-12-31"),  # the other side of the date line
        ("UTC", "2028-02-28"),  # a leap day
    ],
)
@pytest.mark.parametrize(("gap", "is_new"), [(GAP, False), (GAP + SECOND, True)])
def test_no_zone_and_no_summer_time_changes_the_answer(
    zone: str, evening: str, gap: timedelta, *, is_new: bool
) -> None:
    last = datetime.fromisoformat(f"{evening}T20:00").replace(tzinfo=ZoneInfo(zone))
    now = (last.astimezone(UTC) + gap).astimezone(ZoneInfo(zone))
    assert detect_session_boundary(last, now) is is_new


def test_the_first_message_of_all_begins_a_session() -> None:
    assert detect_session_boundary(None, NOON)


async def test_the_gap_counts_from_the_last_word_of_either_side(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    talker = Talker(hold_after=2)
    coaching = await start_engine(talker)
    first = await accept(coaching, owner, "One", "m1")
    await talker.is_holding()
    clock.move(timedelta(hours=3))
    talker.go_on()
    await coaching.runner.idle()
    clock.move(GAP)
    second = await accept(coaching, owner, "Two", "m2")
    await coaching.runner.idle()
    clock.move(GAP + SECOND)
    third = await accept(coaching, owner, "Three", "m3")
    assert second.conversation_id == first.conversation_id != third.conversation_id
    assert (first.session_number, second.session_number, third.session_number) == (1, 1, 2)


async def test_a_new_session_closes_the_old_one(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching = await start_engine(Talker())
    first = await accept(coaching, owner, "One", "m1")
    await coaching.runner.idle()
    clock.move(timedelta(days=2))
    await accept(coaching, owner, "Two", "m2")
    async with coaching.unit(owner) as s:
        old = await conversations.require(s, owner, first.conversation_id)
        new = await conversations.current(s, owner)
    assert old.session_status is SessionStatus.CLOSED
    assert new is not None
    assert session_state.of(new).gap_days == pytest.approx(2, abs=0.01)
    with pytest.raises(Conflict):
        await accept(coaching, owner, "Three", "m3", conversation_id=old.id)


async def test_after_a_session_that_was_ended_a_message_begins_a_new_one(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching = await start_engine(Talker())
    first = await accept(coaching, owner, "One", "m1")
    await coaching.runner.idle()
    async with coaching.unit(owner, write=True) as s:
        assert await conversations.close(s, owner, first.conversation_id, at=clock.now())
    second = await accept(coaching, owner, "Two", "m2")
    assert (first.session_number, second.session_number) == (1, 2)


async def test_an_open_conversation_can_be_asked_for_across_the_gap(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching = await start_engine(Talker())
    first = await accept(coaching, owner, "One", "m1")
    await coaching.runner.idle()
    clock.move(timedelta(days=2))
    later = await accept(coaching, owner, "Two", "m2", conversation_id=first.conversation_id)
    assert later.conversation_id == first.conversation_id


@pytest.mark.both_databases
async def test_somebody_elses_conversation_is_not_open(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    theirs = await accept(coaching, await factories.person(coaching.db), "One", "m1")
    with pytest.raises(Conflict):
        await accept(coaching, owner, "Two", "m2", conversation_id=theirs.conversation_id)
