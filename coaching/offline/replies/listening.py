"""Listening: said where a message tells something that isn't surely understood, or on request.

The reply says what is sure: the kind of a message, else its mood. After three the coach asks
how to go on. Somebody who wants to talk gets no question and no offer before that.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from coaching.offline.replies import meanings
from coaching.offline.replies.answer import Answer, say
from coaching.offline.replies.patterns import group
from coaching.offline.replies.texts import classes, names, wording
from coaching.text.words import sentences

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

LISTENING = frozenset({"listen_begin", "listen", "listen_check"})
CHECK_AFTER = 3
STAYS = group("listening_stays") | classes().keys() - meanings.WINS
"""What somebody may say without leaving it."""
OPEN = frozenset({"spending", "work", "savings"})
"""Kinds of which something can be said whatever the mood is."""
HEARD = "story"
"""The mode of a reply that takes in what was told and names no subject."""
_OFFER = re.compile(r"\b(?:we (?:could|can)|want to|do you|podemos|quieres)\b", re.IGNORECASE)


def is_listening(turn: Turn) -> bool:
    """Return True if somebody wanted to talk and nothing since has ended it."""
    was_asked = turn.last_mode == "listen_check" and "listen" in turn.modes(2)
    return was_asked or turn.last_mode in LISTENING - {"listen_check"}


def begin(turn: Turn) -> Answer:
    """Say that they may write; going on after a while is no new beginning."""
    if is_listening(turn):
        return say("listen", turn, nth=_count(turn, LISTENING))
    return say("listen_begin", turn)


def go_on(turn: Turn, intent: str) -> Answer:
    """Return what to say to somebody who wants to talk; after three messages ask how to go on."""
    if _since(turn, "listen") >= CHECK_AFTER:
        return say("listen_check", turn)
    heard = say("listen", turn, nth=_count(turn, LISTENING))
    first = understood(turn, intent) or _by_mood(turn, asks=False)
    return Answer(heard.mode, first or heard.text)


def hear(turn: Turn) -> Answer:
    """Return what to say to a message that tells something, without a guess what it is about."""
    if _since(turn, HEARD) >= CHECK_AFTER:
        return say("listen_check", turn)
    kind = meanings.kind_of(turn.text)
    if kind and _fits(kind, meanings.mood_of(turn.text)):
        found = say(f"kind_{kind}", turn)
        if not turn.has_said(found.text):
            return Answer(HEARD, found.text, found.chips)
    text = _by_mood(turn, asks=True) or _fresh("mood_none", turn)
    return Answer(HEARD, text or say("listen", turn).text, say("story", turn).chips)


def understood(turn: Turn, intent: str) -> str:
    """Return what an answer says before it offers and asks, if that was not said yet."""
    if intent not in classes().keys() & names():
        return ""
    first = sentences(wording(intent).said(turn.language, offers=False))[0]
    if "?" in first or _OFFER.search(first) or turn.has_said(first):
        return ""
    return first


def _fits(kind: str, mood: str) -> bool:
    """Return True if the mood doesn't speak against what is said to this kind."""
    return mood == ("good" if kind == "good" else "bad") or (not mood and kind in OPEN)


def _by_mood(turn: Turn, *, asks: bool) -> str:
    mood = meanings.mood_of(turn.text)
    return _fresh(f"mood_{mood}", turn, asks=asks) if mood else ""


def _fresh(name: str, turn: Turn, *, asks: bool = True) -> str:
    """Return the first text that the session doesn't hold yet, else an empty one."""
    texts = wording(name).texts[turn.language]
    fits = (one for one in texts if (asks or "?" not in one) and not turn.has_said(one))
    return next(fits, "")


def _count(turn: Turn, modes: frozenset[str]) -> int:
    return sum(mode in modes for mode in turn.modes())


def _since(turn: Turn, mode: str) -> int:
    """Return how many replies in a row had this mode."""
    return len([*takewhile(lambda one: one == mode, reversed(turn.modes()))])
