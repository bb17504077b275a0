"""What of a message is given back: one clause that stands, or a phrase inside a sentence of ours.

A whole message said back reads like a form being filled in, and a torn piece of it like a machine.
So it is a clause of theirs with its own subject and verb, or `two blankets at four in the morning`,
which never stands alone; and when there is neither, nothing.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from coaching.offline.echoes import inside, is_speakable, worth
from coaching.offline.pronouns import turned
from coaching.offline.quotes import kept_whole, pieces
from coaching.offline.text import clauses, plain, sentences, tidy, upper_first, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from coaching.offline.lexicon import Lexicon

SHORTEST, LONGEST, WEIGHTY, LATE = 3, 9, 2, 0.4
_LEANS = re.compile(
    r"^(?:when|as|if|because|so|for|before|after|until|since|which|who|sorry|thank|please|question|"
    r"to|than|like|even|cuando|porque|para|que|si|gracias|perdón|como|aunque|sin|hasta|mientras|desde|ni|y|pero|donde)\b"
)
_BEFORE_I = frozenset(
    {
        "what",
        "how",
        "where",
        "why",
        "if",
        "says",
        "think",
        "hope",
        "know",
        "before",
        "after",
        "until",
    }
)
_WHEN_LAST = re.compile(
    r",? (?:last (?:night|week|month|year|\w+day)|yesterday|today|tonight|this \w+|on \w+day"
    r"|already|again|anyway)$",
    re.IGNORECASE,
)
_NO_NOUN_FIRST = re.compile(r"^(?:for|to|about|like|with|of|in|on|at|from|by|that|no|not)\b")
_TORN = re.compile(
    r"\bout to\b| (?:and|but|so|y) (?!the |an? |my |his |her |our |their |some |\w+s\b|nothing|no )"
    r"|\b(?:in|on|at|by|up|out|off|away|down|back|over|it|that|to|for|like|as|than|with|of|when|about)$"
)


def clause(message: str, lexicon: Lexicon) -> str:
    """Return the clause that holds most, from our side, at the start of a sentence."""
    return "" if kept_whole(message, lexicon) else _best(message, lexicon, _whole)


def phrase(message: str, lexicon: Lexicon) -> str:
    """Return what they saw, bought or had, as it stands inside a sentence."""
    found = _best(message, lexicon, _object)
    return inside(upper_first(found), message, lexicon)


def _best(message: str, lexicon: Lexicon, take: Callable[[str, Lexicon], str]) -> str:
    best, most = "", 0.0
    for place, part in enumerate(_parts(message, lexicon)):
        text = take(part, lexicon)
        weight = worth(text, lexicon) + LATE * place
        if text and weight > most:
            best, most = text, weight
    return best


def _parts(message: str, lexicon: Lexicon) -> Iterator[str]:
    for sentence in sentences(tidy(message)):
        if "?" in sentence or lexicon.noise.search(plain(sentence).strip(" .!…")):
            continue
        for part in dict.fromkeys((*clauses(sentence), *pieces(sentence))):
            text = lexicon.trail.sub("", lexicon.lead.sub("", part))
            yield lexicon.droppable.sub("", text).strip(" ,.;:-!'")


def _whole(text: str, lexicon: Lexicon) -> str:
    """Return a clause with its own subject and verb; a missing `I` is put there."""
    low = plain(text)
    if not SHORTEST <= len(words(low)) <= LONGEST or _LEANS.search(low) or _TORN.search(low):
        return ""
    if _runs_on(low, lexicon) or not is_speakable(text, low, lexicon):
        return ""
    if lexicon.has("subjectless", low) and low.split()[0] not in lexicon.feelings:
        text = f"I {text[:1].lower()}{text[1:]}"
    elif not lexicon.has("stands", low):
        return ""
    return upper_first(turned(text, lexicon) or "")


def _object(text: str, lexicon: Lexicon) -> str:
    match = lexicon.cues["object_of"].search(text)
    found = _WHEN_LAST.sub("", text[match.end() :].strip()) if match else ""
    low = plain(found)
    weight = len(set(words(low)) - lexicon.stop)
    if not found or weight < WEIGHTY or len(words(low)) > LONGEST or _TORN.search(low):
        return ""
    if _NO_NOUN_FIRST.search(low) or _runs_on(low, lexicon):
        return ""
    return (turned(found, lexicon) or "") if is_speakable(found, low, lexicon) else ""


def _runs_on(low: str, lexicon: Lexicon) -> bool:
    """Whether a second thought begins without a stop: `its like 900 i quit lookin`."""
    may_stand_before = lexicon.joiners | _BEFORE_I
    return any(
        word == "i" and before not in may_stand_before for before, word in pairwise(words(low))
    )
