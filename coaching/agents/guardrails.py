"""Checks of a finished reply. Each rule comes from a reply that was wrong."""

from __future__ import annotations

import re

_NO_PLACE = r"(?<!\bplace )(?<!\bwhere )(?<!\bhow )"
"""“You’re not the only place it’s kept” promises nothing."""
# "saved" alone is a word about money here: only sentences about a card, a win or "it" count.
_PROMISE = re.compile(
    r"(?:^|[.!?]\s+)saved\b"
    rf"|{_NO_PLACE}\b(?:it|that|card|win|sentence)(?:'s|’s| is| has been)(?: now)? (?:saved|kept)\b"
    r"(?! (?:(?:here|there) )?(?:in|by|with) (?:the|this) app\b)"
    r"|\bI(?:'ve|’ve| have)(?: now)? saved (?:it|that|this|your|the (?:card|win|sentence))\b"
    r"|\bI(?:'ve|’ve| have)(?: now)? put (?:it|that|this) on a card\b"
    r"|\b(?:it|that)(?:'s|’s| is) on (?:a card|your list)(?: now)?\b"
    r"|\bI(?:'ll|’ll| will) keep that (?:one|sentence) for you\b"
    r"|(?:^|[.!?]\s+)kept, in your words\b"
    rf"|{_NO_PLACE}\bit(?:'s|’s) kept\b(?! (?:(?:here|there) )?(?:in|by|with) (?:the|this) app\b)",
    re.IGNORECASE,
)


def promises_a_save(reply: str) -> bool:
    """Return True if a reply says that a card or a win is saved (a false promise if it isn't)."""
    return _PROMISE.search(reply) is not None


# Amounts and years are no numbers to call: only what follows a word for calling counts, and
# "your phone rings, with 700 less" is no such word.
_CALL = re.compile(
    r"(?<!\byour )(?<!\bthe )(?<!\bmy )(?<!\bhis )(?<!\bher )(?<!\btheir )(?<!\ba )"
    r"\b(?:call|ring|dial|text|phone|llama(?:r)?(?: al)?|marca)\b[^.?!\d$€£]{0,30}"
    r"(?P<number>\+?\d(?:[\d\s-]*\d)?)"
    r"(?!\d|[.,]\d|\s*(?:euros?|pounds?|dollars?|quid|%|k\b|less\b|more\b))",
    re.IGNORECASE,
)
_FEWEST_DIGITS = 3
_DIRECTORIES = frozenset({"211"})
"""Local services in the United States and Canada: no emergency number, and one that is known."""


def names_a_number(reply: str, message: str) -> bool:
    """Return True if a reply names a number to call that the person has not named first.

    Helplines come from data; a model that gives one from memory can be wrong, and that harms.
    """
    found = (_digits(match["number"]) for match in _CALL.finditer(reply))
    theirs = _digits(message)
    return any(
        len(number) >= _FEWEST_DIGITS and number not in _DIRECTORIES and number not in theirs
        for number in found
    )


def _digits(text: str) -> str:
    return "".join(character for character in text if character.isdigit())


def opening_of(reply: str) -> str:
    """Return the first two words of a reply: the ones not to begin with again."""
    return " ".join(reply.split()[:2])
