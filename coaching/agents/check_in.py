"""The Coach's reply to a check-in: one or two sentences, written after it was stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from coaching.agents.structured import ask
from coaching.llm.port import Request
from coaching.prompts.check_in import check_in_prompt
from coaching.text.words import sentences
from coaching.values.enums import Role

if TYPE_CHECKING:
    from coaching.agents.call_recorder import Book
    from coaching.llm.port import LLM
    from coaching.values.check_ins import CheckInContext

MOST_SENTENCES = 3
MOST_CHARACTERS = 600


class CheckInReply(BaseModel):
    """What the model answers."""

    reply: str = Field(description="One or two plain sentences to the person.")


async def reply_to(
    llm: LLM, context: CheckInContext, *, book: Book | None = None, user_hash: str = ""
) -> str:
    """Return a short reply to a check-in; empty if the model has none.

    Sentences beyond the third are dropped. An answer that does not fit its schema twice raises
    `StructureInvalid`, a service that is away `OutsideWorld`; `book` collects what it cost.
    """
    system, messages = check_in_prompt(context)
    request = Request(Role.COACH, system, messages, context, user_hash=user_hash)
    said = (await ask(llm, request, CheckInReply, book=book)).value.reply
    return " ".join(sentences(said)[:MOST_SENTENCES])[:MOST_CHARACTERS].strip()
