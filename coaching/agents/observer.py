"""The Observer reads one exchange after the reply and says what it saw (A27–A30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.agents.structured import ask
from coaching.llm.port import Request
from coaching.prompts import observer_prompt
from coaching.values.enums import Role
from coaching.values.observation import Observation

if TYPE_CHECKING:
    from coaching.agents.call_recorder import Book
    from coaching.llm.port import LLM
    from coaching.values.context import ObserverContext


async def analyze_exchange(
    llm: LLM, context: ObserverContext, *, book: Book | None = None, user_hash: str = ""
) -> Observation:
    """Return what could be seen in an exchange: up to three signals, usually none (A27, A36).

    Each signal has a type, a sentence, a quote of at most eight words, a confidence from 0 to 1
    and whether it is urgent. Nothing is stored. An answer that does not fit twice raises
    `StructureInvalid`, a service that is away `OutsideWorld`; `book` collects what it cost.
    """
    system, messages = observer_prompt(context)
    request = Request(Role.OBSERVER, system, messages, context, user_hash=user_hash)
    return (await ask(llm, request, Observation, book=book)).value
