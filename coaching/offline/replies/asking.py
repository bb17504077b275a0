"""Requests: words to say, what to pay first, a simpler sentence, a number, a money word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.replies import terms
from coaching.offline.replies.answer import Answer, say
from coaching.offline.replies.texts import wording
from coaching.offline.replies.turn import fold
from coaching.text.words import sentences, words

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

MOST_WORDS = 35
LOOK_BACK = 3  # messages that may say what the words are for
RATES = 0  # places of the lines in the file
RIGHTS = 1
WORKS = 2
_RIGHTS = re.compile(
    r"\b(?:can (?:they|he|she|the|my|a|i)|could (?:they|the|my)|may (?:they|i)|do i (?:have|"
    r"need) to|must i|am i|"
    r"are they|will they|allowed|legal\w*|have to|me pueden?|pueden?|puedo|tengo (?:que|q)|debo|"
    r"hay que|"
    r"se puede|obligad[oa]|legal)\b"
)
_WORKS = re.compile(
    r"\b(?:how (?:do|does|is|are)|what(?:.?s| is| are)|difference|why|como|que es|que son|"
    r"diferencia)\b"
)
_SAYS_NO = re.compile(
    r"\b(?:(?:say|said|saying|tell|told|digo|decir\w*|dije) (?:(?:him|her|them|que) )?no|lend|"
    r"borrow|asks? (?:me )?for|pide|pida|piden|wants? (?:my )?money|loan (?:him|her|them)|"
    r"prest\w+)\b"
)
_COMPANY = re.compile(
    r"\b(?:bank|lenders?|company|landlord|creditors?|collectors?|bailiffs?|provider|council|"
    r"banco|financiera|"
    r"casero|empresa|cobra\w*|arrendador\w*|due(?:n|ñ)[oa])\b"
)
_BOSS = re.compile(r"\b(?:boss|manager|raise|pay rise|salary|jef[ea]|aumento|sueldo)\b")
_WORDS = ((_COMPANY, "words_company"), (_BOSS, "words_boss"), (_SAYS_NO, "words_no"))


def words_for(turn: Turn) -> Answer:
    """Return a sentence to say, and the exercise that prepares the rest."""
    recent = (turn.folded, *map(fold, reversed(turn.said[-LOOK_BACK:])))
    found = (name for text in recent for known, name in _WORDS if known.search(text))
    name = next(found, "words_talk")
    fits = {one.id: one for one in turn.ctx.practices.open}
    chosen = [fits[one] for one in wording(name).practices if one in fits]
    return say(name, turn, practices=chosen[:1])


def simpler(turn: Turn) -> Answer:
    """Say the first sentence of the last reply again, alone."""
    parts = sentences(turn.replies[-1].text) if turn.replies else []
    if len(parts) < 2:  # noqa: PLR2004 - one sentence can't be shortened
        return say("simpler_other", turn)
    return say("simpler", turn, first=parts[0])


def number(turn: Turn) -> Answer:
    """Answer a bare number by what was asked before it."""
    found = re.search(r"\d[\d.,]*", turn.folded)
    asked = bool(turn.replies) and "?" in turn.replies[-1].text
    said = found.group().rstrip(".,") if found else turn.text
    return say("number" if asked else "number_alone", turn, number=said)


def facts(turn: Turn) -> Answer:
    """Say what a money word means, and where to ask about a case of one's own if there is room."""
    row = terms.meaning(turn.folded)
    if row is None:
        return unknown(turn)
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
