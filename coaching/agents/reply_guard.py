"""Output checks of a finished reply: faults are reported to evals and logs, never rewritten.

Nothing is held back for it. A reply is on the screen as it is written, and a second one in its
place would be stranger than a clumsy sentence. Where a mistake could harm, code adds a line of its
own to the reply (`guardrails`): a promise that was not kept, a telephone number from memory. What
is known here are names of faults; no words of anybody leave this module.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.agents.guardrails import opening_of
from coaching.content import shaming
from coaching.text.words import as_words, plain, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from coaching.values.enums import Tension

MOST_WORDS = 110  # the prompt allows 90; a little more is no fault
COPIED_WORDS = 8  # so many words in a row as before are a copy, fewer are usual phrases
LOOK_BACK = 60  # replies; older ones nobody remembers word by word
_QUOTED = re.compile(r"[“«\"][^”»\"]*[”»\"]")
_BOLD = re.compile(r"\*\*[^*]+\*\*|__[^_]+__")
_COMMAND = re.compile(
    r"\byou (?:should|must|need to|have to|ought to|had better)\b"
    r"|(?:^|[.!?]\s+)(?:(?:just|simply) \w+|stop (?:\w+ing|it)\b)"
    r"|\b(?:deberías|tienes que|debes)\b",
    re.IGNORECASE,
)
_SARCASM = re.compile(
    r"\bcongratulations\b|\bgood for you\b|\b(?:oh|well),? (?:great|brilliant|wonderful)\b"
    r"|\byeah,? right\b|\bhow (?:convenient|surprising)\b|\bwhat a surprise\b|\bfelicitaciones\b",
    re.IGNORECASE,
)
_SECRECY = re.compile(
    r"\b(?:stays?|keep (?:this|it|that)) (?:just )?(?:between us|secret|a secret)\b"
    r"|\b(?:no one|nobody) (?:else )?will (?:ever )?(?:know|see|find out)\b"
    r"|\bI(?:'ll|’ll| will) (?:always )?remember (?:it|this|that|everything)\b"
    r"|\bqueda(?:rá)? entre (?:nosotros|tú y yo)\b",
    re.IGNORECASE,
)
_CLINICAL = re.compile(
    r"\bas your (?:therapist|doctor|financial advis[eo]r)\b"
    r"|\byou (?:have|suffer from) (?:an? )?(?:\w+ )?(?:attachment|disorder|depression)\b",
    re.IGNORECASE,
)


class Fault(StrEnum):
    """Faults that a check can find in a reply."""

    QUESTIONS = "questions"
    SHAME = "shame_word"
    COMMAND = "command"
    SARCASM = "sarcasm"
    SECRECY = "promises_secrecy"
    CLINICAL = "clinical"
    OPENING = "opening_again"
    BOLD = "bold"
    REPEATED = "said_before"
    LONG = "too_long"


_PHRASES = {
    Fault.COMMAND: _COMMAND,
    Fault.SARCASM: _SARCASM,
    Fault.SECRECY: _SECRECY,
    Fault.CLINICAL: _CLINICAL,
}


@dataclass(frozen=True, slots=True)
class Said:
    """A reply and what it is held against: the message before it, and the replies so far."""

    reply: str
    message: str = ""
    replies: Sequence[str] = ()
    openings: Sequence[str] = ()
    tension: Tension | None = None
    language: str = "en"


def faults_in(said: Said) -> tuple[Fault, ...]:
    """Return the faults of a reply, in a fixed order; a good one has none. Pure, and quick."""
    return tuple(_found(said, _QUOTED.sub(" ", said.reply)))


def _found(said: Said, own: str) -> Iterator[Fault]:
    """Look at what is Toney's own: a quotation is the person's."""
    if own.count("?") > 1:
        yield Fault.QUESTIONS
    if shaming(said.reply, said.tension, language=said.language, said=said.message):
        yield Fault.SHAME
    yield from (fault for fault, pattern in _PHRASES.items() if pattern.search(own))
    if _opens_again(said):
        yield Fault.OPENING
    if len(_BOLD.findall(said.reply)) > 1:
        yield Fault.BOLD
    if _says_again(own, said.replies[-LOOK_BACK:]):
        yield Fault.REPEATED
    if len(words(said.reply)) > MOST_WORDS:
        yield Fault.LONG


def _opens_again(said: Said) -> bool:
    """Return True if a reply opens like the one before it."""
    opening = as_words(opening_of(said.reply))
    before = [*said.openings, *map(opening_of, said.replies)][-1:]
    return bool(opening) and opening in map(as_words, before)


def _says_again(own: str, replies: Iterable[str]) -> bool:
    """Say whether eight words in a row were in an earlier reply. A reply's end waits for this."""
    runs = set(_runs(own))
    return not all(runs.isdisjoint(_runs(_QUOTED.sub(" ", reply))) for reply in replies)


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    """Return every run of eight words."""
    found = words(plain(text))
    return zip(*(found[at:] for at in range(COPIED_WORDS)), strict=False)
