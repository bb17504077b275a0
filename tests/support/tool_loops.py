"""A tool loop in a test: a shelf of notes as its tool, and one run from start to end."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from coaching.agents.call_recorder import Book
from coaching.agents.loop import Limits, ToolLoop
from coaching.llm.port import TextDelta
from coaching.tools import Tool
from coaching.values.events import ToolProgress
from coaching.values.tools import ToolOutcome
from tests.support import turn_runs
from tests.support.turn_runs import MemoryJournal

if TYPE_CHECKING:
    from coaching.agents.turn_run import AgentEvent, TurnRun
    from coaching.clock import FrozenClock
    from coaching.llm.port import LLM, Request
    from coaching.values.tools import ToolUse


class Note(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    text: str


@dataclass
class Shelf:
    """A tool that keeps notes, and does to them what a test asks for."""

    error: Exception | None = None
    hangs: bool = False

    def __post_init__(self) -> None:
        self.kept: list[str] = []

    @property
    def tools(self) -> tuple[Tool, ...]:
        async def save_win(_s: object, use: ToolUse, args: Note) -> ToolOutcome:
            """Keep a note."""
            if self.hangs:
                await asyncio.Event().wait()
            if self.error is not None:
                raise self.error
            self.kept.append(args.text)
            return ToolOutcome({"kept": args.text, "for": str(use.owner)}, detail=args.text)

        return (Tool(save_win, Note),)


@dataclass
class Ran:
    """One run of the loop, over."""

    loop: ToolLoop
    events: list[AgentEvent]
    journal: MemoryJournal

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextDelta))

    @property
    def progress(self) -> list[tuple[str, str]]:
        shown = (event for event in self.events if isinstance(event, ToolProgress))
        return [(event.name, event.state) for event in shown]


def loop_of(llm: LLM, clock: FrozenClock, turn: TurnRun, shelf: Shelf, limits: Limits) -> ToolLoop:
    return ToolLoop(
        llm,
        replace(turn_runs.request(turn), tools=tuple(tool.spec for tool in shelf.tools)),
        turn,
        tools=shelf.tools,
        book=Book(turn_runs.caller(turn), clock),
        clock=clock,
        limits=limits,
    )


async def run(
    llm: LLM,
    clock: FrozenClock,
    *,
    shelf: Shelf | None = None,
    journal: MemoryJournal | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
) -> Ran:
    kept = journal or MemoryJournal()
    loop = loop_of(llm, clock, turn_runs.turn_run(kept), shelf or Shelf(), limits)
    return Ran(loop, [event async for event in loop.run()], kept)


def results(request: Request) -> list[dict[str, Any]]:
    """Return the tool results at the end of a request."""
    return [dict(block) for block in request.messages[-1].content]
