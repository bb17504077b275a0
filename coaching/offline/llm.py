"""The model port, answered by rules. Nothing is kept: a restart goes on the same way."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Literal, TypeVar

from pydantic import BaseModel

from coaching.llm.port import Done, Parsed, TextDelta, ToolCall, Usage
from coaching.offline.coach import reply
from coaching.offline.observer.memories import load_rules
from coaching.offline.observer.observe import observe
from coaching.offline.replies.intents import intent_of
from coaching.offline.replies.texts import House, table
from coaching.offline.strategist.plan import plan
from coaching.text.lexicon import LANGUAGES
from coaching.values.context import ObserverContext, StrategistContext, WorkingContext

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from coaching.llm.port import ContentBlock, Event, Request
    from coaching.offline.coach import Reply

NAME: Literal["offline"] = "offline"
CALL_ID = "offline_keep"
PIECE_WORDS = 3
_PIECES = re.compile(rf"(?:\S+\s*){{1,{PIECE_WORDS}}}")
T = TypeVar("T", bound=BaseModel)


def prepare() -> None:
    """Read the texts and compile the patterns before a message has to wait for it."""
    for language in LANGUAGES:
        intent_of("", language)
        load_rules(language)
    table()


class OfflineLLM:
    """Rules instead of a model. `pace_seconds` is the pause between two pieces of a reply."""

    name: Literal["claude", "offline"] = NAME
    reads_context = True

    def __init__(self, *, pace_seconds: float = 0.0, house: House | None = None) -> None:
        self._pace, self._house = pace_seconds, house or House()

    async def stream(self, request: Request) -> AsyncIterator[Event]:
        """Stream one reply; first ask for the tool that keeps what the person said yes to."""
        context = request.context
        if not isinstance(context, WorkingContext):
            raise TypeError(f"nothing to say from a {type(context).__name__}")
        offered = frozenset(() if request.tools_off else (tool.name for tool in request.tools))
        said = reply(context, tools=offered, house=self._house)
        if (keep := said.keep) is not None:
            yield ToolCall(CALL_ID, keep.tool, keep.input)
            use = {"type": "tool_use", "id": CALL_ID, "name": keep.tool, "input": dict(keep.input)}
            yield _done(said, (use,), stopped_for_tool=True)
            return
        for piece in _PIECES.findall(said.text):
            yield TextDelta(piece)
            await asyncio.sleep(self._pace)
        yield _done(said, ({"type": "text", "text": said.text},), stopped_for_tool=False)

    async def parse(self, request: Request, schema: type[T]) -> Parsed[T]:
        """Return the Observer's or the Strategist's answer."""
        context = request.context
        if isinstance(context, ObserverContext):
            value: BaseModel = observe(context)
        elif isinstance(context, StrategistContext):
            value = plan(context)
        else:
            raise TypeError(f"nothing to parse from a {type(context).__name__}")
        if not isinstance(value, schema):
            raise TypeError(f"{type(context).__name__} is not read for a {schema.__name__}")
        return Parsed(value, usage=Usage(), model=NAME)


def _done(said: Reply, content: tuple[ContentBlock, ...], *, stopped_for_tool: bool) -> Done:
    return Done(
        stop_reason="tool_use" if stopped_for_tool else "end_turn",
        content=content,
        usage=Usage(),
        model=NAME,
        meta=said.meta(),
        chips=said.chips,
    )
