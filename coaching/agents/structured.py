"""Structured output: ask a model for an answer in a schema, and once more if it doesn't fit."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel

from coaching.agents.recording import Watch, recorded
from coaching.errors import StructureInvalid
from coaching.services.model_calls import DONE

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from coaching.agents.cost_gate import CostGate
    from coaching.clock import Clock
    from coaching.llm.port import LLM, Parsed, Request
    from coaching.models import ModelCall
    from coaching.services.model_calls import Caller

T = TypeVar("T", bound=BaseModel)
TRIES = 2


class Book:
    """Where the calls of one piece of work are written down, to be stored with its result."""

    def __init__(self, caller: Caller, clock: Clock, gate: CostGate | None = None) -> None:
        self._caller = caller
        self._clock = clock
        self._gate = gate
        self._rows: list[ModelCall] = []

    def recorded(self, request: Request) -> AbstractContextManager[Watch]:
        """Record the call that is made inside."""
        return recorded(self._caller, request, self._clock, self._rows.append, self._gate)

    def take(self) -> list[ModelCall]:
        """Return what has not been stored yet."""
        rows, self._rows = self._rows, []
        return rows


async def ask(llm: LLM, request: Request, schema: type[T], *, book: Book | None) -> Parsed[T]:
    """Return an answer that fits its schema; the second one that does not raises."""
    for left in reversed(range(TRIES)):
        try:
            return await ask_once(llm, request, schema, book=book)
        except StructureInvalid:
            if not left:
                raise
    raise AssertionError("a try returns or raises")


async def ask_once(
    llm: LLM,
    request: Request,
    schema: type[T],
    *,
    book: Book | None,
    outcome: Callable[[T], str] = lambda _: DONE,
) -> Parsed[T]:
    """Return an answer that fits its schema; `outcome` says how the books call it."""
    with book.recorded(request) if book else nullcontext(Watch(request)) as watch:
        parsed = await llm.parse(request, schema)
        watch.answered(parsed, outcome(parsed.value))
    return parsed
