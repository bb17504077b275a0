"""Questions about their own goals, dreams and notes are answered from what is saved."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching import conversation
from coaching.domains.dreams import service as dreams
from coaching.domains.dreams.service import DreamFields
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.domains.notes import service as notes
from coaching.domains.notes.fields import NoteFields
from coaching.llm.scripted import ScriptedLLM, says
from coaching.models import CoachMemory, MessageRole
from coaching.offline import OfflineLLM
from coaching.repositories import messages
from coaching.values.goals import IfThen

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.models import Message
    from tests.coaching.conversation.conftest import StartEngine


async def reply_to(coaching: Coaching, owner: UUID, text: str) -> Message:
    accepted = await conversation.accept(coaching, owner, text, text)
    await coaching.runner.idle()
    async with coaching.unit(owner) as s:
        reply = await messages.of_turn(s, owner, accepted.turn_id, MessageRole.COACH)
    assert reply is not None
    return reply


async def save(coaching: Coaching, owner: UUID) -> None:
    at = coaching.clock.now()
    plan = IfThen("it is Monday", "I call the supplier")
    async with coaching.unit(owner, write=True) as s:
        await dreams.add(s, owner, DreamFields(title="The sea with Nina"), at=at)
        await goals.add(s, owner, GoalFields(title="A payment plan", plans=[plan]), at=at)
        post = (await goals.add(s, owner, GoalFields(title="Post has a day"), at=at)).row
        await goals.add_step(s, owner, post.id, "Buy a box", at=at, is_done=True)
        await goals.add_step(s, owner, post.id, "Open the gas letter", at=at)
        note = NoteFields(title="Dad and money", content="He never said what things cost.")
        await notes.add(s, owner, note, at=at)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("What are my goals?", ("“A payment plan”", "“Post has a day”")),
        ("¿Cuáles son mis metas?", ("«A payment plan»", "«Post has a day»")),
        ("What are my dreams?", ("“The sea with Nina”",)),
        ("What's my next step?", ("“Post has a day”", "“Open the gas letter”")),
        ("What did I note about Dad?", ("“Dad and money”",)),
        ("What did I note about boats?", ("nothing about that in your notes",)),
    ],
)
async def test_simple_mode_answers_with_what_they_saved(
    start_engine: StartEngine, owner: UUID, said: str, parts: tuple[str, ...]
) -> None:
    coaching = await start_engine(OfflineLLM())
    await save(coaching, owner)
    reply = await reply_to(coaching, owner, said)
    assert all(part in reply.text for part in parts), reply.text


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("what did I tell you about the piano?", "“We sold the piano in May.”"),
        ("¿qué te dije del barco?", "nada sobre eso"),
    ],
)
async def test_simple_mode_says_again_what_somebody_told_before(
    start_engine: StartEngine, owner: UUID, said: str, part: str
) -> None:
    coaching = await start_engine(OfflineLLM())
    async with coaching.unit(owner, write=True) as s:
        s.add(CoachMemory(user_id=owner, content="No piano", quote="We sold the piano in May"))
    reply = await reply_to(coaching, owner, said)
    assert part in reply.text, reply.text


async def test_simple_mode_finds_what_was_told_in_an_earlier_session(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching = await start_engine(OfflineLLM())
    await reply_to(coaching, owner, "My brother borrowed 11400 for a ute two years ago")
    clock.move(timedelta(days=3))
    reply = await reply_to(coaching, owner, "how much did I tell you my brother borrowed?")
    assert "“My brother borrowed 11400 for a ute two years ago.”" in reply.text, reply.text


async def test_a_note_that_simple_mode_names_opens_with_a_tap(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(OfflineLLM())
    await save(coaching, owner)
    reply = await reply_to(coaching, owner, "What did I note about Dad?")
    assert ("note", "Dad and money") in [(chip["action"], chip["text"]) for chip in reply.chips]


async def test_without_a_goal_simple_mode_says_where_to_add_one(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(OfflineLLM())
    assert "add one on Home" in (await reply_to(coaching, owner, "What are my goals?")).text


@pytest.mark.both_databases
async def test_a_model_is_told_their_goals_in_the_note_of_the_message(
    start_engine: StartEngine, owner: UUID
) -> None:
    llm = ScriptedLLM([says("Post has a day, and a payment plan.")])
    coaching = await start_engine(llm)
    await save(coaching, owner)
    await reply_to(coaching, owner, "What are my goals?")
    told = str(llm.requests[-1].messages)
    assert all(words in told for words in ("A payment plan", "Open the gas letter", "The sea"))
