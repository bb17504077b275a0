"""Cards, days, wins, intel, memories, briefings, signals."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.errors import NotFound
from coaching.models import CoachingBriefing, CoachMemory, FocusDay, ObserverSignal, Win
from coaching.repositories import (
    briefings,
    cards,
    focus_days,
    intel,
    memories,
    signals,
    wins,
)
from coaching.values.enums import Importance, MemoryState, PrescribedBy, SignalType, Trigger
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import Conversation, Turn
    from coaching.repositories.db import Db

MONDAY = date(2026, 1, 12)
LATER = MONDAY_MORNING + timedelta(hours=1)


async def test_another_focus_card_replaces_the_first(db: Db) -> None:
    owner = await factories.person(db)
    theirs = PrescribedBy.USER
    first, second = [
        await factories.card(db, owner, title, prescribed_by=theirs) for title in ("One", "Two")
    ]
    for card in (first, second, second):
        async with db.unit(owner, write=True) as s:
            by = PrescribedBy.STRATEGIST
            await cards.set_focus(
                s, owner, card.id, now=LATER, prescribed_by=by, rationale="It fits."
            )
    async with db.unit(owner) as s:
        focus = await cards.focus(s, owner)
        assert focus is not None
        assert (focus.id, focus.focus_set_at) == (second.id, LATER)
        assert (focus.prescribed_by, focus.rationale) == (theirs, "It fits.")
        assert [card.is_focus for card in await cards.for_user(s, owner)].count(True) == 1


async def test_twenty_focus_changes_at_once_leave_one_focus(db: Db) -> None:
    owner = await factories.person(db)
    made = [await factories.card(db, owner, str(n)) for n in range(5)]

    async def prescribe(card_id: UUID) -> None:
        async with db.unit(owner, write=True) as s:
            await cards.set_focus(s, owner, card_id, now=LATER, prescribed_by=PrescribedBy.USER)

    await asyncio.gather(*(prescribe(card.id) for card in made * 4))
    async with db.unit(owner) as s:
        assert [card.is_focus for card in await cards.for_user(s, owner)].count(True) == 1


async def test_a_graduated_card_stays_and_is_no_longer_the_focus(db: Db) -> None:
    owner = await factories.person(db)
    card = await factories.card(db, owner, is_focus=True)
    async with db.unit(owner, write=True) as s:
        await cards.graduate(s, owner, card.id, now=LATER)
        assert await cards.focus(s, owner) is None
        assert [c.graduated_at for c in await cards.for_user(s, owner)] == [LATER]


async def test_a_day_has_one_answer_however_often_it_is_given(db: Db) -> None:
    owner = await factories.person(db)
    card = await factories.card(db, owner)

    async def answer(completed: bool) -> bool:
        day = FocusDay(
            user_id=owner, rewire_card_id=card.id, day=MONDAY.isoformat(), completed=completed
        )
        async with db.unit(owner, write=True) as s:
            return await focus_days.answer(s, owner, day)

    answers = await asyncio.gather(*(answer(completed=True) for _ in range(10)))
    assert sorted(answers) == [False] * 9 + [True]
    assert await answer(completed=False) is False
    async with db.unit(owner, write=True) as s:
        assert [day.completed for day in await focus_days.since(s, owner, MONDAY)] == [True]
        assert await focus_days.take_back(s, owner, card.id, MONDAY) is not None
        assert await focus_days.on(s, owner, card.id, MONDAY) is None


async def test_wins_come_in_pages_newest_first(db: Db) -> None:
    owner = await factories.person(db)
    for n in range(5):
        await factories.win(db, owner, str(n), at=MONDAY_MORNING + timedelta(minutes=n))
    async with db.unit(owner, write=True) as s:
        page = await wins.for_user(s, owner, limit=3)
        assert [win.text for win in page] == ["4", "3", "2"]
        rest = await wins.for_user(s, owner, before=page[-1].created_at)
        assert [win.text for win in rest] == ["1", "0"]
        assert await wins.remove(s, owner, page[0].id)
        assert not await wins.remove(s, owner, page[0].id)
        await wins.add(s, owner, Win(user_id=owner, text="new"))


async def test_twenty_merges_at_once_lose_no_item(db: Db) -> None:
    owner = await factories.person(db)

    async def merge(item: str) -> None:
        async with db.unit(owner, write=True) as s:
            row = await intel.hold(s, owner, now=LATER)
            await intel.change(s, owner, now=LATER, triggers=[*row.triggers, item])

    await asyncio.gather(*(merge(str(n)) for n in range(20)))
    async with db.unit(owner) as s:
        row = await intel.find(s, owner)
    assert row is not None
    assert sorted(row.triggers, key=int) == [str(n) for n in range(20)]


async def test_the_strategist_gets_what_matters_most_and_still_holds(db: Db) -> None:
    owner = await factories.person(db)
    rows = [
        ("low", Importance.LOW, True, None),
        ("high, older", Importance.HIGH, True, None),
        ("high, newer", Importance.HIGH, True, LATER),
        ("over", Importance.HIGH, True, MONDAY_MORNING),
        ("resting", Importance.HIGH, False, None),
    ]
    async with db.unit(owner, write=True) as s:
        for n, (content, importance, active, expires_at) in enumerate(rows):
            memory = CoachMemory(
                user_id=owner,
                content=content,
                importance=importance,
                active=active,
                state=MemoryState.ACTIVE if active else MemoryState.EXPIRED,
                expires_at=expires_at,
                created_at=MONDAY_MORNING + timedelta(seconds=n),
                updated_at=MONDAY_MORNING + timedelta(seconds=n),
            )
            await memories.add(s, owner, memory)
        found = await memories.active(s, owner, now=MONDAY_MORNING, limit=2)
        everything = await memories.active(s, owner, now=MONDAY_MORNING)
    assert [memory.content for memory in found] == ["high, newer", "high, older"]
    assert len(everything) == 3


def _briefing(owner: UUID, boundary: str) -> CoachingBriefing:
    return CoachingBriefing(
        user_id=owner,
        version=0,
        trigger=Trigger.SESSION_END,
        boundary=boundary,
        briefing_content=boundary,
    )


async def test_two_runs_at_one_boundary_are_one_version(db: Db) -> None:
    owner = await factories.person(db)

    async def run(boundary: str) -> UUID:
        async with db.unit(owner, write=True) as s:
            return (await briefings.add(s, owner, _briefing(owner, boundary))).id

    ids = await asyncio.gather(*(run(str(n % 3)) for n in range(12)))
    assert len(set(ids)) == 3
    async with db.unit(owner) as s:
        newest = await briefings.latest(s, owner)
    assert newest is not None
    assert newest.version == 3


def _signal(turn: Turn, ordinal: int, content: str, *, urgent: bool = False) -> ObserverSignal:
    return ObserverSignal(
        user_id=turn.user_id,
        session_id=turn.conversation_id,
        turn_id=turn.id,
        ordinal=ordinal,
        signal_type=SignalType.EMOTIONAL,
        content=content,
        confidence=0.9,
        urgency_flag=urgent,
        created_at=turn.created_at,
    )


async def _exchange(db: Db, minutes: int, session: Conversation) -> Turn:
    at = MONDAY_MORNING + timedelta(minutes=minutes)
    return await factories.exchange(db, session.user_id, session, at=at)


async def test_a_second_look_at_a_turn_replaces_the_first(db: Db) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    first, second = await _exchange(db, 0, session), await _exchange(db, 1, session)
    async with db.unit(owner, write=True) as s:
        await signals.replace_of_turn(s, owner, first.id, [_signal(first, 0, "a")])
        await signals.replace_of_turn(s, owner, second.id, [_signal(second, 0, "b")])
        again = [_signal(first, 0, "c"), _signal(first, 1, "d", urgent=True)]
        await signals.replace_of_turn(s, owner, first.id, again)
        newest = await signals.newest(s, owner, limit=2)
        assert [x.content for x in await signals.of_session(s, owner, session.id)] == list("cdb")
    assert [signal.content for signal in newest] == ["d", "b"]


async def test_what_belongs_to_somebody_else_is_not_there(sqlite_db: Db) -> None:
    """On SQLite nothing but the questions themselves keeps people apart."""
    anna, ben = await factories.person(sqlite_db), await factories.person(sqlite_db)
    card, win = await factories.card(sqlite_db, anna), await factories.win(sqlite_db, anna)
    async with sqlite_db.unit(ben, write=True) as s:
        for refused in (
            cards.require(s, ben, card.id),
            cards.set_focus(s, ben, card.id, now=LATER, prescribed_by=PrescribedBy.USER),
            cards.change(s, ben, card.id, now=LATER, title="mine"),
            cards.graduate(s, ben, card.id, now=LATER),
        ):
            with pytest.raises(NotFound):
                await refused
        assert not await cards.remove(s, ben, card.id)
        assert not await wins.remove(s, ben, win.id)
        assert await wins.find(s, ben, win.id) is None
        assert await cards.for_user(s, ben) == []
        assert await cards.focus(s, ben) is None
