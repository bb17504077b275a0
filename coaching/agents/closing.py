"""The closing note of a session, in the Observer's model: what they did, and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel

from coaching.agents.given import Given
from coaching.agents.guardrails import names_a_number, promises_a_save
from coaching.agents.reply_guard import Said, faults_in
from coaching.agents.structured import ask
from coaching.llm.port import Request
from coaching.memory.corrections import contradicts
from coaching.prompts import closing_prompt
from coaching.services.do_not_repeat import may_repeat
from coaching.text.language import language_of
from coaching.text.similarity import said_before
from coaching.text.words import sentences, words
from coaching.values.enums import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.agents.call_recorder import Book
    from coaching.llm.port import LLM
    from coaching.services.do_not_repeat import Unspoken
    from coaching.values.closing import ClosingContext

MOST_WORDS = 60
"""The prompt asks for 40; a few more still fit on the sheet."""


class ClosingNote(BaseModel):
    """What the model answers."""

    note: str


async def write_note(
    llm: LLM, context: ClosingContext, *, book: Book | None = None, user_hash: str = ""
) -> str:
    """Return a closing note as the model wrote it; `fitting` says what of it may be shown.

    An answer that does not fit its schema twice raises `StructureInvalid`, a service that is away
    `OutsideWorld`; `book` collects what it cost.
    """
    system, messages = closing_prompt(context)
    request = Request(Role.CLOSING, system, messages, context, user_hash=user_hash)
    return (await ask(llm, request, ClosingNote, book=book)).value.note


def fitting(note: str, context: ClosingContext, before: Unspoken) -> str:
    """Return the sentences that may be shown; empty if there are none or in the wrong language.

    None asks, shames or promises, makes up a name or a number, or says what was corrected,
    rejected or said in danger (`before`).
    """
    kept, left = list[str](), MOST_WORDS
    for sentence in _sayable(note, context, before):
        left -= len(words(sentence))
        if left < 0:
            break
        kept.append(sentence)
    person = context.person
    theirs = person.writes or person.language
    is_theirs = language_of(kept, theirs)[:2] == theirs[:2]
    return " ".join(kept) if is_theirs else ""


def _sayable(note: str, context: ClosingContext, before: Unspoken) -> Iterator[str]:
    said = "\n".join(line.text for line in context.transcript)
    given = Given(f"{context.person.name}\n{said}", context.person)
    for sentence in sentences(note):
        is_wrong = (
            "?" in sentence
            or faults_in(Said(sentence, said, tension=context.person.tension))
            or promises_a_save(sentence)
            or names_a_number(sentence, said)
            or given.invented(sentence)
            or said_before(sentence, context.refused)
            or contradicts(sentence, context.corrections) is not None
            or not may_repeat(sentence, before)
        )
        if not is_wrong:
            yield sentence
