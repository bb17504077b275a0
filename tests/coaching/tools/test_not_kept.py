"""What they don't want noted: by the tool, and by the words of the message alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from coaching.agents.input_loaders import load_exchange, load_for_strategist
from coaching.errors import NotFound
from coaching.repositories import messages, signals
from coaching.services import corrections, memories, memory_writer, not_kept
from coaching.services.memory_writer import Said
from coaching.tools.forget import Forget, forget, undo_forget
from coaching.values.conversations import MessageRole
from coaching.values.enums import SafetyLevel, Trigger
from coaching.values.observation import MemoryCandidate
from tests.support import factories
from tests.support.observed import REMEMBERS, SAID

if TYPE_CHECKING:
    from coaching.models import CoachMemory, Conversation, Message, Turn
    from coaching.repositories.db import Db
    from coaching.values.tools import ToolUse

LEFT_OUT = "(Left out: they asked for this to be forgotten.)"
REQUEST = "Don't be writing that down"


async def talk(db: Db, use: ToolUse, *lines: str) -> tuple[Conversation, list[Turn], ToolUse]:
    session = await factories.conversation(db, use.owner)
    turns = [await factories.exchange(db, use.owner, session, line) for line in lines]
    return session, turns, replace(use, turn_id=turns[-1].id)


async def said_in(db: Db, use: ToolUse, turn: Turn) -> Message:
    async with db.unit(use.owner) as s:
        said = await messages.of_turn(s, use.owner, turn.id, MessageRole.USER)
    assert said is not None
    return said


async def remembered(db: Db, use: ToolUse, said: Message) -> list[CoachMemory]:
    async with db.unit(use.owner, write=True) as s:
        candidates = [MemoryCandidate.model_validate(REMEMBERS)]
        told = Said(said.id, said.text, use.at.date(), SafetyLevel.NONE)
        return await memory_writer.keep_from_message(s, use.owner, told, candidates, at=use.at)


async def read_later(db: Db, use: ToolUse, session: Conversation) -> list[str]:
    async with db.unit(use.owner) as s:
        context = await load_for_strategist(
            s, use.owner, Trigger.SESSION_END, conversation_id=session.id, at=use.at
        )
    return [line.text for line in context.transcript if line.role == "user"]


@pytest.mark.both_databases
async def test_what_they_said_just_now_is_not_kept_until_it_is_undone(db: Db, use: ToolUse) -> None:
    session, turns, asked = await talk(db, use, f"{SAID} {REQUEST}.")
    said = await said_in(db, use, turns[0])
    async with db.unit(use.owner, write=True) as s:
        outcome = await forget(s, asked, Forget(what="just now"))

    assert "stays in the chat" in str(outcome.for_model)
    assert await remembered(db, use, said) == []
    (line,) = await read_later(db, use, session)
    assert LEFT_OUT in line
    assert "declined" not in line

    async with db.unit(use.owner, write=True) as s:
        await undo_forget(s, use.owner, outcome.data, at=use.at)
        with pytest.raises(NotFound):
            await undo_forget(s, use.owner, outcome.data, at=use.at)
    assert len(await remembered(db, use, said)) == 1
    assert await read_later(db, use, session) == [said.text]


async def test_a_request_alone_means_what_was_said_before_it_and_its_notes_go(
    db: Db, use: ToolUse
) -> None:
    session, turns, asked = await talk(db, use, "I like the sea.", SAID, f"{REQUEST}, please.")
    said = await said_in(db, use, turns[1])
    assert len(await remembered(db, use, said)) == 1

    async with db.unit(use.owner, write=True) as s:
        await forget(s, asked, Forget(what="just now"))

    first, second, _ = await read_later(db, use, session)
    assert (first, LEFT_OUT in second) == ("I like the sea.", True)
    async with db.unit(use.owner) as s:
        assert await memories.active(s, use.owner, at=use.at) == []
        assert list(await signals.of_turn(s, use.owner, turns[1].id)) == []


async def test_an_earlier_message_that_they_name_is_not_kept(db: Db, use: ToolUse) -> None:
    session, _, asked = await talk(db, use, SAID, "I like the sea.", "Don't save that, ok?")
    async with db.unit(use.owner, write=True) as s:
        await forget(s, asked, Forget(what="the declined card in the car park"))

    first, second, _ = await read_later(db, use, session)
    assert (LEFT_OUT in first, second) == (True, "I like the sea.")


async def test_the_words_are_in_the_chat_alone(db: Db, use: ToolUse) -> None:
    _, turns, _ = await talk(db, use, f"{SAID} {REQUEST}.")
    said = await said_in(db, use, turns[0])
    async with db.unit(use.owner, write=True) as s:
        await not_kept.close(s, use.owner, said.id, at=use.at)
        rows = await corrections.holding(s, use.owner)
        assert [row.said for row in rows] == [""]
        assert SAID in (await corrections.binding(s, use.owner))[0].said
        await s.delete(await messages.require(s, use.owner, said.id))
        await s.flush()
        assert await corrections.binding(s, use.owner) == ()
    async with db.unit(use.owner) as s:
        assert await load_exchange(s, use.owner, turns[0].id, at=use.at) is None
