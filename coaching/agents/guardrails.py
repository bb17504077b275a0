"""What is looked at after the model has spoken. Few rules, each a sentence that was once wrong."""

from __future__ import annotations

import re

# "saved" alone is a word about money here: only sentences about a card, a win or "it" count.
_PROMISE = re.compile(
    r"(?:^|[.!?]\s+)saved\b"
    r"|\b(?:it|that|card|win|sentence)(?:'s|’s| is| has been)(?: now)? (?:saved|kept)\b"
    r"|\bI(?:'ve|’ve| have)(?: now)? saved (?:it|that|this|your|the (?:card|win|sentence))\b"
    r"|(?:^|[.!?]\s+)kept, in your words\b"
    r"|\bit(?:'s|’s) kept\b",
    re.IGNORECASE,
)


def promises_a_save(reply: str) -> bool:
    """Return whether a reply says that a card or a win is saved (a promise seen broken, §4.3)."""
    return _PROMISE.search(reply) is not None


def opening_of(reply: str) -> str:
    """Return the first two words of a reply: the ones not to begin with again."""
    return " ".join(reply.split()[:2])
