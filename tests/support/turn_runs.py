"""A turn as an agent is given it, with a journal in memory in the place of the database's."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from coaching.agents.turn_run import StoredStep, TurnRun
from coaching.errors import ToolProblem
from coaching.llm.port import ChatMessage, Request
from coaching.llm.prices import cost_of
from coaching.llm.scripted import USED
from coaching.services.model_calls import Caller
from coaching.values.context import PersonView, WorkingContext
from coaching.values.enums import Role, TurnKind
from coaching.values.safety import SafetyVerdict
from coaching.values.session_state import SessionState
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.turn_run import Effect, Permit, Reach
    from coaching.llm.port import ContentBlock, ToolCall
    from coaching.models import ModelCall

AT = datetime(2026, 1, 12, 9, 0, tzinfo=UTC)
OWNER = UUID(int=7)


class MemoryJournal:
    """Keeps what a journal keeps; `ran` are the calls whose effect was run, in order."""

    def __init__(self) -> None:
        self.ran: list[ToolCall] = []
        self.costs: list[ModelCall] = []
        self._steps: list[StoredStep] = []
        self._outcomes: dict[str, ToolOutcome] = {}

    @property
    def steps(self) -> tuple[StoredStep, ...]:
        return tuple(self._steps)

    async def step(
        self,
        content: Sequence[ContentBlock],
        calls: Sequence[ToolCall],
        meta: Mapping[str, Any] | None = None,
    ) -> StoredStep:
        self._steps.append(StoredStep(tuple(content), tuple(calls), dict(meta or {})))
        return self._steps[-1]

    async def run_tool(self, call: ToolCall, effect: Effect) -> ToolOutcome:
        if call.call_id in self._outcomes:
            return self._outcomes[call.call_id]
        self.ran.append(call)
        try:
            outcome = await effect(None)  # pyrefly: ignore[bad-argument-type] - no database here
        except ToolProblem as problem:
            outcome = ToolOutcome({"error": str(problem)}, is_error=True)
        self._outcomes[call.call_id] = outcome
        return outcome

    async def run_outside(self, call: ToolCall, permit: Permit, reach: Reach) -> ToolOutcome:
        async def effect(s: AsyncSession) -> ToolOutcome:
            await permit(s)
            return await reach()

        return await self.run_tool(call, effect)

    def model_call(self, row: ModelCall) -> None:
        self.costs.append(row)


def turn_run(journal: MemoryJournal, **changes: Any) -> TurnRun:
    """Return a turn in which somebody said that they opened a letter."""
    values: dict[str, Any] = {
        "owner": OWNER,
        "turn_id": uuid4(),
        "conversation_id": uuid4(),
        "user_message_id": uuid4(),
        "kind": TurnKind.MESSAGE,
        "seq": 1,
        "attempt": 1,
        "fence": 1,
        "text": "I opened one.",
        "preface": "",
        "at": AT,
        "today": AT.date(),
        "session_number": 1,
        "turn_number": 1,
        "gap_days": None,
        "safety": SafetyVerdict(),
        "check": None,
        "language": "en",
        "messages": (ChatMessage("user", ({"type": "text", "text": "I opened one."},)),),
        "past": (),
        "prompt": {"block": "of this person"},
        "state": SessionState(),
        "journal": journal,
        **changes,
    }
    return TurnRun(**values)


def context(**changes: Any) -> WorkingContext:
    """Return what the Coach knows for that turn."""
    values: dict[str, Any] = {
        "person": PersonView(),
        "message": "I opened one.",
        "today": AT.date(),
        "session_number": 1,
        "turn_number": 1,
        **changes,
    }
    return WorkingContext(**values)


def request(turn: TurnRun) -> Request:
    """Return the first request of the turn."""
    return Request(Role.COACH, (), turn.messages, context())


def caller(turn: TurnRun) -> Caller:
    """Return who asks."""
    return Caller(turn.owner, Role.COACH, "claude", turn_id=turn.turn_id)


def cost_of_a_scripted_call() -> int:
    """Return what one call of the scripted model is booked with."""
    return cost_of("scripted", USED).micro_usd
