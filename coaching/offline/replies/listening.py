"""Keep talking: the person writes, and the coach says that it listens and asks little."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from coaching.offline.replies import moves
from coaching.offline.replies.answer import say
from coaching.offline.replies.patterns import group
from coaching.offline.replies.texts import names, subjects, wording
from coaching.text.words import sentences

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

LISTENING = frozenset({"listen_begin", "listen", "listen_check"})
CHECK_AFTER = 3
STAYS = group("listening_stays") | subjects().keys()
"""What somebody may say without leaving it."""
EMPTY = group("listening_empty")
"""Answers whose first sentence says nothing about what was said."""
_OFFER = re.compile(r"\b(?:we (?:could|can)|want to|do you|podemos|quieres)\b", re.IGNORECASE)


def is_listening(turn: Turn) -> bool:
    """Return True if the last reply listened and nothing since has ended it."""
    return turn.last_mode in LISTENING


def begin(turn: Turn) -> Answer:
    """Say that they may write; going on after a while is no new beginning."""
    if is_listening(turn):
        return say("listen", turn, nth=_count(turn))
    return say("listen_begin", turn)


def go_on(turn: Turn, intent: str) -> Answer:
    """Return what to say while listening; after three messages ask how to go on."""
    if _since_check(turn) >= CHECK_AFTER:
        return say("listen_check", turn)
    answer = say("listen", turn, nth=_count(turn))
    first = understood(turn, intent) or moves.taken_in(turn)
    text = f"{first} {answer.text}" if first else answer.text
    return type(answer)(answer.mode, text)


def understood(turn: Turn, intent: str) -> str:
    """Return the first sentence of an answer, where it offers and asks nothing."""
    if intent not in names() or intent in EMPTY:
        return ""
    first = sentences(wording(intent).said(turn.language, offers=False))[0]
    if "?" in first or _OFFER.search(first) or turn.has_said(first):
        return ""
    return first


def _count(turn: Turn) -> int:
    return sum(mode in LISTENING for mode in turn.modes())


def _since_check(turn: Turn) -> int:
    """Return how many messages were only listened to since they began or were asked."""
    return len([*takewhile(lambda mode: mode == "listen", reversed(turn.modes()))])
