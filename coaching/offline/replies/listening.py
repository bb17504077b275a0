"""Listening: where a message tells something, or on request.

The reply names what the message does, and whom or what it is about. After three the coach asks
how to go on. Somebody who wants to talk gets no question and no offer before that.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from coaching.offline.replies import forms, saving
from coaching.offline.replies.answer import Answer, chip, fitting, practice_chip, say
from coaching.offline.replies.texts import group

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

LISTENING = frozenset({"listen_begin", "listen", "listen_check"})
CHECK_AFTER = 3
STAYS = group("listening_stays")  # what somebody may say without leaving it
WON = {"good": "good_news", "glad": "good_news", "done": "win"}
"""Forms of what somebody got or did, and the answer whose chips save it."""
HEARD = "story"  # the mode of a reply that takes in what was told
OWN = frozenset({"secret", "shame"})
"""Forms that are the mode of the reply, because other rules ask for them."""
TAKEN_IN = OWN | {HEARD, "worry", "lapse", *WON.values()}


def is_listening(turn: Turn) -> bool:
    """Return True if somebody wanted to talk and nothing since has ended it."""
    was_asked = turn.last_mode == "listen_check" and "listen" in turn.modes(2)
    return was_asked or turn.last_mode in LISTENING - {"listen_check"}


def is_told(mode: str) -> bool:
    """Return True for replies to what somebody tells: they may go on with it."""
    return mode in TAKEN_IN or mode.startswith("tip_")


def begin(turn: Turn) -> Answer:
    """Say that they may write; going on after a while is no new beginning."""
    if is_listening(turn):
        return say("listen", turn, nth=sum(mode in LISTENING for mode in turn.modes()))
    return say("listen_begin", turn)


def go_on(turn: Turn) -> Answer:
    """Return what to say to somebody who wants to talk; after three messages ask how to go on."""
    if len([*takewhile(lambda mode: mode == "listen", reversed(turn.modes()))]) >= CHECK_AFTER:
        return say("listen_check", turn)
    if forms.does(turn, *WON):
        return hear(turn)
    return Answer("listen", forms.chosen(turn, asks=False)[1])


def hear(turn: Turn) -> Answer:
    """Name what a message is about, without a guess what it means."""
    form, text = forms.chosen(turn)
    if form in WON:
        return replace(saving.with_win(WON[form], turn), text=text)
    fits = fitting(turn, forms.practices(form), most=1)
    chips = (chip("keep_talking", turn.language), *map(practice_chip, fits))
    mode = form if form in OWN else HEARD
    return Answer(mode, text, chips if fits else say("story", turn).chips)
