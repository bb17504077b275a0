"""Structured output: ask a model for an answer in a schema, and once more if it doesn't fit."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel

from coaching.agents.call_recorder import Watch
from coaching.errors import StructureInvalid
from coaching.llm.schemas import answer_schema
from coaching.llm.structured import parsed as read
from coaching.services.model_calls import DONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.agents.call_recorder import Book
    from coaching.llm.port import LLM, Done, Parsed, Request

T = TypeVar("T", bound=BaseModel)
TRIES = 2


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
    given: Done | None = None,
) -> Parsed[T]:
    """Return an answer that fits its schema; `outcome` says how the books call it.

    `given` is an answer that has come already, in a batch: it is paid, so no limit refuses it.
    """
    limited = given is None
    recorded = book.recorded(request, limited=limited) if book else nullcontext(Watch(request))
    with recorded as watch:
        if given is None:
            parsed = await llm.parse(request, schema)
        else:
            parsed = read(given, schema, answer_schema(schema))
        watch.answered(parsed, outcome(parsed.value))
    return parsed
