"""Replies about a subject: name it, say what can help, offer the exercise for it, never twice."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from coaching.offline.replies import asking, choosing, listening, saving, subjects
from coaching.offline.replies.answer import say
from coaching.offline.replies.intents import asks_for_help
from coaching.offline.replies.patterns import compiled
from coaching.offline.replies.texts import table, wording
from coaching.offline.replies.turn import GRIEF
from coaching.templates import slots

if TYPE_CHECKING:
    import re

    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn

ASKS = frozenset({"help", "decide", "opinion", "your_place", "words_for", "normal", "why"})
"""Questions about what to do, that a tip about the subject answers."""
KINDS_OF = 2  # wordings of a kind
ASIDE = 3  # words of a question that is about what was said: how so?
BARE = frozenset({"idk", "ack"})
FULL = 7  # words that say more than a nod
SHORT, LONG = 14, 25  # words that go on about what was before; that tell of several things
SEVERAL = 3  # subjects
MORE = 3  # times that more of the same is asked about
FEW = 6  # words around a number that is an answer
GOES_ON = frozenset({"story", "told_short", "unclear", "number", "not_that", "change"})
"""Messages that go on about what was spoken of, where they name nothing else."""
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
    if turn.was(GRIEF, within=1) and turn.mourns:
        return None
    asks = intent in ASKS or (intent in GOES_ON and asks_for_help(turn.text, turn.language))
    own = subjects.told(turn, intent)
    if not own and intent in subjects.PLAIN | {"worry"} and (found := kind(turn, strong=True)):
        return found
    asks = asks or (bool(own) and asking.asks(turn))
    goes_on = _goes_on(turn, intent)
    open_ = subjects.current(turn, asks=asks) if asks or goes_on else ""
    is_general = own and "by" in subjects.subjects()[own] and open_ in subjects.subjects()
    own = "" if is_general and "by" not in subjects.subjects()[open_] else own
    name = own or open_
    if not name or (intent == "words_for" and "“" not in wording(name).tip("en")):
        return None
    if listening.is_listening(turn) and not asks:
        return listening.go_on(turn, name)
    if asks and turn.count >= LONG and len([*subjects.of(turn.text)]) >= SEVERAL:
        return say("several", turn)
    if (asks or asking.asks(turn)) and (wording(name).tips or name in turn.modes()):
        return _tip(turn, name) or _said(turn, name, intent)
    if own and own not in turn.modes():
        return saving.with_win(own, turn) if own in subjects.WINS else say(own, turn)
    return _more(turn, name, is_named=bool(own))


def _goes_on(turn: Turn, intent: str) -> bool:
    """Return True if a message goes on about what is open; a question of its own doesn't."""
    if asking.asks(turn) and turn.count > ASIDE:
        return False
    after = intent in BARE and turn.last_mode in subjects.subjects()
    return after or (intent in GOES_ON and turn.count <= SHORT)


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
        return asking.words_for(turn) if asking.says_no(turn) else say("words_said", turn)
    fits = choosing.of(turn, wording(name).practices, most=1)
    known = bool(wording(name).tips) and "help_more" not in turn.modes()
    return say("help_more", turn, practices=fits) if known else None


def _more(turn: Turn, name: str, *, is_named: bool) -> Answer | None:
    """Go on about a subject: what can help, then its exercise, then what would be good."""
    is_nod = is_named or turn.count <= FULL or bool(asking.amount(turn))
    if is_nod and (found := _tip(turn, name)):
        before = "" if is_named else _taken_in(turn)
        return replace(found, text=f"{before} {found.text}".strip())
    if turn.count <= FEW and (number := asking.amount(turn)):
        return say("number_again", turn, number=number)
    mode = "again" if subjects.is_again(turn) else "more_of_it"
    before = turn.modes().count(mode)
    if before >= MORE:
        return None
    return say(mode, turn, practices=choosing.of(turn, wording(name).practices, most=1), nth=before)


def _taken_in(turn: Turn) -> str:
    """Return a few words for what was just said: its number, or that it was understood."""
    number = asking.amount(turn) if turn.count <= FEW else ""
    return say("taken_in_number" if number else "taken_in", turn, number=number).text


def kind(turn: Turn, *, strong: bool = False) -> Answer | None:
    """Return a line for what somebody tells that is no subject; only a clear one if `strong`."""
    for name, words, is_strong in _kinds():
        match = words.search(turn.folded) if is_strong or not strong else None
        for nth in range(KINDS_OF) if match else ():
            who, number = _who(match), asking.amount(turn, last=True)
            needs = slots(wording(name).said(turn.language, nth))
            lacks = needs - {"who" if who else "", "number" if number else ""}
            said = say(name, turn, nth=nth, who=who, number=number)
            if not lacks and not turn.has_said(said.text):
                return replace(said, mode="story")
    return None


@cache
def _kinds() -> list[tuple[str, re.Pattern[str], bool]]:
    rows = ((name, row) for name, row in table().items() if "kind" in row)
    return [(name, compiled(row["kind"]), "strong" in row) for name, row in rows]


def _who(found: re.Match[str] | None) -> str:
    """Return whom it is about, seen from the coach: `my son` is `your son`."""
    first, *rest = ((found and found.groupdict().get("who")) or "").split()[:2] or [""]
    return " ".join((_WHO.get(first, first), *rest))
