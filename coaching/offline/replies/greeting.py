"""A greeting with something after it: greet back, and answer what comes after."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.offline.replies.texts import pattern, small
from coaching.offline.replies.turn import DANGER, GRIEF
from coaching.text.words import upper_first, words

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

SHORTEST = 3
ALONE = DANGER | GRIEF | {"greeting", "greeting_again", "goodbye", "goodbye_night", "how_are_you"}
"""Answers that are not put after a greeting."""
_BEGINS = pattern("greeting_begins")


def rest_of(turn: Turn) -> Turn | None:
    """Return the turn without the greeting before it, or None if there is none or nothing after."""
    found = _BEGINS.search(turn.folded)
    is_goodbye = bool(turn.replies) and turn.folded.startswith("buenas noches")
    if found is None or is_goodbye or len(turn.folded) != len(turn.text):
        return None
    rest = turn.text[found.end() :].strip()
    return replace(turn, text=rest) if len(words(rest)) >= SHORTEST else None


def before(turn: Turn, found: Answer) -> Answer:
    """Return an answer with a greeting before it."""
    hello = small("hello", "first", turn.language)
    if not found.text or found.mode in ALONE or found.text.startswith(hello):
        return found
    text = f"{hello} {upper_first(found.text)}"
    return replace(found, text=text)
