"""The tool loop, once for every agent: stream, run tools, go on, until the model has answered.

Pure over its ports: the model, the journal, the clock. The last two
steps run no tools, and a call that was already made in this reply is not run again.
"""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, cast

from coaching.agents.app_calls import app_calls
from coaching.agents.call_ids import told_apart
from coaching.agents.failed_calls import Failed, told_of
from coaching.agents.links import LinkFilter, addresses_given
from coaching.agents.tool_calls import ToolRunner, as_json, results_message
from coaching.content import text
from coaching.errors import LLMCut
from coaching.llm.port import ChatMessage, Done, TextDelta, ThinkingNote, ToolCall, Usage
from coaching.services.proposals import PROPOSALS
from coaching.values.events import Confirmation, ThinkingStep, ToolProgress
from coaching.values.tools import PROPOSAL_WAITS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from typing import Literal
    from uuid import UUID

    from coaching.agents.call_recorder import Book, Watch
    from coaching.agents.turn_run import AgentEvent, StoredStep, TurnRun
    from coaching.clock import Clock
    from coaching.llm.port import LLM, Event, Request
    from coaching.tools import Tool
    from coaching.values.context import WorkingContext
    from coaching.values.tools import ToolOutcome

BREAK = "\n\n"
LONGEST_REPLY = 40_000
"""Characters: more than twice what a reply's tokens hold. A stream that says more is cut off."""
NUDGE = ChatMessage("user", ({"type": "text", "text": "Please answer, in a sentence or two."},))


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one turn. The last two steps run no tools; the very last has none."""

    steps: int = 10
    turn: timedelta = timedelta(seconds=180)
    micro_usd: int = 300_000
    tool_seconds: float = 20.0


class ToolLoop:
    """Run of the tool loop. Afterwards `said` is the reply, and `done` how its last step ended."""

    def __init__(
        self,
        llm: LLM,
        request: Request,
        turn: TurnRun,
        *,
        tools: Sequence[Tool],
        book: Book,
        clock: Clock,
        limits: Limits,
    ) -> None:
        self._llm, self._request, self._turn = llm, request, turn
        self._book, self._clock, self._limits = book, clock, limits
        self._context = cast("WorkingContext", request.context)
        self._tools = tools
        self._links: LinkFilter | None = None
        self._deadline = clock.now() + limits.turn
        self._asked = self._limited = self._spent = 0
        self._nudged = False
        self._calls: list[ToolCall] = []
        self.said = ""
        self.outcomes: list[tuple[str, ToolOutcome]] = []
        self._failed: list[Failed] = []
        self._succeeded: list[tuple[int, str]] = []
        self._answered = 0
        self.done: Done | None = None

    @cached_property
    def _runner(self) -> ToolRunner:
        """Made when the model asks for a first tool, which it mostly doesn't."""
        private, seconds = (self._context.person.name,), self._limits.tool_seconds
        return ToolRunner(
            self._turn, self._tools, seconds=seconds, private=private, given=self._given
        )

    def _given(self) -> frozenset[str]:
        """Return the addresses that the person named; read only once something is looked up."""
        theirs = (self._turn.text, *(m.text for m in self._context.history if m.role == "user"))
        return frozenset[str]().union(*map(addresses_given, theirs))

    async def run(self) -> AsyncGenerator[AgentEvent]:
        """Yield what the person sees, until the model has nothing more to ask for."""
        async for event in self._before():
            yield event
        goes_on = True
        while goes_on:
            self._asked += 1
            self._calls, self.done, starts = [], None, True
            request = replace(self._request, tools_off=self._limited > 1, context=self._context)
            try:
                with self._book.recorded(request) as watch:
                    stream = cast("AsyncGenerator[Event]", self._llm.stream(request))
                    async with aclosing(stream):
                        async for event in stream:
                            for shown in self._heard(event, watch, starts=starts):
                                yield shown
                            starts = starts and not isinstance(event, TextDelta)
                            if len(self.said) >= LONGEST_REPLY:
                                self.done = _cut_off(self.said)
                                break
            finally:
                self._keep_costs()
            for shown in self._held_back():
                yield shown
            done = self._ended(request)
            if self._calls:
                journal = self._turn.journal
                asked = told_apart(done.content, self._calls, journal.steps, self._tools)
                step = await journal.step(*asked, done.meta)
                async for event in self._answer(step):
                    yield event
            else:
                goes_on = self._goes_on()
        for failed in told_of(self._turn, self._failed, self._succeeded):
            yield self._progress(failed.call, failed.tool, "failed")

    async def _before(self) -> AsyncGenerator[AgentEvent]:
        """Yield what an earlier attempt did; the first one makes the app's own calls (K1)."""
        for stored in self._turn.journal.steps:
            async for event in self._answer(stored, is_repeated=True):
                yield event
        if not self._turn.journal.steps and (calls := app_calls(self._turn)):
            step = await self._turn.journal.step((), calls)
            async for event in self._answer(step):
                yield event

    def _said_before(self, step: StoredStep) -> list[AgentEvent]:
        """Say the text of a stored step again: the page was emptied when the turn began anew."""
        self._asked += 1
        spoken = "".join(str(b["text"]) for b in step.content if b["type"] == "text")
        return [*(self._spoken(spoken, starts=True) if spoken else []), *self._held_back()]

    def _ended(self, request: Request) -> Done:
        """Return how the step ended. A call that was cut, or may not be, is never run."""
        if self.done is None:
            raise LLMCut("the stream ended without a Done")
        if self.done.stop_reason != "tool_use" or request.tools_off:
            self._calls = []
        return self.done

    def _keep_costs(self) -> None:
        for row in self._book.take():
            self._spent += row.cost_microusd or 0
            self._turn.journal.model_call(row)

    def _heard(self, event: Event, watch: Watch, *, starts: bool) -> list[AgentEvent]:
        match event:
            case TextDelta():
                watch.heard(event.text)
                return self._spoken(event.text, starts=starts)
            case ThinkingNote():
                return [ThinkingStep(self._asked, event.text)]
            case ToolCall():
                self._calls.append(event)
            case Done():
                watch.answered(event)
                self.done = event
        return []

    def _spoken(self, piece: str, *, starts: bool) -> list[AgentEvent]:
        piece = piece[: max(LONGEST_REPLY - len(self.said), 0)]
        pieces = [BREAK, piece] if starts and self.said.strip() else [piece]
        if self._links is not None:
            pieces = [shown for each in pieces if (shown := self._links.feed(each))]
        self.said += "".join(pieces)
        return [TextDelta(piece) for piece in pieces]

    def _held_back(self) -> list[AgentEvent]:
        """Say what waited to be looked at as a link."""
        held = self._links.rest() if self._links is not None else ""
        self.said += held
        return [TextDelta(held)] if held else []

    async def _answer(
        self, step: StoredStep, *, is_repeated: bool = False
    ) -> AsyncGenerator[AgentEvent]:
        if is_repeated:
            for event in self._said_before(step):
                yield event
        self._answered += 1
        planned = self._runner.plan(step.calls, allowed=self._may_run())
        for call in planned:
            if call.tool:
                yield self._progress(call.call, call.tool, "running")
        outcomes = await self._runner.run(planned)
        if self._runner.has_read and self._links is None:
            self._links = LinkFilter(self._runner.sources | self._given())
        for call, outcome in zip(planned, outcomes, strict=True):
            self.outcomes.append((call.tool.name if call.tool else call.call.name, outcome))
            if call.tool:
                yield self._settled(call.call, call.tool, outcome)
            if outcome.proposal_id is not None:
                yield self._confirmation(outcome.proposal_id, outcome)
        self._go_back_with(step, outcomes)

    def _settled(self, call: ToolCall, tool: Tool, outcome: ToolOutcome) -> ToolProgress:
        """Return the line of a call that ran; what failed may be shown when the reply is over."""
        if outcome.is_error:
            self._failed.append(Failed(self._answered, call, tool))
            return self._progress(call, tool, "dropped")
        self._succeeded.append((self._answered, tool.name))
        return self._progress(call, tool, "done", outcome)

    def _may_run(self) -> bool:
        used_up = self._clock.now() > self._deadline or self._spent > self._limits.micro_usd
        allowed = self._asked < self._limits.steps - 2 and not used_up
        self._limited += not allowed
        return allowed

    def _go_back_with(self, step: StoredStep, outcomes: Sequence[ToolOutcome]) -> None:
        if step.content:  # a call of the app's own is told in the note of the message
            results = results_message(zip(step.calls, outcomes, strict=True))
            self._append(ChatMessage("assistant", step.content), results)
        told = tuple((name, as_json(o.for_model), o.is_error) for name, o in self.outcomes)
        self._context = replace(self._context, tool_results=told)

    def _goes_on(self) -> bool:
        """Say whether to ask once more: after a pause of the service, or when nothing was said."""
        if self.done is None or self._asked >= self._limits.steps:
            return False
        if self.done.stop_reason == "pause_turn":
            self._append(ChatMessage("assistant", self.done.content))
            return True
        if self.said.strip() or self._nudged:
            return False
        self._nudged = True
        self._append(NUDGE)
        return True

    def _append(self, *messages: ChatMessage) -> None:
        self._request = replace(self._request, messages=(*self._request.messages, *messages))

    def _progress(
        self,
        call: ToolCall,
        tool: Tool,
        state: Literal["running", "done", "failed", "dropped"],
        outcome: ToolOutcome | None = None,
    ) -> ToolProgress:
        name, key = tool.name, "" if state == "dropped" else tool.label(state)
        if outcome is not None and outcome.proposal_id is not None:
            name = f"draft_{outcome.data['draft']}"
            key = PROPOSALS[str(outcome.data["draft"])].label
        label = text(self._context.person.language, key) if key else ""
        detail = outcome.detail if outcome is not None else ""
        return ToolProgress(call.call_id, name, label, state, detail)

    def _confirmation(self, proposal_id: UUID, outcome: ToolOutcome) -> Confirmation:
        return Confirmation(
            proposal_id=proposal_id,
            kind=str(outcome.data["draft"]),
            preview=outcome.preview,
            editable=PROPOSALS[str(outcome.data["draft"])].edit is not None,
            expires_at=self._turn.at + PROPOSAL_WAITS,
        )


def _cut_off(said: str) -> Done:
    """Return how a reply without an end has ended: as one that was too long."""
    return Done("max_tokens", ({"type": "text", "text": said},), Usage(known=False), model="")
