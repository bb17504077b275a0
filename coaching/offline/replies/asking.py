"""Requests: what can help, words to say, a simpler sentence, a number, a money word."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from coaching.money import terms
from coaching.offline.replies.answer import Answer, say
from coaching.offline.replies.texts import pattern, tips_on, wording
from coaching.offline.replies.turn import fold
from coaching.text.words import sentences, words

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

MOST_WORDS = 35
OPEN = 5  # replies in which a subject is still open
DROPPED = "correction"
"""After it, what was said before it is no subject: the coach got it wrong."""
_ASKS = pattern("asking_asks")
_TAG = pattern("asking_tag")
"""A question mark that asks nothing."""
SHORT_CORRECTION = 7  # words; a longer one says what was meant
SHORT, LOOK_BACK = 2, 3  # messages that may say what the words are for
RATES, RIGHTS, WORKS = range(3)  # places of the lines in the file
_RIGHTS = pattern("asking_rights")
_WORKS = pattern("asking_works")
_SAYS_NO = pattern("asking_says_no")
_COMPANY = pattern("asking_company")
_SUM = pattern("asking_sum")
_DIGIT = re.compile(r"\d")
_BOSS = re.compile(r"\b(?:boss|manager|raise|pay rise|salary|jef[ea]|aumento|sueldo)\b")
_OWED = re.compile(r"\b(?:lent|owes? (?:me|us)|pay (?:me|us) back|me deben?)\b")
_INVITED = re.compile(
    r"\b(?:bride|wedding|invit\w+|party|hen do|stag do|shower|trip|boda|fiesta|cumple\w*|viaje)\b"
)
_WORDS = (
    (_OWED, "words_owed"),
    (_INVITED, "words_decline"),
    (_COMPANY, "words_company"),
    (_BOSS, "words_boss"),
    (_SAYS_NO, "words_no"),
)


def tip(turn: Turn) -> Answer | None:
    """Say what can help with the newest subject; None where no tip fits or both were given."""
    replies = [*takewhile(lambda mode: mode != DROPPED, turn.modes(OPEN)[::-1])]
    texts = (turn.folded, *map(fold, turn.said[::-1][: len(replies)]))
    name = next((name for text in texts for name in tips_on(text)), "")
    if not name or "help_more" in turn.modes():
        return None
    return say("help_more" if name in turn.modes() else name, turn)


def words_for(turn: Turn) -> Answer:
    """Return a sentence to say, and the exercise that prepares the rest."""
    recent = (turn.folded, *map(fold, reversed(turn.said[-LOOK_BACK:])))
    found = (name for text in recent for known, name in _WORDS if known.search(text))
    name = next(found, "words_talk")
    if turn.has_said(wording(name).said(turn.language)):
        return say("words_said", turn)
    fits = {one.id: one for one in turn.ctx.practices.open}
    chosen = [fits[one] for one in wording(name).practices if one in fits]
    return say(name, turn, practices=chosen[:1])


def simpler(turn: Turn) -> Answer:
    """Say the first sentence of the last reply again, alone."""
    parts = sentences(turn.replies[-1].text) if turn.replies else []
    if len(parts) < 2:  # noqa: PLR2004 - one sentence can't be shortened
        return say("simpler_other", turn)
    return say("simpler", turn, first=parts[0])


def correction(turn: Turn) -> Answer:
    """Take a correction that says what was meant; ask for it where it doesn't."""
    return say("corrected" if turn.count > SHORT_CORRECTION else "correction", turn)


def asks(turn: Turn) -> bool:
    """Return True if a message asks something."""
    if "?" in turn.text:
        return _TAG.search(turn.folded) is None
    return turn.count > SHORT and _ASKS.search(turn.folded) is not None


def sum_asked(turn: Turn) -> Answer | None:
    """Say that it can't work out a figure, where a message with figures asks for one."""
    if not _SUM.search(turn.folded) or not _DIGIT.search(turn.text):
        return None
    return say("sum", turn, nth=turn.modes().count("sum"))


def facts(turn: Turn) -> Answer:
    """Say what a money word means, and where to ask about a case of one's own if there is room."""
    row = terms.meaning(turn.folded)
    return unknown(turn) if row is None else _fact(turn, row)


def often_asked(turn: Turn) -> Answer | None:
    """Return the answer to a question that many people ask, such as which debt goes first."""
    row = terms.asked_whole(turn.folded) if asks(turn) else None
    return None if row is None else _fact(turn, row)


def _fact(turn: Turn, row: dict[str, str]) -> Answer:
    fact = row[turn.language]
    own = wording("facts_own").said(turn.language).replace("{fact}", fact)
    return say("facts_own" if len(words(own)) <= MOST_WORDS else "facts", turn, fact=fact)


def unknown(turn: Turn) -> Answer:
    """Say what it can't know, and where to look: rates, rights, or how something works."""
    nth = RATES
    if _RIGHTS.search(turn.folded):
        nth = RIGHTS
    elif _WORKS.search(turn.folded):
        nth = WORKS
    return say("facts_unknown", turn, nth=nth)
