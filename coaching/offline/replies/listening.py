"""Listening: said where a message tells something that isn't surely understood, or on request.

The reply says what is sure: the kind of a message, else its mood. After three the coach asks
how to go on. Somebody who wants to talk gets no question and no offer before that.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from coaching.offline.replies import choosing, forms, meanings, saving
from coaching.offline.replies.answer import Answer, chip, practice_chip, say
from coaching.offline.replies.patterns import group
from coaching.offline.replies.texts import classes, names, wording
from coaching.text.words import sentences

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

LISTENING = frozenset({"listen_begin", "listen", "listen_check"})
CHECK_AFTER = 3
STAYS = group("listening_stays") | classes().keys() - meanings.WINS
"""What somebody may say without leaving it."""
WON = {"good": "good_news", "done": "win"}
"""Forms of what somebody got or did, and the class whose chips save it."""
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
    if forms.does(turn, *WON):
        return hear(turn)
    return Answer("listen", understood(turn, intent) or forms.composed(turn, asks=False))


def hear(turn: Turn) -> Answer:
    """Name what a message is about, without a guess what it means."""
    form, text = forms.chosen(turn)
    if form in WON:
        return replace(saving.with_win(WON[form], turn), text=text)
    if form in classes():
        return replace(say(form, turn), text=text)
    fits = choosing.of(turn, forms.practices(form), most=1)
    chips = (chip("keep_talking", turn.language), *map(practice_chip, fits))
    return Answer(HEARD, text, chips if fits else say("story", turn).chips)


def understood(turn: Turn, intent: str) -> str:
    """Return what an answer says before it offers and asks, if that was not said yet."""
    if intent not in classes().keys() & names():
        return ""
    first = sentences(wording(intent).said(turn.language, offers=False))[0]
    if "?" in first or _OFFER.search(first) or turn.has_said(first):
        return ""
    return first


def _count(turn: Turn, modes: frozenset[str]) -> int:
    return sum(mode in modes for mode in turn.modes())


def _since(turn: Turn, mode: str) -> int:
    """Return how many replies in a row had this mode."""
    return len([*takewhile(lambda one: one == mode, reversed(turn.modes()))])
