"""Replies to what people tell: one answer for its class, what can help if they ask, never twice."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from coaching.offline.replies import asking, choosing, forms, listening, meanings, saving
from coaching.offline.replies.answer import say
from coaching.offline.replies.intents import asks_for_help
from coaching.offline.replies.meanings import WINS
from coaching.offline.replies.patterns import compiled, group, pattern
from coaching.offline.replies.texts import classes, variant, wording
from coaching.offline.replies.turn import GRIEF

if TYPE_CHECKING:
    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

ASKS = frozenset({"first_step", "help", "advice", "words_for", "decide_for_me"})
"""Questions about what to do, that a tip about the subject answers."""
TOLD = frozenset({"story", "told_short", "answered", "unclear"})
"""Messages that tell something, where nothing else is known of them."""
WITH_WIN = WINS | {"half", "half_other"}
"""Answers under which a win may be saved."""
PRACTICAL = frozenset({"shortage", "savings", "work"})
BACK = 5  # replies in which a subject is still open
FIRST = group("telling_first")
"""Forms that go before a class that isn't almost sure."""
ALMOST = 0.85
DROPPED = "correction"
"""After it, what was said before it is no subject: the coach got it wrong."""
AFTER_A_LOSS = frozenset({"inheritance"})
_FACTUAL = pattern("telling_factual")
_QUOTES = compiled("[“«]")
_YEARS = compiled(
    r"\byears? ago\b|\bhace (?:\w+ )?anos?\b|\bmy late\b|\bmi difunt[oa]\b",
    r"\bwidow\w* (?:for )?\w+ years\b|\bviud[oa] hace\b",
    r"\b(?:in|en(?: el)?) (?:19\d|20[01]|202[0-4])\d?\b",
)


def answer(turn: Turn, intent: str) -> Answer | None:
    """Answer what somebody tells or asks about a subject; a loss that is spoken of comes first."""
    if turn.was(GRIEF, within=1) and turn.mourns:
        return None
    asks = asks_for_help(turn.text, turn.language)
    if intent in classes():
        return _told(turn, intent, asks=asks)
    if intent in ASKS or (asks and intent in TOLD):
        return _help(turn, current(turn), intent)
    if intent not in TOLD or asking.asks(turn):
        return None
    if listening.is_listening(turn):
        return listening.go_on(turn, intent)
    return listening.hear(turn) if intent == "story" or _is_open(turn) else None


def _told(turn: Turn, intent: str, *, asks: bool) -> Answer | None:
    """Answer a message that a class is sure of: a question, what it does, or its subject."""
    if intent in WINS and asking.asks(turn):
        return say("question", turn, nth=turn.modes().count("question"))
    if _FACTUAL.search(turn.folded) and asking.asks(turn):
        return None if asks else asking.unknown(turn)
    if _is_told_by_form(turn, intent):
        return listening.hear(turn)
    is_night = intent == "worry" and choosing.SLEEPLESS.search(turn.folded)
    name = "worry_night" if is_night else intent
    return _of_class(turn, name, asks=asks or _asks_what(turn, name))


def current(turn: Turn) -> str:
    """Return the class of the last replies that has something that can help, or an empty text."""
    modes = [*takewhile(lambda mode: mode != DROPPED, turn.modes(BACK)[::-1])]
    said = map(meanings.meant, turn.said[::-1][: len(modes)])
    known = [one for one in (*modes, *said) if one in classes() and one not in WINS]
    return next((name for name in known if wording(name).tip(turn.language)), "")


def of_old_loss(turn: Turn) -> str:
    """Return what a message is about that names somebody who died long ago, or an empty text."""
    if not _YEARS.search(turn.folded):
        return ""
    return next((one for one in meanings.all_meant(turn.text) if one in AFTER_A_LOSS), "story")


def _is_told_by_form(turn: Turn, intent: str) -> bool:
    """Return True if the words of a message say what it does, and a class says it less surely.

    A feeling that is somebody else's, or that is denied, has no form and no answer as a class.
    """
    if asks_for_help(turn.text, turn.language) or asking.asks(turn):
        return False
    is_sure = meanings.near(turn.text)[0].score >= ALMOST
    if classes()[intent].get("kind") == "feelings" and forms.OTHERS.search(turn.folded):
        return not forms.does(turn, *forms.FEELINGS)
    if forms.does(turn, *forms.FEELINGS):
        return intent not in forms.FEELINGS
    return not is_sure and forms.does(turn, *FIRST)


def _asks_what(turn: Turn, name: str) -> bool:
    """Return True if a question is answered by what can help: about bills, savings or work."""
    is_practical = classes()[name].get("kind") in PRACTICAL
    return is_practical and asking.asks(turn) and not _FACTUAL.search(turn.folded)


def _of_class(turn: Turn, name: str, *, asks: bool) -> Answer:
    """Answer once what a message is about; later take in what is added to it."""
    if asks and (found := _help(turn, name, "help")):
        return found
    if listening.is_listening(turn) and name not in WINS:
        return listening.go_on(turn, name)
    mood, heard = classes()[name].get("mood", ""), meanings.mood_of(turn.text)
    if name in turn.modes() or (mood and heard and mood != heard):
        return listening.hear(turn)
    said = variant(name, turn.folded)
    return saving.with_win(said, turn) if name in WITH_WIN else say(said, turn)


def _help(turn: Turn, name: str, intent: str) -> Answer | None:
    """Say what can help, with the exercise for it; None where that was said before."""
    if not name:
        return None
    tip = wording(name).tip(turn.language)
    if intent == "words_for" and (asking.says_no(turn) or not _QUOTES.search(tip)):
        return None
    fits = choosing.of(turn, wording(name).practices)
    if tip and not turn.has_said(tip):
        asked = [choosing.asked_for(turn)] if asks_for_help(turn.text, turn.language) else []
        return say(name, turn, tip=True, practices=fits or [one for one in asked if one])
    if intent == "words_for":
        return say("words_said", turn)
    known = tip and "help_more" not in turn.modes()
    return say("help_more", turn, practices=fits[:1]) if known else None


def _is_open(turn: Turn) -> bool:
    """Return True if a few words go on about what was just spoken of."""
    return turn.last_mode in classes() or turn.last_mode in {"story", "told_short", "heard"}
