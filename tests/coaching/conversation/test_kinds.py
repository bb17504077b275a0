"""Kinds of conversation: own opening, own module, own tools; the ordinary one stays as it was."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from coaching import conversation
from coaching.agents.coach import COACH
from coaching.agents.kinds import KINDS
from coaching.agents.registry import agent_named
from coaching.conversation import keep_draft, open_kind
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.errors import NotFound
from coaching.llm.scripted import ScriptedLLM, calls, says
from coaching.models import ConversationKind, MessageRole, SessionStatus
from coaching.prompts import core_block, kind_module
from coaching.repositories import conversations, messages, proposals
from coaching.services import sessions
from coaching.tools import COACH_TOOLS, coach_tools
from coaching.web import Lookups
from tests.support import factories
from tests.support.hearing import message_of

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from tests.coaching.conversation.conftest import StartEngine

PLANNING, CLARIFY = ConversationKind.PLANNING, ConversationKind.CLARIFY


async def say(coaching: Coaching, owner: UUID, text: str) -> UUID:
    accepted = await conversation.accept(coaching, owner, text, text)
    await coaching.runner.idle()
    return accepted.turn_id


def test_a_kind_names_the_tools_of_its_own_and_none_that_it_lacks() -> None:
    for name, spec in KINDS.items():
        named = set(re.findall(r"`([a-z_]+)`", core_block().text + kind_module(name)))
        given = {tool.name for tool in spec.tools(Lookups())}
        own = given - {tool.name for tool in COACH_TOOLS}
        assert own <= named <= given, name


def test_the_ordinary_conversation_has_the_tools_that_it_had() -> None:
    assert COACH.tools(Lookups()) == COACH_TOOLS == coach_tools(Lookups())
    assert agent_named("coach") is COACH
    assert [tool.name for tool in COACH_TOOLS] == [
        "save_card",
        "save_win",
        "mark_done",
        "offer_practice",
        "schedule_reminder",
        "retrieve_notes",
        "remember",
        "forget",
    ]


async def test_a_conversation_about_a_goal_has_its_line_its_module_and_its_tools(
    start_engine: StartEngine, owner: UUID
) -> None:
    llm = ScriptedLLM([says("On Sundays, then.")])
    coaching = await start_engine(llm)
    async with coaching.unit(owner, write=True) as s:
        fields = GoalFields(title="Post has a place", why="I feel sick")
        goal = (await goals.add(s, owner, fields, at=coaching.clock.now())).row.id

    opened = await open_kind(coaching, owner, PLANNING, goal_id=goal)
    await say(coaching, owner, "I can't do it every day.")

    assert opened.text == "Let’s talk about “Post has a place”. How is it going?"
    async with coaching.unit(owner) as s:
        session = await conversations.require(s, owner, opened.conversation_id)
        said = await messages.of_turn(s, owner, opened.turn_id, MessageRole.COACH)
    assert (session.kind, session.goal_id) == (PLANNING, goal)
    assert said is not None
    assert f"goal {goal}: Post has a place" in said.preface
    (request,) = llm.requests
    assert request.system[0] == core_block()
    assert kind_module("planning") in request.system[1].text
    assert {"create_goal", "update_goal"} <= {tool.name for tool in request.tools}


@pytest.mark.both_databases
async def test_opened_twice_it_goes_on_and_another_kind_begins_anew(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(ScriptedLLM())
    first = await open_kind(coaching, owner, PLANNING)
    again = await open_kind(coaching, owner, PLANNING)
    other = await open_kind(coaching, owner, CLARIFY)
    assert again.conversation_id == first.conversation_id
    assert not again.is_new
    assert other.conversation_id != first.conversation_id
    async with coaching.unit(owner) as s:
        ended = await conversations.require(s, owner, first.conversation_id)
    assert ended.session_status is not SessionStatus.OPEN


async def test_after_it_was_ended_the_ordinary_conversation_goes_on(
    start_engine: StartEngine, owner: UUID
) -> None:
    llm = ScriptedLLM([says("Hello.")])
    coaching = await start_engine(llm)
    opened = await open_kind(coaching, owner, PLANNING)
    async with coaching.unit(owner, write=True) as s:
        closing = await sessions.end(s, owner, at=coaching.clock.now())
    assert closing.conversation_id == opened.conversation_id

    await say(coaching, owner, "Good morning.")

    async with coaching.unit(owner) as s:
        newest = await conversations.newest(s, owner)
    assert newest is not None
    assert newest.kind is ConversationKind.COACHING
    assert kind_module("planning") not in llm.requests[0].system[1].text


async def test_a_clarify_conversation_ends_in_a_dream_after_a_yes(
    start_engine: StartEngine, owner: UUID
) -> None:
    llm = ScriptedLLM(
        [
            calls("create_dream", title="The sea", description="", category=""),
            says("It’s on your screen."),
        ]
    )
    coaching = await start_engine(llm)
    opened = await open_kind(coaching, owner, CLARIFY)
    turn = await say(coaching, owner, "Yes, add the sea as a dream.")
    async with coaching.unit(owner) as s:
        (draft,) = await proposals.of_turns(s, owner, [turn])

    decided = await keep_draft(coaching, owner, draft.id)

    assert decided.kind == "dream"
    reply = await message_of(coaching, owner, decided.turn_id, MessageRole.COACH)
    assert reply is not None
    assert reply.text == "I’ve added “The sea” to your dreams. You can change it there."
    async with coaching.unit(owner) as s:
        session = await conversations.require(s, owner, opened.conversation_id)
    assert decided.kept is not None
    assert session.dream_id == decided.kept.row.id


@pytest.mark.both_databases
async def test_a_goal_of_somebody_else_opens_nothing(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(ScriptedLLM())
    other = await factories.person(coaching.db)
    async with coaching.unit(other, write=True) as s:
        goal = (
            await goals.add(s, other, GoalFields(title="Theirs"), at=coaching.clock.now())
        ).row.id
    with pytest.raises(NotFound):
        await open_kind(coaching, owner, PLANNING, goal_id=goal)
