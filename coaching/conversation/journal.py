"""The journal of a running turn: its steps, its tools, what its calls cost."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from uuid import UUID

import structlog

from coaching import tracing
from coaching.agents.turn_run import LostTurn, StoredStep
from coaching.errors import ToneyError, ToolProblem
from coaching.llm.port import ToolCall
from coaching.repositories import tool_calls, turns
from coaching.values import chips
from coaching.values.conversations import ToolStatus
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.turn_run import Effect, Permit, Reach
    from coaching.conversation.engine import TurnEngine
    from coaching.llm.port import ContentBlock
    from coaching.models import ModelCall, Turn
    from coaching.models import ToolCall as ToolCallRow

BROKEN = (
    "This failed through a fault of Toney's, and nothing was done. Say so in half a sentence, and "
    "answer without it. Don't try again in this reply."
)
_log = structlog.get_logger(__name__)


class TurnJournal:
    """Writes of one attempt, each guarded by the fence of its claim."""

    def __init__(self, coaching: TurnEngine, turn: Turn, rows: Sequence[ToolCallRow]) -> None:
        self._coaching = coaching
        self._turn = turn
        self._steps = list(map(_step_from_json, turn.steps))
        self._rows: dict[str, UUID] = {}
        self._ran: dict[str, ToolOutcome] = {}
        for row in rows:
            self._rows[row.call_id] = row.id
            if _has_run(row):
                self._ran[row.call_id] = _outcome_from_row(row)
        self._costs: list[ModelCall] = []
        self._working: set[asyncio.Task[ToolOutcome]] = set()

    @property
    def steps(self) -> tuple[StoredStep, ...]:
        """Return the stored steps, oldest first."""
        return tuple(self._steps)

    def model_call(self, row: ModelCall) -> None:
        """Keep what a call cost, for the next unit of this turn."""
        self._costs.append(row)

    def take_costs(self) -> list[ModelCall]:
        """Return what no unit has written yet."""
        costs, self._costs = self._costs, []
        return costs

    async def step(
        self,
        content: Sequence[ContentBlock],
        calls: Sequence[ToolCall],
        meta: Mapping[str, Any] | None = None,
    ) -> StoredStep:
        """Store a step and a pending row for each of its calls, in one unit."""
        step = StoredStep(tuple(content), tuple(calls), dict(meta or {}))
        stored = [*map(_step_to_json, self._steps), _step_to_json(step)]
        rows = [self._pending(ordinal, call) for ordinal, call in enumerate(calls)]
        turn, costs = self._turn, self.take_costs()
        async with self._coaching.db.unit(turn.user_id, write=True) as s:
            if not await turns.store_steps(s, turn.user_id, turn.id, turn.fence, stored):
                raise LostTurn
            s.add_all(costs)
            await tool_calls.add(s, turn.user_id, rows)
        self._steps.append(step)
        self._rows |= {row.call_id: row.id for row in rows}
        self._coaching.reached("turn.step_stored")
        return step

    async def run_tool(self, call: ToolCall, effect: Effect) -> ToolOutcome:
        """Run the effect and store its outcome in one unit; a call that ran answers as before.

        Shielded: pressing stop leaves a tool whole or not run, never in between.
        """
        if (outcome := self._ran.get(call.call_id)) is not None:
            return outcome
        task = asyncio.create_task(self._run(call, effect))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return await asyncio.shield(task)

    async def run_outside(self, call: ToolCall, permit: Permit, reach: Reach) -> ToolOutcome:
        """Ask somebody outside, with no unit open meanwhile, and store what they answered."""
        if call.call_id in self._ran:
            return self._ran[call.call_id]
        try:
            async with self._coaching.db.unit(self._turn.user_id) as s:
                await permit(s)
            outcome = await reach()
        except ToolProblem as problem:
            outcome = _refusal(problem)
        except ToneyError:
            raise
        except Exception as error:  # noqa: BLE001 - an edge, as in `_run`
            outcome = _broken(call, error)
        return await self.run_tool(call, lambda _: _just(outcome))

    async def settle(self) -> None:
        """Wait for tools that a stop has left running."""
        if self._working:
            await asyncio.wait(self._working)

    async def _run(self, call: ToolCall, effect: Effect) -> ToolOutcome:
        with tracing.span("tool", gen_ai__tool__name=call.name) as running:
            try:
                outcome = await self._write(call, effect)
            except ToolProblem as problem:
                refusal = _refusal(problem)
                outcome = await self._write(call, lambda _: _just(refusal))
            except (ToneyError, LostTurn):
                raise
            except Exception as error:  # noqa: BLE001 - an edge: a fault in a tool ends no reply
                broken = _broken(call, error)
                outcome = await self._write(call, lambda _: _just(broken))
            running.set_attribute("toney.tool.refused", outcome.is_error)
        self._ran[call.call_id] = outcome
        self._coaching.reached("turn.tool_done")
        return outcome

    async def _write(self, call: ToolCall, effect: Effect) -> ToolOutcome:
        turn = self._turn
        async with self._coaching.db.unit(turn.user_id, write=True) as s:
            if not await turns.is_mine(s, turn.user_id, turn.id, turn.fence):
                raise LostTurn
            outcome = await effect(s)
            await self._close(s, call, outcome)
            self._coaching.reached("turn.tool_before_commit")
        return outcome

    async def _close(self, s: AsyncSession, call: ToolCall, outcome: ToolOutcome) -> None:
        await tool_calls.settle(
            s,
            self._turn.user_id,
            self._rows[call.call_id],
            status=ToolStatus.FAILED if outcome.is_error else ToolStatus.DONE,
            result=_outcome_to_json(outcome),
            now=self._coaching.clock.now(),
        )

    def _pending(self, ordinal: int, call: ToolCall) -> ToolCallRow:
        asked = tool_calls.Call(call.call_id, call.name, call.input, len(self._steps), ordinal)
        return tool_calls.pending(self._turn, asked, at=self._coaching.clock.now())


def _refusal(problem: ToolProblem) -> ToolOutcome:
    return ToolOutcome({"error": str(problem)}, is_error=True)


def _broken(call: ToolCall, error: Exception) -> ToolOutcome:
    _log.error("tool_broken", tool=call.name, exc_info=error)
    return ToolOutcome({"error": BROKEN}, is_error=True)


async def _just(outcome: ToolOutcome) -> ToolOutcome:
    return outcome


def _has_run(row: ToolCallRow) -> bool:
    return row.status is not ToolStatus.PENDING


def _step_to_json(step: StoredStep) -> dict[str, Any]:
    # As text: JSONB would change the order of keys, and a step goes back verbatim.
    calls = [[call.call_id, call.name, dict(call.input)] for call in step.calls]
    return {
        "content": json.dumps([dict(block) for block in step.content]),
        "calls": json.dumps(calls),
        "meta": dict(step.meta),
    }


def _step_from_json(stored: Mapping[str, Any]) -> StoredStep:
    calls = tuple(ToolCall(*call) for call in json.loads(stored["calls"]))
    return StoredStep(tuple(json.loads(stored["content"])), calls, stored["meta"])


def _outcome_to_json(outcome: ToolOutcome) -> dict[str, Any]:
    proposal = str(outcome.proposal_id) if outcome.proposal_id else None
    stored: dict[str, Any] = {
        "data": dict(outcome.data),
        "detail": outcome.detail,
        "proposal_id": proposal,
    }
    if outcome.preview:
        stored["preview"] = outcome.preview
    if outcome.chips:
        stored["chips"] = chips.as_json(outcome.chips)
    return stored


def _outcome_from_row(row: ToolCallRow) -> ToolOutcome:
    proposal = row.result.get("proposal_id")
    return ToolOutcome(
        data=row.result.get("data", {}),
        is_error=row.status is ToolStatus.FAILED,
        detail=row.result.get("detail", ""),
        proposal_id=UUID(proposal) if proposal else None,
        preview=row.result.get("preview", ""),
        chips=chips.from_json(row.result.get("chips", ())),
    )
