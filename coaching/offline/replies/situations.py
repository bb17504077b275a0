"""Situations from everyday life, and what is said to each, from `situations.toml`."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from coaching.offline.replies.intents import DENIAL
from coaching.offline.replies.texts import situations
from coaching.offline.replies.turn import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.offline.replies.turn import Turn

LONGEST = 60  # words; a longer message tells of more than one thing
SOON = 4  # replies in which the same situation isn't answered again
AFTER_A_LOSS = frozenset({"took_over", "inheritance", "not_mine"})
WINS = frozenset({"looked", "not_looking"})
LESS_SURE = frozenset(
    {"story", "unclear", "told_short", "secret", "shame", "worry", "hold", "spend", "family"}
    | {"hard", "money_talk", "big_decision", "said_yes", "help", "decide", "angry_at", "why"}
    | {"checking", "chase", "perform", "lapse", "tired", "event", "owing", "self_attack", "ack"}
    | {"compare", "overload", "declined_offer", "win", "avoid", "number", "good_event", "half"}
    | {"insight", "change", "plays_down", "denied", "joke", "small_talk", "boundary", "lonely"}
)
"""What a message may seem to mean while it tells of a situation."""

AGAIN = re.compile(r"\b(?:again|always|every time|keeps?|siempre|otra vez|cada vez|de nuevo)\b")
_YEARS = re.compile(r"\byears? ago\b|\bhace (?:\w+ )?anos?\b")


def told(turn: Turn, intent: str) -> str:
    """Return the situation that a message tells of; a loss is one only where it is long ago."""
    is_past = intent == "grief" and _YEARS.search(turn.folded) is not None
    if turn.count > LONGEST or not (intent in LESS_SURE or is_past):
        return ""
    found = (name for name in of(turn.text) if not is_past or name in AFTER_A_LOSS)
    return next(found, "")


def of(text: str) -> Iterator[str]:
    """Yield the situations that a text tells of, the surest first."""
    folded = fold(text)
    return (
        name
        for name, words in _patterns()
        if (found := words.search(folded)) and not DENIAL.search(folded[: found.start()])
    )


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    return [(name, re.compile(row["words"])) for name, row in situations().items()]
