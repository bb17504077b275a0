from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from coaching.agents import AGENTS, agent_named, run_agent
from coaching.agents.context import working_context
from coaching.agents.spec import AgentSpec
from coaching.agents.turn_run import Reply, Speaker
from coaching.conversation import undo_tool_call
from coaching.errors import LLMUnavailable
from coaching.llm.faults import CIRCUIT_OPEN
from coaching.llm.port import ChatMessage
from coaching.llm.scripted import ScriptedLLM, calls, fails, says
from coaching.models import ToolCall, ToolStatus
from coaching.repositories import tool_calls
from coaching.tools import Tool
from coaching.values.enums import Role
from coaching.values.events import ToolProgress
from coaching.values.prompt import SystemPromptBlock
from coaching.values.tools import ToolOutcome
from coaching.web import Lookups
from tests.support import factories, turn_runs
from tests.support.turn_runs import MemoryJournal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from coaching.agents.turn_run import AgentEvent, TurnRun
    from coaching.values.tools import ToolUse
    from tests.support.bare_engine import BareEngine


FORGOTTEN: list[tuple[str, datetime]] = []


class Goal(BaseModel):
    """What they want to save for."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: str = Field(description="In their own words.")


async def name_goal(_s: object, _use: ToolUse, args: Goal) -> ToolOutcome:
    """Write down what they are saving for."""
    return ToolOutcome({"named": args.name}, detail=args.name)


async def drop_goal(_s: object, _use: ToolUse, args: Goal) -> ToolOutcome:
    """Remove a goal that they don't want any more."""
    return ToolOutcome({"dropped": args.name}, detail=args.name)


async def forget_goal(_s: object, _owner: UUID, data: Mapping[str, Any], *, at: datetime) -> None:
    """Take a goal back."""
    FORGOTTEN.append((str(data["named"]), at))


def prompt(_turn: TurnRun) -> tuple[SystemPromptBlock, ...]:
    return (SystemPromptBlock("You help people to plan for one goal."),)


def tools(_lookups: Lookups) -> tuple[Tool, ...]:
    return (
        Tool(name_goal, Goal, labels="tool.save_win", undo=forget_goal),
        Tool(drop_goal, Goal, labels="tool.mark_done"),
    )


PLANNER = AgentSpec(
    name="goal_planner",
    role=Role.COACH,
    prompt=prompt,
    tools=tools,
    context=working_context,
    history=3,
    hands_over_to=("coach",),
)


class OfflineDouble(ScriptedLLM):
    """Stands in for the offline coach."""

    name: Literal["claude", "offline"] = "offline"


@pytest.fixture
async def owner(engine: BareEngine) -> UUID:
    return await factories.person(engine.db)


def talk(count: int) -> tuple[ChatMessage, ...]:
    return tuple(
        ChatMessage("user" if turn % 2 else "assistant", ({"type": "text", "text": str(turn)},))
        for turn in range(1, count + 1)
    )


async def heard(engine: BareEngine, owner: UUID, llm: ScriptedLLM) -> list[AgentEvent]:
    engine.llm = llm
    run = turn_runs.turn_run(
        MemoryJournal(), owner=owner, at=engine.clock.now(), messages=talk(6)[:5]
    )
    return [event async for event in run_agent(engine, PLANNER, run)]


async def test_an_agent_answers_with_its_own_prompt_and_tools(
    engine: BareEngine, owner: UUID
) -> None:
    llm = ScriptedLLM([calls("name_goal", name="a bike"), says("A bike it is.")])

    events = await heard(engine, owner, llm)

    speaker, reply = events[0], events[-1]
    assert isinstance(speaker, Speaker)
    assert isinstance(reply, Reply)
    assert (speaker.agent, reply.agent) == ("goal_planner", "goal_planner")
    shown = [(e.name, e.label, e.detail) for e in events if isinstance(e, ToolProgress)]
    assert shown == [("name_goal", "Saving a win", ""), ("name_goal", "Saved as a win", "a bike")]
    asked = llm.requests[0]
    assert [block.text for block in asked.system] == ["You help people to plan for one goal."]
    assert [tool.name for tool in asked.tools] == ["name_goal", "drop_goal"]
    llm.check()


async def test_a_tool_says_how_its_call_is_undone(engine: BareEngine, owner: UUID) -> None:
    turn = await factories.exchange(
        engine.db, owner, await factories.conversation(engine.db, owner)
    )
    call = ToolCall(
        user_id=owner,
        turn_id=turn.id,
        step=0,
        ordinal=0,
        call_id="call_1",
        name="name_goal",
        status=ToolStatus.DONE,
        result={"data": {"named": "a bike"}},
    )
    at = engine.clock.now()
    async with engine.db.unit(owner, write=True) as s:
        await tool_calls.add(s, owner, [call])
        await undo_tool_call(s, owner, turn.id, "call_1", at=at, tools=tools(Lookups()))

    assert [("a bike", at)] == FORGOTTEN


async def test_an_agent_reads_as_much_of_the_session_as_it_asks_for(
    engine: BareEngine, owner: UUID
) -> None:
    llm = ScriptedLLM([says("Fine.")])

    await heard(engine, owner, llm)

    assert llm.requests[0].messages == talk(5)[-3:]


async def test_without_a_model_the_coach_answers_for_every_agent(
    engine: BareEngine, owner: UUID
) -> None:
    away = LLMUnavailable("the circuit is open", kind=CIRCUIT_OPEN)

    engine.offline = OfflineDouble([says("Tell me more.")])

    events = await heard(engine, owner, ScriptedLLM([fails(away)]))

    speakers = [event.agent for event in events if isinstance(event, Speaker)]
    assert speakers == ["goal_planner", "coach"]


def test_an_agent_is_found_by_its_name_and_the_coach_stands_in_for_a_missing_one() -> None:
    assert AGENTS[0].name == "coach"
    assert [agent_named(agent.name) for agent in AGENTS] == list(AGENTS)
    assert agent_named("retired") is AGENTS[0]


def test_agents_hand_over_only_to_agents_that_exist() -> None:
    names = [agent.name for agent in AGENTS]

    assert len(set(names)) == len(names)
    assert {name for agent in AGENTS for name in agent.hands_over_to} <= set(names)
