"""Words that Toney doesn't use: those that shame with this tension, and those it leaves alone.

A few of them have innocent uses that shame nobody: what is behind a door, who is missed, “the only
face”, “only if you like”.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from coaching.content import identify_tension, shaming, words_to_leave_alone
from coaching.evals.judges.known import said_so_far
from coaching.evals.judges.replies import own_words
from coaching.evals.judges.verdict import Verdict, of_all
from coaching.text.language import language_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coaching.evals.judges.replies import Reply
    from coaching.evals.judges.verdict import Fault
    from coaching.evals.stories.played import Told
    from coaching.values.enums import Tension

_INNOCENT = re.compile(
    r"\bbehind (?:the|that|this|those|these|it|you|your|him|his|her|them|their|an?|every|which)\b"
    r"|\bmissed (?:her|him|them|me|each)\b|\bthe only\b|\bonly (?:if|when|what|where|as)\b"
)
_CURLY = str.maketrans({"’": "'", "‘": "'"})


def forbidden_words(told: Told) -> Verdict:
    """Return the share of replies without such a word; theirs, and quoted ones, may come back."""
    tension = identify_tension(told.story.person.answers).primary
    replies = list(said_so_far(told))
    faults = [
        fault for reply, theirs in said_so_far(told) for fault in _faults(reply, theirs, tension)
    ]
    return of_all("forbidden_words", faults, len(replies))


def _faults(reply: Reply, theirs: Sequence[str], tension: Tension | None) -> Iterator[Fault]:
    said = "\n".join(theirs)
    language = language_of([reply.text])
    for word in shaming(reply.text, tension, language=language, said=said):
        yield reply.fault(f"“{word.rstrip('*')}” shames")
    own = _INNOCENT.sub(" ", own_words(reply.text.translate(_CURLY)).lower())
    for word in words_to_leave_alone(language):
        is_theirs = _pattern(word).search(said.translate(_CURLY).lower())
        if not is_theirs and _pattern(word).search(own):
            yield reply.fault(f"“{word.rstrip('*')}” is left alone")


@cache
def _pattern(word: str) -> re.Pattern[str]:
    ending = r"\w*" if word.endswith("*") else ""
    return re.compile(rf"(?<!\w){re.escape(word.rstrip('*'))}{ending}(?!\w)")
