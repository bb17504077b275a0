"""Requests: what can help, words to say, a simpler sentence, a number, a money word."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from coaching.money import terms
from coaching.offline.replies import forms
from coaching.offline.replies.answer import Answer, say
from coaching.offline.replies.intents import asks_for_help
from coaching.offline.replies.texts import office_on, pattern, tips_on, variant, wording
from coaching.offline.replies.turn import fold
from coaching.text.words import sentences, typed_out, words

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

MOST_WORDS, OPEN = 35, 3  # words of a fact, and replies in which a subject is still open
DROPPED = "correction"  # after it, what was said before it is no subject: the coach got it wrong
_TAG = pattern("asking_tag")  # a question mark that asks nothing
SHORT_CORRECTION = 7  # words; a longer one says what was meant
SHORT, LOOK_BACK = 2, 8  # messages that may say what the words are for
_ASKS, _SUM, _RIGHTS, _WORKS, _SAYS_NO, _OTHER, _TALK, _OWED, _SAYS = (
    pattern(f"asking_{one}")
    for one in ("asks", "sum", "rights", "works", "says_no", "other", "talk", "owed", "says")
)
_COMPANY, _PHONE, _LATER, _TELL, _WITH, _TO = (
    pattern(f"asking_{one}") for one in ("company", "phone", "later", "tell", "with", "to")
)
_CALLED = re.compile(r"(?!\w+day\b|Jan|Feb|March|April|\w+ember|Christmas)[A-ZÁÉÍÓÚ][a-záéíóúñ]+")
_AROUND = {"en": (" to ", " for "), "es": ("le a ", " para ")}
_DIGIT = re.compile(r"\d")
_QUOTED = re.compile(r"""(?<!\w)['"“«].*?[?]['"”»]""")
BARE = 6  # words of a question that is about what stands before it
_ASIDE = re.compile(r"\b(?:whether|from \w+ing|written)\b")
_FACT = re.compile(r"\b(?:tax\w*|expense|deduct\w*|legal\w*|allowed|iva|hacienda)\b.*\?")
MOST_TO_SAY = 15  # words; a longer message says more than whom the words are for
_BOSS = re.compile(r"\b(?:boss|manager|(?<!i )raise|pay rise|jef[ea]|aumento)\b")
_INVITED = re.compile(r"\b(?:wedding|invit\w+|party|(?:hen|stag) do|trip|boda|fiesta|viaje)\b")
_WORDS = (
    (_OWED, "words_owed"),
    (_INVITED, "words_decline"),
    (_COMPANY, "words_company"),
    (_SAYS_NO, "words_no"),
)
_NOW = ((_LATER, "words_later"), (_BOSS, "words_boss"))
"""What only the question itself may ask for."""


def tip(turn: Turn) -> Answer | None:
    """Say what can help with the newest subject; None where no tip fits or both were given."""
    asking = [one for one in sentences(turn.folded) if asks_for_help(one, turn.language)]
    asked = asking[-1] if asking else turn.folded
    if _ASIDE.search(asked):
        return unanswered(turn)
    is_bare = len(words(asked)) <= BARE and " on " not in asked
    replies = [*takewhile(lambda mode: mode != DROPPED, turn.modes(OPEN)[::-1])]
    earlier = turn.said[::-1][: len(replies)] if is_bare and turn.count <= MOST_TO_SAY else ()
    texts = (turn.folded, *map(fold, earlier)) if is_bare else (asked,)
    name = next((name for text in texts for name in tips_on(text)), "")
    if not name or "help_more" in turn.modes():
        return None
    return say("help_more" if name in turn.modes() else name, turn)


def words_for(turn: Turn) -> Answer:
    """Return a sentence to say, and the exercise that prepares the rest."""
    is_told = _TELL.search(turn.folded) or _WITH.search(turn.folded)
    is_told = is_told or forms.named(replace(turn, said=())).who
    recent = (turn.folded, *(() if is_told else map(fold, reversed(turn.said[-LOOK_BACK:]))))
    rows = [(turn.folded, row) for row in _NOW] + [(text, row) for text in recent for row in _WORDS]
    is_bare = turn.count <= BARE
    rows = [one for one in rows if is_bare or one[1][0] is not _COMPANY or one[0] is turn.folded]
    found = (name for text, (known, name) in rows if known.search(text))
    who = _whom(turn)
    usual = "words_tell" if _TELL.search(turn.folded) else "words_talk"
    is_call = not who and _PHONE.search(turn.folded)
    name = "words_company" if is_call else next(found, usual)
    is_due = (who and turn.count <= MOST_TO_SAY) or _TALK.search(turn.folded)
    is_vague = name == "words_talk" and not is_due
    is_other = (is_vague or name == "words_company") and _OTHER.search(turn.folded)
    if is_other or (is_vague and not _SAYS.search(turn.folded)):
        return tip(turn) or unanswered(turn)
    name = "words_any" if is_vague else name
    if name in turn.modes():
        return say("words_said", turn)
    fits = {one.id: one for one in turn.ctx.practices.open}
    chosen = [fits[one] for one in wording(name).practices if one in fits]
    to, for_ = (f"{word}{who}" if who else "" for word in _AROUND[turn.language])
    return say(name, turn, practices=chosen[:1], to_who=to, for_who=for_)


def _whom(turn: Turn) -> str:
    """Return the person whom the words are for, by name or as `your sister`."""
    text = turn.text.lstrip("¿¡ ")
    found = _TO.finditer(turn.folded) if len(turn.folded) == len(text) else ()
    named = (_CALLED.match(text[one.end() :]) for one in found)
    return next((one[0] for one in named if one), "") or forms.named(turn).who


def unanswered(turn: Turn) -> Answer:
    """Say that it has no answer to a question, by what kind of question it is."""
    parts = sentences(turn.folded)
    marked = [one for one in parts if "?" in _TAG.sub("", one)]
    asked = marked[-1] if marked else next(filter(_ASKS.search, parts), turn.folded)
    name = variant("question", asked)
    about = asked if len(words(asked)) > BARE else turn.folded
    office = office_on(about, turn.language)
    name = "question_office" if name in {"question", "question_opinion"} and office else name
    name = "question" if name in turn.modes() else name
    nth = sum(mode.startswith("question") for mode in turn.modes())
    return say(name, turn, nth=nth, office=office)


def simpler(turn: Turn) -> Answer:
    """Say the first sentence of the last reply again, alone."""
    parts = sentences(turn.replies[-1].text) if turn.replies else []
    if len(parts) < 2:  # noqa: PLR2004 - one sentence can't be shortened
        return say("manner_plain", turn)
    return say("simpler", turn, first=parts[0])


def correction(turn: Turn) -> Answer:
    """Take a correction that says what was meant; ask for it where it doesn't."""
    return say("corrected" if turn.count > SHORT_CORRECTION else "correction", turn)


def asks(turn: Turn) -> bool:
    """Return True if a message asks something."""
    text = _QUOTED.sub("", turn.folded)
    if "?" in _TAG.sub("", text) or ("?" in text and _FACT.search(sentences(text)[-1])):
        return True
    return turn.count > SHORT and _ASKS.search(turn.folded) is not None


def sum_asked(turn: Turn) -> Answer | None:
    """Say that it can't work out a figure, where a message with figures asks for one."""
    if not _SUM.search(turn.folded) or not _DIGIT.search(turn.text):
        return None
    return say("sum", turn, nth=turn.modes().count("sum"))


def facts(turn: Turn) -> Answer:
    """Say what a money word means, and where to ask about a case of one's own if there is room."""
    row = terms.meaning(fold(typed_out(turn.text)))
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
    is_right = _RIGHTS.search(turn.folded) is not None
    if not is_right and _WORKS.search(turn.folded):
        return say("question_term", turn)
    return say("facts_unknown", turn, nth=int(is_right))
