"""Replies to situations from everyday life, and to more about the same one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.replies import choosing, listening, saving, situations
from coaching.offline.replies.answer import say
from coaching.offline.replies.texts import wording
from coaching.offline.replies.turn import GRIEF

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn


def answer(turn: Turn, intent: str) -> Answer | None:
    """Answer a situation that many people tell of; a loss that is spoken of comes first."""
    name = situations.told(turn, intent)
    if not name or turn.was(GRIEF, within=1):
        return None
    if listening.is_listening(turn):
        return listening.go_on(turn, name)
    if name in turn.modes(situations.SOON):
        return _told_again(turn, name)
    return saving.with_win(name, turn) if name in situations.WINS else say(name, turn)


def _told_again(turn: Turn, name: str) -> Answer | None:
    """Offer the exercise for a situation that they go on about; else ask once for a way out."""
    asks = "again" if situations.AGAIN.search(turn.folded) else "more_of_it"
    if fits := choosing.of(turn, wording(name).practices, most=1):
        return say("again", turn, practices=fits)
    return None if asks in turn.modes() else say(asks, turn, practices=[])
