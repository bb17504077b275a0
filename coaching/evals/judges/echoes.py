"""The sentences of a reply: which of them only hand back what the person has just said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.evals.judges.farewell import says_farewell
from coaching.evals.judges.replies import own_words, words_of
from coaching.memory.corrections import content_words, sentences
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from coaching.evals.judges.replies import Reply

LEAST_WORDS = 2
FAREWELL = "goodbye"
_SUBJECT = re.compile(
    r"\b(?:i|you|he|she|it|we|they|there|that|this|these|those|who|what|nothing|nobody|yo|tú|él|ella"
    r"|eso|esto|hay|es|está|lo)(?:'\w+|’\w+)?\b",
    re.IGNORECASE,
)

_VERB = re.compile(
    r"\b(?:is|are|was|were|isn't|aren't|has|have|had|do|does|did|don't|can|can't|will|won't|comes?"
    r"|came|gets?|got|goes|went|says?|said|turns?|turned|closes|helps?|son|era|tiene|quedan)\b",
    re.IGNORECASE,
)

_TAKES_A_NO = re.compile(r"^\W*(?:no|not|nothing|ni|sin)\b|\b(?:then|entonces)\W*$", re.IGNORECASE)


def is_working(reply: Reply) -> bool:
    """Whether a reply is part of the talk itself: no farewell, nothing kept, nothing serious.

    Neither does a message count that gives nothing to work with: fewer than two words of meaning.
    """
    behind, message = reply.said.behind, reply.said.person
    is_farewell = behind.mode == FAREWELL or says_farewell(message)
    if behind.safety is not SafetyLevel.NONE or behind.calls or is_farewell:
        return False
    return len(content_words(message)) >= LEAST_WORDS


def sentences_of(reply: Reply) -> list[str]:
    """Return the sentences of a reply, without what is quoted: that shows itself to be theirs."""
    return [sentence for sentence in sentences(own_words(reply.text)) if words_of(sentence)]


def is_echo(sentence: str, message: str) -> bool:
    """Whether a sentence has no word of meaning but the message’s; a question has its own."""
    words = content_words(sentence)
    if "?" in sentence:
        return False
    return bool(words) and words <= content_words(message)


def is_bare(sentence: str) -> bool:
    """Whether a sentence is no clause: nobody does or is anything in it, as far as can be seen.

    “No card, then” takes a no for a no, and is none.
    """
    if _TAKES_A_NO.search(sentence):
        return False
    return _SUBJECT.search(sentence) is None and _VERB.search(sentence) is None
