"""Record each model call as a row, also one that failed or was stopped."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import structlog

from coaching.errors import OutsideWorld
from coaching.llm.port import CallFacts, facts_of
from coaching.llm.prices import LIST
from coaching.llm.usage import guessed
from coaching.services import model_calls
from coaching.services.model_calls import Measured

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from datetime import datetime
    from uuid import UUID

    from coaching.agents.cost_gate import CostGate
    from coaching.clock import Clock
    from coaching.llm.port import Done, Parsed, Request, ToolSpec
    from coaching.models import ModelCall
    from coaching.services.model_calls import Caller

_DIGITS = 16
_log = structlog.get_logger(__name__)


def user_hash(owner: UUID) -> str:
    """Return the pseudonym of a person towards the provider, the same in every call."""
    return hashlib.sha256(b"toney/model-user/" + owner.bytes).hexdigest()[:32]


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
        """Return the milliseconds since the call began."""
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


class Book:
    """Buffer of the model calls of one job or turn, to be stored with its result."""

    def __init__(self, caller: Caller, clock: Clock, gate: CostGate | None = None) -> None:
        self._caller = caller
        self._clock = clock
        self._gate = gate
        self._rows: list[ModelCall] = []

    @contextmanager
    def recorded(self, request: Request, *, limited: bool = True) -> Generator[Watch]:
        """Record the call that is made inside; above the day's limit none is made.

        What is not `limited` has been paid already.
        """
        characters, gate = _characters(request), self._gate if limited else None
        with gate.call(self._caller, characters) if gate else nullcontext():
            at, watch = self._clock.now(), Watch(request)
            try:
                yield watch
            except OutsideWorld as error:
                self._keep(request, watch, at, facts_of(error), error.kind)
                raise
            except (asyncio.CancelledError, GeneratorExit):
                self._keep(request, watch, at, watch.facts(), model_calls.STOPPED)
                raise
            self._keep(request, watch, at, watch.facts(), watch.outcome)

    def paid(self, request: Request, facts: CallFacts, outcome: str) -> None:
        """Keep a call that was made elsewhere and whose answer isn't used."""
        self._keep(request, Watch(request), self._clock.now(), facts, outcome)

    def take(self) -> list[ModelCall]:
        """Return what has not been stored yet."""
        rows, self._rows = self._rows, []
        return rows

    def _keep(
        self, request: Request, watch: Watch, at: datetime, facts: CallFacts, outcome: str
    ) -> None:
        measured = Measured(
            outcome,
            at,
            watch.milliseconds,
            watch.first_token_ms,
            prompt_hash(request),
            tools_hash(request),
        )
        prices = self._gate.prices if self._gate else LIST
        row = model_calls.as_row(self._caller, facts, measured, prices)
        if self._gate is not None:
            self._gate.add(row)
        self._rows.append(row)
        _log.info(
            "model_called",
            role=row.role,
            reason=row.reason,
            model=row.model,
            outcome=outcome,
            ms=row.milliseconds,
            micro_usd=row.cost_microusd,
        )


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
    read = [block.text for block in request.system] + [str(m.content) for m in request.messages]
    return len("".join(read))
