"""Replies about a subject: name it, say what can help, offer the exercise for it, never twice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.offline.replies import asking, choosing, listening, saving, subjects
from coaching.offline.replies.answer import say
from coaching.offline.replies.intents import asks_for_help
from coaching.offline.replies.patterns import compiled, pattern
from coaching.offline.replies.texts import wording
from coaching.offline.replies.turn import GRIEF

if TYPE_CHECKING:
    import re

    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

ASKS = frozenset({"help", "decide", "opinion", "your_place", "words_for", "normal", "why"})
"""Questions about what to do, that a tip about the subject answers."""
KINDS_OF = 2  # wordings of a kind
GOES_ON = frozenset({"story", "told_short", "unclear", "number", "not_that", "change"})
"""Messages that go on about what was spoken of, where they name nothing else."""
_OTHERS = pattern("telling_others")
_COMES = pattern("telling_comes")
_PAST = pattern("telling_past")
_SAYS = pattern("telling_says")
_NOT = pattern("telling_not")
_AT_LEAST = compiled(r"\b(?:at least|por lo menos|al menos)\b")
_KINDS = (
    (_SAYS, "story_says"),
    (_AT_LEAST, "story_at_least"),
    (_NOT, "story_not"),
    (compiled(r"\b<GOOD>\b"), "moment_good"),
    (compiled(r"\b<HARD>\b"), "moment_hard"),
    (_OTHERS, "story_others"),
    (_COMES, "story_plan"),
    (_PAST, "story_past"),
)
_WHO = {
    **dict.fromkeys(("my", "our"), "your"),
    **dict.fromkeys(("mi", "nuestro", "nuestra"), "tu"),
    "mis": "tus",
    "he": "him",
    "she": "her",
    "they": "them",
    "el": "él",
}


def answer(turn: Turn, intent: str) -> Answer | None:
    """Answer what somebody tells or asks about a subject; a loss that is spoken of comes first."""
    if turn.was(GRIEF, within=1):
        return None
    asks = intent in ASKS or (intent in GOES_ON and asks_for_help(turn.text, turn.language))
    own = subjects.told(turn, intent)
    if not own and intent in subjects.LESS_SURE and _SAYS.search(turn.folded):
        return kind(turn)
    asks = asks or (bool(own) and asking.asks(turn))
    goes_on = intent in GOES_ON or (intent == "idk" and turn.last_mode in subjects.subjects())
    name = own or (subjects.current(turn) if asks or goes_on else "")
    if not name or (intent == "words_for" and "“" not in wording(name).tip("en")):
        return None
    if listening.is_listening(turn) and not asks:
        return listening.go_on(turn, name)
    if asks:
        return _tip(turn, name) or _said(turn, name, intent)
    if own and own not in turn.modes():
        return saving.with_win(own, turn) if own in subjects.WINS else say(own, turn)
    return _more(turn, name, is_named=bool(own))


def _tip(turn: Turn, name: str) -> Answer | None:
    """Say what can help, with the exercise for it; None where that was said before."""
    tip = wording(name).tip(turn.language)
    if not tip or turn.has_said(tip):
        return None
    fits = choosing.of(turn, wording(name).practices)
    asked = choosing.asked_for(turn) if asks_for_help(turn.text, turn.language) else None
    return say(name, turn, tip=True, practices=fits or ([asked] if asked else []))


def _said(turn: Turn, name: str, intent: str) -> Answer | None:
    """Point at what was suggested before, with the exercise for it."""
    if intent == "words_for":
        return say("words_said", turn)
    fits = choosing.of(turn, wording(name).practices, most=1)
    known = bool(wording(name).tips) and "help_more" not in turn.modes()
    return say("help_more", turn, practices=fits) if known else None


def _more(turn: Turn, name: str, *, is_named: bool) -> Answer | None:
    """Go on about a subject: what can help, then its exercise, then what would be good."""
    if found := _tip(turn, name):
        before = "" if is_named else _taken_in(turn)
        return replace(found, text=f"{before} {found.text}".strip())
    if number := asking.amount(turn):
        return say("number_again", turn, number=number)
    asks = "again" if subjects.is_again(turn) else "more_of_it"
    if asks in turn.modes():
        return None
    fits = choosing.of(turn, wording(name).practices, most=1)
    return say(asks, turn, practices=fits) if fits or is_named else None


def _taken_in(turn: Turn) -> str:
    """Return a few words for what was just said: its number, or that it was understood."""
    number = asking.amount(turn)
    return say("taken_in_number" if number else "taken_in", turn, number=number).text


def kind(turn: Turn) -> Answer:
    """Return a line for what somebody tells that the rules know nothing about."""
    fits = ((told.search(turn.folded), name) for told, name in _KINDS)
    for found, name in ((match, name) for match, name in fits if match):
        for nth in range(KINDS_OF):
            said = say(name, turn, nth=nth, who=_who(found))
            if not turn.has_said(said.text):
                return replace(said, mode="story")
    return say("story", turn, nth=turn.modes().count("story"))


def _who(found: re.Match[str]) -> str:
    """Return whom it is about, seen from the coach: `my son` is `your son`."""
    first, *rest = (found.groupdict().get("who") or "").split()[:2] or [""]
    return " ".join((_WHO.get(first, first), *rest))
