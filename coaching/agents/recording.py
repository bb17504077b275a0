"""Record each model call as a row, also one that failed or was stopped."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from coaching.errors import OutsideWorld
from coaching.llm.port import CallFacts, facts_of
from coaching.llm.usage import guessed
from coaching.services import model_calls
from coaching.services.model_calls import Measured

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from coaching.agents.cost_gate import CostGate
    from coaching.clock import Clock
    from coaching.llm.port import Done, Parsed, Request, ToolSpec
    from coaching.models import ModelCall
    from coaching.services.model_calls import Caller

_DIGITS = 16


class Watch:
    """Times one call and keeps what it told."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._started = time.perf_counter()
        self._received = 0
        self._answer: Done | Parsed[Any] | None = None
        self.first_token_ms: int | None = None
        self.outcome = model_calls.DONE

    @property
    def milliseconds(self) -> int:
        """How long ago the call began."""
        return round((time.perf_counter() - self._started) * 1000)

    def heard(self, text: str) -> None:
        """Count what arrives; the first piece is the first token."""
        if self.first_token_ms is None:
            self.first_token_ms = self.milliseconds
        self._received += len(text)

    def answered(self, answer: Done | Parsed[Any], outcome: str = model_calls.DONE) -> None:
        """Keep how the call ended well."""
        self._answer, self.outcome = answer, outcome

    def facts(self) -> CallFacts:
        """Return what is known of the call; of one that was stopped, our estimate."""
        if self._answer is not None:
            return CallFacts(self._answer.model, self._answer.request_id, self._answer.usage)
        return CallFacts(usage=guessed(_characters(self._request), self._received))


@contextmanager
def recorded(
    caller: Caller,
    request: Request,
    clock: Clock,
    keep: Callable[[ModelCall], None],
    gate: CostGate | None = None,
) -> Generator[Watch]:
    """Record the call that is made inside; above the day's limit none is made."""
    kept = keep if gate is None else _both(keep, gate)
    room = gate.call(caller, _characters(request)) if gate else nullcontext()
    with room, _recorded(caller, request, clock, kept) as watch:
        yield watch


def _both(keep: Callable[[ModelCall], None], gate: CostGate) -> Callable[[ModelCall], None]:
    def kept(row: ModelCall) -> None:
        gate.add(row)
        keep(row)

    return kept


@contextmanager
def _recorded(
    caller: Caller, request: Request, clock: Clock, keep: Callable[[ModelCall], None]
) -> Generator[Watch]:
    at, watch = clock.now(), Watch(request)

    def leave(facts: CallFacts, outcome: str) -> None:
        measured = Measured(
            outcome,
            at,
            watch.milliseconds,
            watch.first_token_ms,
            prompt_hash(request),
            tools_hash(request),
        )
        keep(model_calls.as_row(caller, facts, measured))

    try:
        yield watch
    except OutsideWorld as error:
        leave(facts_of(error), error.kind)
        raise
    except (asyncio.CancelledError, GeneratorExit):
        leave(watch.facts(), model_calls.STOPPED)
        raise
    leave(watch.facts(), watch.outcome)


def prompt_hash(request: Request) -> str:
    """Return what tells one system prompt from another."""
    return _hash([block.text for block in request.system])


def tools_hash(request: Request) -> str:
    """Return what tells one set of tools from another."""
    return hash_of_tools(request.tools)


def hash_of_tools(tools: Sequence[ToolSpec]) -> str:
    """Return what is kept with a reply for these tools."""
    return _hash([[t.name, t.description, dict(t.input_schema)] for t in tools])


def _hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:_DIGITS] if value else ""


def _characters(request: Request) -> int:
    system = sum(len(block.text) for block in request.system)
    return system + sum(len(str(message.content)) for message in request.messages)
