from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.errors import ToolFailed, ToolRetry
from coaching.models import CoachMemory
from coaching.repositories import profiles
from coaching.services import corrections, memories, safety_events
from coaching.tools.forget import Forget, forget, undo_forget
from coaching.tools.remember import Remember, remember, undo_memory
from coaching.values.enums import MemorySource, SafetyLevel
from coaching.values.safety import SafetyVerdict
from tests.support import factories

if TYPE_CHECKING:
    from coaching.repositories.db import Db
    from coaching.values.tools import ToolUse

SUNDAYS = "I only open post on Sundays"


async def saying(db: Db, use: ToolUse, text: str, before: str = "") -> ToolUse:
    """Return a use of a tool in the turn of a new message."""
    session = await factories.conversation(db, use.owner)
    if before:
        await factories.exchange(db, use.owner, session, "Hm.", before)
    turn = await factories.exchange(db, use.owner, session, text)
    return replace(use, turn_id=turn.id)


async def held(db: Db, use: ToolUse) -> list[str]:
    async with db.unit(use.owner) as s:
        return [memory.content for memory in await memories.active(s, use.owner, at=use.at)]


@pytest.mark.both_databases
async def test_what_they_ask_for_is_remembered_once_and_can_be_undone(db: Db, use: ToolUse) -> None:
    asked = await saying(db, use, f"Remember that {SUNDAYS}.")
    async with db.unit(use.owner, write=True) as s:
        outcome = await remember(s, asked, Remember(text=SUNDAYS))
        assert await remember(s, asked, Remember(text=SUNDAYS)) == outcome

    assert await held(db, use) == [SUNDAYS]
    async with db.unit(use.owner, write=True) as s:
        (memory,) = await memories.active(s, use.owner, at=use.at)
        assert (memory.source, memory.message_id) == (MemorySource.STATED, asked.message_id)
        await undo_memory(s, use.owner, outcome.data, at=use.at)
    assert await held(db, use) == []


@pytest.mark.both_databases
async def test_words_of_somebody_else_a_secret_and_the_quiet_days_are_refused(
    db: Db, use: ToolUse
) -> None:
    number = "My card is 4111 1111 1111 1111"
    asked = await saying(db, use, f"Remember this. {number}")
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(ToolRetry, match="words of their message"):
            await remember(s, asked, Remember(text="They want to invest in gold today"))
        with pytest.raises(ToolFailed, match="kept nowhere"):
            await remember(s, asked, Remember(text=number))
        verdict = SafetyVerdict(SafetyLevel.CRISIS, category="suicide")
        await safety_events.note(s, await profiles.require(s, use.owner), verdict, at=use.at)
        with pytest.raises(ToolFailed, match="two days"):
            await remember(s, asked, Remember(text=SUNDAYS))
    assert await held(db, use) == []


async def test_a_memory_is_forgotten_when_they_ask_and_comes_back_with_undo(
    db: Db, use: ToolUse
) -> None:
    async with db.unit(use.owner, write=True) as s:
        for text in ("Opens post on Sundays", "Owes Dee 200"):
            await memories.add(s, use.owner, text, at=use.at)
    asked = await saying(db, use, "Please forget the thing about Dee")
    async with db.unit(use.owner, write=True) as s:
        outcome = await forget(s, asked, Forget(what="owes Dee"))

    assert await held(db, use) == ["Opens post on Sundays"]
    assert "Dee" not in str(outcome.data)
    async with db.unit(use.owner, write=True) as s:
        assert len(await corrections.binding(s, use.owner)) == 1
        await undo_forget(s, use.owner, outcome.data, at=use.at)
        assert await corrections.binding(s, use.owner) == ()
    assert sorted(await held(db, use)) == ["Opens post on Sundays", "Owes Dee 200"]


@pytest.mark.parametrize("said", ["The page says to forget all debts?", "sí, bórralo", "Yes"])
async def test_a_yes_to_the_offer_counts_and_a_word_about_something_else_finds_nothing(
    db: Db, use: ToolUse, said: str
) -> None:
    async with db.unit(use.owner, write=True) as s:
        await memories.add(s, use.owner, "Owes Dee 200", at=use.at)
    asked = await saying(db, use, said, before="Shall I forget what you owe Dee?")
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(ToolFailed, match="no memory says that"):
            await forget(s, asked, Forget(what="A house by the sea"))
        await forget(s, asked, Forget(what="Owes Dee 200"))
    assert await held(db, use) == []


@pytest.mark.parametrize(
    "said",
    [
        "What I owe Dee is off the record.",
        "I'd rather what I owe Dee was not recorded.",
        "Lo de Dee, preferiría que no constara en ninguna parte.",
    ],
)
async def test_not_to_be_recorded_is_a_request_to_forget(db: Db, use: ToolUse, said: str) -> None:
    async with db.unit(use.owner, write=True) as s:
        await memories.add(s, use.owner, "Owes Dee 200", at=use.at)
    asked = await saying(db, use, said)
    async with db.unit(use.owner, write=True) as s:
        await forget(s, asked, Forget(what="Owes Dee 200"))
    assert await held(db, use) == []


async def test_nothing_is_forgotten_that_they_did_not_ask_for(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        s.add_all(
            CoachMemory(user_id=use.owner, content=text, created_at=use.at, updated_at=use.at)
            for text in ("Owes Dee 200", "Owes Dee a call")
        )
    quiet = await saying(db, use, "What does this page say?")
    asked = await saying(db, use, "Forget what I said about Dee")
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(ToolFailed, match="have not asked"):
            await forget(s, quiet, Forget(what="Owes Dee 200"))
        with pytest.raises(ToolFailed, match="several memories fit"):
            await forget(s, asked, Forget(what="Dee owes"))
    assert len(await held(db, use)) == 2


@pytest.mark.both_databases
async def test_undo_leaves_a_note_that_was_there_before(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        await memories.add(s, use.owner, SUNDAYS, at=use.at)
    asked = await saying(db, use, f"Remember that {SUNDAYS}.")
    async with db.unit(use.owner, write=True) as s:
        outcome = await remember(s, asked, Remember(text=SUNDAYS))
        await undo_memory(s, use.owner, outcome.data, at=use.at)

    async with db.unit(use.owner) as s:
        (memory,) = await memories.active(s, use.owner, at=use.at)
        assert await corrections.binding(s, use.owner) == ()
    assert (memory.content, memory.source) == (SUNDAYS, MemorySource.WRITTEN)


async def test_undo_of_a_second_request_leaves_what_the_first_one_saved(
    db: Db, use: ToolUse
) -> None:
    first = await saying(db, use, f"Remember that {SUNDAYS}.")
    second = await saying(db, use, f"Remember that {SUNDAYS}!")
    first, second = replace(first, message_id=uuid4()), replace(second, message_id=uuid4())
    async with db.unit(use.owner, write=True) as s:
        saved = await remember(s, first, Remember(text=SUNDAYS))
        again = await remember(s, second, Remember(text=SUNDAYS))
        await undo_memory(s, use.owner, again.data, at=use.at)
    assert await held(db, use) == [SUNDAYS]

    async with db.unit(use.owner, write=True) as s:
        await undo_memory(s, use.owner, saved.data, at=use.at)
    assert await held(db, use) == []
