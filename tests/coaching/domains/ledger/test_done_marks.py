from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from coaching.domains.ledger import service as ledger
from coaching.domains.ledger.entries import Kind, Reason
from coaching.errors import NotFound
from coaching.models import CoachMemory
from coaching.repositories import cards as card_rows
from coaching.repositories import focus_days, tool_calls
from coaching.services import cards, memories
from coaching.tools.mark_done import MarkDone, mark_done
from coaching.values.conversations import ToolStatus
from coaching.values.enums import CardKind, MemoryKind
from coaching.values.tools import UNDONE, ToolUse
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.domains.ledger.entries import Entry
    from coaching.models import RewireCard
    from coaching.repositories.db import Db

AT = factories.MONDAY_MORNING
NEXT_DAY = AT + timedelta(days=1)
TITLE = "Ring the bank on Friday"
SAID = "I rang the bank, finally"


async def marked(db: Db, owner: UUID, what: str = TITLE, *, over: bool = True) -> UUID:
    """Have the coach mark a plan as done; return its turn."""
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(db, owner, session, SAID)
    given = MarkDone(what=what, quote=SAID, over=over)
    async with db.unit(owner, write=True) as s:
        done = await mark_done(s, ToolUse(owner, turn.id, None, AT), given)
        asked = tool_calls.Call("t1", "mark_done", given.model_dump(), 0, 0)
        call = tool_calls.pending(turn, asked, at=AT)
        call.status, call.result = ToolStatus.DONE, {"data": dict(done.data)}
        await tool_calls.add(s, owner, [call])
    return turn.id


async def marks(db: Db, owner: UUID) -> tuple[Entry, ...]:
    async with db.unit(owner) as s:
        return (await ledger.page(s, owner, kinds=[Kind.DONE])).entries


async def card_of(db: Db, owner: UUID, card_id: UUID) -> RewireCard:
    async with db.unit(owner) as s:
        return await card_rows.require(s, owner, card_id)


async def test_a_card_that_was_marked_as_done_is_listed_and_opened_again(db: Db) -> None:
    owner = await factories.person(db)
    card = await factories.card(db, owner, TITLE, kind=CardKind.PLAN)
    turn_id = await marked(db, owner)

    (entry,) = await marks(db, owner)

    assert (entry.before, entry.text) == (f"○ {TITLE}", f"✓ {TITLE}")
    assert (entry.reason, entry.because) == (Reason.QUOTE, SAID)
    async with db.unit(owner, write=True) as s:
        await ledger.undo(s, owner, entry.id, at=NEXT_DAY)
        with pytest.raises(NotFound):
            await ledger.undo(s, owner, entry.id, at=NEXT_DAY)
    opened = await card_of(db, owner, card.id)
    assert (opened.graduated_at, opened.times_completed) == (None, 0)
    assert await marks(db, owner) == ()
    async with db.unit(owner) as s:
        assert await focus_days.of_card(s, owner, card.id) == []
        (call,) = await tool_calls.of_turn(s, owner, turn_id)
    assert call.result[UNDONE] is True


@pytest.mark.both_databases
async def test_a_card_that_they_took_up_again_is_not_listed(db: Db) -> None:
    owner = await factories.person(db)
    card = await factories.card(db, owner, TITLE, kind=CardKind.PLAN)
    await marked(db, owner)
    async with db.unit(owner, write=True) as s:
        await cards.ungraduate(s, owner, card.id, was_focus=False, at=NEXT_DAY)

    assert await marks(db, owner) == ()


@pytest.mark.both_databases
async def test_what_repeats_is_listed_for_the_day_that_was_counted(db: Db) -> None:
    owner = await factories.person(db)
    card = await factories.card(db, owner, TITLE, kind=CardKind.PRACTICE)
    await marked(db, owner, over=False)
    await marked(db, owner, over=False)  # the day was counted already

    (entry,) = await marks(db, owner)

    async with db.unit(owner, write=True) as s:
        await ledger.undo(s, owner, entry.id, at=NEXT_DAY)
    assert (await card_of(db, owner, card.id)).times_completed == 0
    assert await marks(db, owner) == ()


@pytest.mark.both_databases
async def test_a_note_that_was_marked_as_done_is_listed_until_it_is_open_again(db: Db) -> None:
    owner = await factories.person(db)
    note = CoachMemory(
        user_id=owner,
        kind=MemoryKind.COMMITMENT,
        content=TITLE,
        fingerprint="x",
        expires_at=AT + timedelta(days=9),
        created_at=AT,
    )
    async with db.unit(owner, write=True) as s:
        s.add(note)
    await marked(db, owner)
    (entry,) = await marks(db, owner)

    async with db.unit(owner, write=True) as s:
        await ledger.undo(s, owner, entry.id, at=NEXT_DAY)

    async with db.unit(owner) as s:
        kept = await memories.require(s, owner, note.id)
    assert (kept.done_at, kept.expires_at) == (None, AT + timedelta(days=9))
    assert await marks(db, owner) == ()


async def test_many_marks_are_looked_up_together(db: Db) -> None:
    owner = await factories.person(db)
    sent = list[str]()

    def note(*sqlalchemy_facts: Any) -> None:
        sent.append(sqlalchemy_facts[2])

    for _ in range(2):
        await factories.card(db, owner, TITLE, kind=CardKind.PLAN)
        await marked(db, owner)
        sent.append("read")
        event.listen(sa.Engine, "before_cursor_execute", note)
        try:
            await marks(db, owner)
        finally:
            event.remove(sa.Engine, "before_cursor_execute", note)
    assert len(await marks(db, owner)) == 2
    assert len(sent[: sent.index("read", 1)]) == len(sent[sent.index("read", 1) :])
