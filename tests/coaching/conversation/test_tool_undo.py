from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from coaching.conversation import undo_tool_call
from coaching.errors import NotFound
from coaching.models import ToolCall, ToolStatus
from coaching.repositories import cards as card_rows
from coaching.repositories import tool_calls
from coaching.repositories import wins as win_rows
from coaching.services import completion
from coaching.values.enums import CardKind
from coaching.values.tools import UNDONE
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import Turn
    from coaching.repositories.db import Db


async def called(db: Db, turn: Turn, name: str, data: dict[str, Any]) -> None:
    call = ToolCall(
        user_id=turn.user_id,
        turn_id=turn.id,
        step=0,
        ordinal=0,
        call_id="call_1",
        name=name,
        status=ToolStatus.DONE,
        result={"data": data, "detail": "", "proposal_id": None},
    )
    async with db.unit(turn.user_id, write=True) as s:
        await tool_calls.add(s, turn.user_id, [call])


async def take_back(db: Db, owner: UUID, turn: Turn, clock: FrozenClock) -> None:
    async with db.unit(owner, write=True) as s:
        await undo_tool_call(s, owner, turn.id, "call_1", at=clock.now())


@pytest.fixture
async def turn(db: Db) -> Turn:
    owner = await factories.person(db)
    return await factories.exchange(db, owner, await factories.conversation(db, owner))


async def test_what_the_coach_saved_is_taken_back(db: Db, turn: Turn, clock: FrozenClock) -> None:
    win = await factories.win(db, turn.user_id)
    await called(db, turn, "save_win", {"saved": "win", "id": str(win.id)})

    await take_back(db, turn.user_id, turn, clock)

    async with db.unit(turn.user_id) as s:
        assert await win_rows.find(s, turn.user_id, win.id) is None


async def test_what_was_undone_is_undone_once(db: Db, turn: Turn, clock: FrozenClock) -> None:
    win = await factories.win(db, turn.user_id)
    await called(db, turn, "save_win", {"saved": "win", "id": str(win.id)})
    await take_back(db, turn.user_id, turn, clock)

    async with db.unit(turn.user_id) as s:
        call = await tool_calls.find(s, turn.user_id, turn.id, "call_1")
    assert call is not None
    assert call.result[UNDONE] is True
    with pytest.raises(NotFound):
        await take_back(db, turn.user_id, turn, clock)


async def test_a_card_is_taken_back_the_same_way(db: Db, turn: Turn, clock: FrozenClock) -> None:
    card = await factories.card(db, turn.user_id)
    await called(db, turn, "save_card", {"saved": "card", "id": str(card.id)})

    await take_back(db, turn.user_id, turn, clock)

    async with db.unit(turn.user_id) as s:
        assert await card_rows.find(s, turn.user_id, card.id) is None


async def test_what_was_marked_as_done_is_open_again(
    db: Db, turn: Turn, clock: FrozenClock
) -> None:
    card = await factories.card(db, turn.user_id, "Ring the bank on Friday", kind=CardKind.PLAN)
    async with db.unit(turn.user_id, write=True) as s:
        done = await completion.mark(s, turn.user_id, card.title, is_over=True, at=clock.now())
    assert done is not None
    await called(db, turn, "mark_done", {"saved": "done", "before": done.before})

    await take_back(db, turn.user_id, turn, clock)

    async with db.unit(turn.user_id) as s:
        row = await card_rows.require(s, turn.user_id, card.id)
    assert (row.graduated_at, row.times_completed) == (None, 0)


async def test_a_call_that_saved_nothing_cannot_be_undone(
    db: Db, turn: Turn, clock: FrozenClock
) -> None:
    await called(db, turn, "save_win", {"error": "too long"})

    with pytest.raises(NotFound):
        await take_back(db, turn.user_id, turn, clock)


@pytest.mark.both_databases
async def test_somebody_else_cannot_take_it_back(db: Db, turn: Turn, clock: FrozenClock) -> None:
    win = await factories.win(db, turn.user_id)
    await called(db, turn, "save_win", {"saved": "win", "id": str(win.id)})

    with pytest.raises(NotFound):
        await take_back(db, await factories.person(db), turn, clock)

    async with db.unit(turn.user_id) as s:
        assert await win_rows.find(s, turn.user_id, win.id) is not None
