"""Execute the tool calls of one step: look up, validate, run once, return all results together.

Whatever goes wrong is an answer that says what to do instead: a call without an answer is refused
by the model's service, and a vague one is made again.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from coaching.agents.links import bare_address
from coaching.errors import InvalidInput, Refused, ToolFailed, ToolProblem, ToolRetry
from coaching.llm.port import ChatMessage
from coaching.services import web_lookup
from coaching.tools import LookupTool
from coaching.values.tools import ToolUse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pydantic import BaseModel, JsonValue
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.turn_run import Effect, Reach, TurnRun
    from coaching.llm.port import ContentBlock, ToolCall
    from coaching.tools import Tool
    from coaching.values.tools import ToolOutcome

LIMIT_REACHED = "The limit of steps for this reply is reached. Nothing was done. Answer now."
REPEATED = "You made this very call before in this reply. Nothing was done again. Answer now."
TOO_LONG = "This took too long and was not done. Answer without it."
MOST_LOOKUPS, MOST_PAGES = 3, 2
FEW_LOOKUPS, FEW_PAGES = 1, 1
"""For somebody who saves."""
ENOUGH = "That is enough looked up for one reply. Answer with what you have."
AFTER_READING = (
    "Nothing was done: in a reply that has read strangers' words or notes nothing is saved and "
    "nothing more goes out. Answer now; you can offer it again in your next reply."
)


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A call and what it will do; `tool` is set when a tool runs and the person sees it.

    With `reach` somebody outside is asked, and `effect` is not run.
    """

    call: ToolCall
    effect: Effect
    tool: Tool | None = None
    reach: Reach | None = None


class ToolRunner:
    """Plans and runs the calls of one turn; the same call has one effect."""

    def __init__(
        self,
        turn: TurnRun,
        tools: Sequence[Tool],
        *,
        seconds: float,
        private: Iterable[str] = (),
        given: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        self._turn = turn
        self._use = ToolUse(turn.owner, turn.turn_id, turn.user_message_id, turn.at)
        # The model may give a name back in other letter case.
        self._tools = {tool.name.casefold(): tool for tool in tools}
        self._names = ", ".join(self._tools)
        self._seconds = seconds
        self._seen: set[str] = set()
        self._lookups = self._pages = 0
        few = (FEW_LOOKUPS, FEW_PAGES)
        self._most_lookups, self._most_pages = few if turn.is_saving else (MOST_LOOKUPS, MOST_PAGES)
        self._private = tuple(private)
        # Addresses that the person wrote: a page may be read, whatever a stranger's words want.
        self._given = given
        self.has_read = False
        self.sources: frozenset[str] = frozenset()
        self._found: frozenset[str] = frozenset()

    def plan(self, calls: Iterable[ToolCall], *, allowed: bool) -> list[PlannedCall]:
        """Decide what each call of a step will do; nothing runs yet."""
        return [self._planned(call, allowed=allowed) for call in calls]

    async def run(self, planned: Sequence[PlannedCall]) -> list[ToolOutcome]:
        """Run the calls of a step side by side; a call that ran before answers as it did then."""
        outcomes = await asyncio.gather(*map(self._outcome, planned))
        for call, outcome in zip(planned, outcomes, strict=True):
            sources = web_lookup.sources(outcome.data)
            self.sources |= sources
            if not (isinstance(call.tool, LookupTool) and call.tool.address):
                self._found |= sources
            self.has_read |= web_lookup.is_untrusted(outcome.data)
        return outcomes

    async def _outcome(self, planned: PlannedCall) -> ToolOutcome:
        journal = self._turn.journal
        if planned.reach is None:
            return await journal.run_tool(planned.call, planned.effect)
        return await journal.run_outside(planned.call, self._may_look_up, planned.reach)

    async def _may_look_up(self, s: AsyncSession) -> None:
        await web_lookup.allow(s, self._use.owner, self._turn.safety, at=self._use.at)

    def _planned(self, call: ToolCall, *, allowed: bool) -> PlannedCall:
        if not allowed:
            return PlannedCall(call, _refusing(ToolFailed(LIMIT_REACHED)))
        tool = self._tools.get(call.name.casefold())
        if tool is None:
            problem = f"There is no tool {call.name!r}. There are: {self._names}."
            return PlannedCall(call, _refusing(ToolRetry(problem)))
        if self._is_repeated(call):
            return PlannedCall(call, _refusing(ToolFailed(REPEATED)))
        try:
            args = tool.args.model_validate_json(json.dumps(dict(call.input)))
        except ValidationError as error:
            return PlannedCall(call, _refusing(ToolRetry(f"{tool.name}: {_what_to_fix(error)}")))
        if isinstance(tool, LookupTool) and tool.address:
            return self._reading(call, tool, args)
        if self.has_read:
            return PlannedCall(call, _refusing(ToolFailed(AFTER_READING)))
        if isinstance(tool, LookupTool):
            return self._looking(call, tool, args)
        return PlannedCall(call, self._running(tool, args), tool)

    def _looking(self, call: ToolCall, tool: LookupTool, args: BaseModel) -> PlannedCall:
        self._lookups += 1
        if self._lookups > self._most_lookups:
            return PlannedCall(call, _refusing(ToolFailed(ENOUGH)))
        return self._outside(call, tool, args, self._private)

    def _reading(self, call: ToolCall, tool: LookupTool, args: BaseModel) -> PlannedCall:
        """Read only what the person or a search of this reply named; a page names nothing."""
        self._pages += 1
        if self._pages > self._most_pages:
            return PlannedCall(call, _refusing(ToolFailed(ENOUGH)))
        named = {*map(bare_address, self._given()), *map(bare_address, self._found)}
        if bare_address(str(getattr(args, tool.address))) not in named:
            return PlannedCall(call, _refusing(ToolFailed(web_lookup.NOT_GIVEN)))
        return self._outside(call, tool, args, ())

    def _outside(
        self, call: ToolCall, tool: LookupTool, args: BaseModel, private: Iterable[str]
    ) -> PlannedCall:
        async def reach() -> ToolOutcome:
            web_lookup.refuse_names(args.model_dump(), private)
            try:
                async with asyncio.timeout(self._seconds):
                    return await tool.run(tool.place, args)
            except TimeoutError as error:
                raise ToolFailed(TOO_LONG) from error

        return PlannedCall(call, _refusing(ToolFailed(ENOUGH)), tool, reach)

    def _is_repeated(self, call: ToolCall) -> bool:
        signature = f"{call.name.casefold()} {json.dumps(dict(call.input), sort_keys=True)}"
        is_repeated = signature in self._seen
        self._seen.add(signature)
        return is_repeated

    def _running(self, tool: Tool, args: BaseModel) -> Effect:
        async def effect(s: AsyncSession) -> ToolOutcome:
            try:
                async with asyncio.timeout(self._seconds):
                    return await tool.run(s, self._use, args)
            except TimeoutError as error:
                raise ToolFailed(TOO_LONG) from error
            except InvalidInput as error:
                raise ToolRetry(f"{tool.name}: {error}") from error
            except Refused as error:
                raise ToolFailed(error.say) from error

        return effect


def results_message(answered: Iterable[tuple[ToolCall, ToolOutcome]]) -> ChatMessage:
    """Return one user message with a result for every call of a step."""
    return ChatMessage("user", tuple(_result(call, outcome) for call, outcome in answered))


def as_json(data: object) -> str:
    """Return a result as the model reads it, the same bytes every time."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


def _result(call: ToolCall, outcome: ToolOutcome) -> ContentBlock:
    block: dict[str, JsonValue] = {
        "type": "tool_result",
        "tool_use_id": call.call_id,
        "content": as_json(outcome.for_model),
    }
    return {**block, "is_error": True} if outcome.is_error else block


def _refusing(problem: ToolProblem) -> Effect:
    async def effect(_s: AsyncSession) -> ToolOutcome:
        raise problem

    return effect


def _what_to_fix(error: ValidationError) -> str:
    fixes = (f"{'.'.join(map(str, e['loc'])) or 'input'}: {e['msg']}" for e in error.errors())
    return f"{'; '.join(fixes)}. Call it again with this fixed, or answer without it."
