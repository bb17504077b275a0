"""A model that says what a test tells it to.

For tests only; without a key the offline coach speaks.

    llm = ScriptedLLM([calls("save_win", text="I opened one"), says("Kept.")])

Steps are played in order, the Observer's and the Strategist's each in their own. A call that no
step is left for fails at once, and `check()` fails for it again, since a background job may have
swallowed it; it fails for steps that were never played, too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeVar

from pydantic import BaseModel, JsonValue

from coaching.llm.port import Done, Event, Parsed, Request, TextDelta, ThinkingNote, ToolCall, Usage
from coaching.values.enums import Role

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from coaching.llm.json_values import Object

T = TypeVar("T", bound=BaseModel)
Wait = Callable[[], Awaitable[object]]
StopReason = Literal["end_turn", "tool_use", "max_tokens", "stop_sequence", "pause_turn"]
USED = Usage(input_tokens=100, output_tokens=20)


class ScriptBroken(AssertionError):
    """The code asked the model for something that the test did not expect."""


@dataclass(frozen=True, slots=True)
class Step:
    """Scripted response to one request: pieces are text to stream, or an awaitable to wait for."""

    pieces: tuple[str | Wait, ...] = ()
    notes: tuple[str, ...] = ()
    tools: tuple[tuple[str, Mapping[str, JsonValue]], ...] = ()
    value: BaseModel | None = None
    error: Exception | None = None
    stop_reason: StopReason = "end_turn"
    usage: Usage = USED
    meta: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    repeats: bool = False


Scripted = Step | Callable[[Request], Step]


def says(*pieces: str | Wait, stop_reason: StopReason = "end_turn", usage: Usage = USED) -> Step:
    """Script a streamed text; a piece may be a function to await, such as `event.wait`."""
    return Step(pieces=pieces, stop_reason=stop_reason, usage=usage)


def calls(name: str, /, **arguments: JsonValue) -> Step:
    """Call a tool."""
    return Step(tools=((name, arguments),), stop_reason="tool_use")


def together(*steps: Step) -> Step:
    """Say, note and call in one reply what the steps say, note and call."""
    return Step(
        pieces=tuple(piece for step in steps for piece in step.pieces),
        notes=tuple(note for step in steps for note in step.notes),
        tools=tuple(tool for step in steps for tool in step.tools),
        stop_reason=steps[-1].stop_reason,
    )


def thinks(note: str) -> Step:
    """Show a note about what the model is doing; use it with `together`."""
    return Step(notes=(note,))


def parses(value: BaseModel, usage: Usage = USED) -> Step:
    """Script a structured answer."""
    return Step(value=value, usage=usage)


def fails(error: Exception, *, after: str = "") -> Step:
    """Raise, perhaps after some words."""
    return Step(pieces=(after,) if after else (), error=error)


def always(step: Step) -> Step:
    """Play a step again and again; it may also never be played."""
    return replace(step, repeats=True)


class ScriptedLLM:
    """The test double of the port."""

    name: Literal["claude", "offline"] = "claude"
    reads_context = True

    def __init__(
        self,
        steps: Sequence[Scripted] = (),
        *,
        observer: Sequence[Scripted] = (),
        strategist: Sequence[Scripted] = (),
        closing: Sequence[Scripted] = (),
    ) -> None:
        self.requests: list[Request] = []
        self.problems: list[str] = []
        self._scripts: dict[Role, list[Scripted]] = {role: [] for role in Role}
        self._scripts[Role.COACH] += steps
        self._scripts[Role.OBSERVER] += observer
        self._scripts[Role.STRATEGIST] += strategist
        self._scripts[Role.CLOSING] += closing

    async def stream(self, request: Request) -> AsyncGenerator[Event, None]:
        """Play the next step of the request's role."""
        step = self._next(request)
        said = ""
        for note in step.notes:
            yield ThinkingNote(note)
        for piece in step.pieces:
            if isinstance(piece, str):
                said += piece
                yield TextDelta(piece)
            else:
                await piece()
        if step.error is not None:
            raise step.error
        tools = [
            ToolCall(f"call_{len(self.requests)}_{place}", name, arguments)
            for place, (name, arguments) in enumerate(step.tools, 1)
        ]
        for tool in tools:
            yield tool
        yield _done(step, said, tools)

    async def parse(self, request: Request, schema: type[T]) -> Parsed[T]:
        """Return the next scripted structured answer of the request's role."""
        step = self._next(request)
        if step.error is not None:
            raise step.error
        if not isinstance(step.value, schema):
            raise self._problem(f"{request.role}: asked for {schema.__name__}, got {step}")
        return Parsed(step.value, step.usage, "scripted")

    def check(self) -> None:
        """Fail for calls that were not expected and for steps that were not played."""
        left = [f"{role}: {s}" for role, script in self._scripts.items() for s in _due(script)]
        if self.problems or left:
            raise ScriptBroken("\n".join([*self.problems, *(f"never played: {s}" for s in left)]))

    def _next(self, request: Request) -> Step:
        self.requests.append(request)
        script = self._scripts[request.role]
        if not script:
            raise self._problem(f"{request.role}: no step is left for call {len(self.requests)}")
        scripted = script[0]
        step = scripted if isinstance(scripted, Step) else scripted(request)
        if not step.repeats:
            script.pop(0)
        return step

    def _problem(self, text: str) -> ScriptBroken:
        self.problems.append(text)
        return ScriptBroken(text)


def _due(script: Sequence[Scripted]) -> list[Scripted]:
    return [step for step in script if not (isinstance(step, Step) and step.repeats)]


def _done(step: Step, said: str, tools: Sequence[ToolCall]) -> Done:
    content: list[Object] = [{"type": "text", "text": said}] if said else []
    for tool in tools:
        arguments: Object = dict(tool.input)
        content.append(
            {"type": "tool_use", "id": tool.call_id, "name": tool.name, "input": arguments}
        )
    return Done(step.stop_reason, tuple(content), step.usage, "scripted", meta=step.meta)
