"""Choose the guesses that “What Toney thinks” shows openly before the person has answered them.

A guess is what Toney adds by itself, so it has to be one that they nearly said: marked as a guess,
plain, and with no feeling, cause, person or number that isn't theirs. Any other is folded, and can
be answered there. Counted on `tests/coaching/memory/open_notes.toml`.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from coaching.memory.grounding import is_grounded
from coaching.memory.references import stands_alone
from coaching.memory.repeated import HALF, KIN, plain_of
from coaching.text.content import content_words, language_of, weight
from coaching.text.lexicon import lexicon
from coaching.text.similarity import containment
from coaching.text.stems import stem
from coaching.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coaching.memory.evidence import Quote

MOST_GUESSED = 25
"""Words; a longer guess joins more than can be checked at a glance."""
NEAR = 2
"""Messages of theirs in a row: what they say in these, they say of one matter."""
_CRYPTIC = re.compile(r"[“”«»\"]|[:;]\s")
"""Quoted words lack what they were said about; a colon stands for a link that isn't told."""
_HEDGE = re.compile(
    r"\b(?:may ?be|perhaps|may|might|could be|probably|possibly|seems?|quizás?|tal vez|puede que"
    r"|a lo mejor|podría[sn]?|posiblemente|probablemente|parece)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r",? (?:because|since|as if|so that|so as to|in order to|than|porque|ya que|para que|para"
    r"|to(?= (?:prove|show|feel|make|keep|be|avoid|get|stop|have|punish|reward|hide|escape)\b)"
    r"|por(?! (?:ciento|la|las|los|el)\b))\s",
    re.IGNORECASE,
)
"""What stands between something and its cause, its purpose or what it is compared with."""
_INNER = re.compile(
    r"\b(?:safe|safer|safety|unsafe|in control|control|power\w*|trust\w*|love[ds]?|worth|worthless"
    r"|deserv\w+|weak\w*|fail(?:ure|ing)?|belong\w*|selfish|greedy|burden|judged?|reject\w+"
    r"|abandon\w+|important|good enough|needed|alone|leaves? you|seguridad|segur[oa]|control"
    r"|poder|querid[oa]|amor|merec\w+|débil|fracas\w+|carga|egoísta|juzg\w+|rechaz\w+|importante"
    r"|suficiente|asust\w+|solas?|avergüenz\w+|avergonz\w+)\b",
    re.IGNORECASE,
)
"""What people are said to feel or to seek without a word for a feeling."""
_VERBS = dict.fromkeys(
    ["worry", "fear", "temo", "teme", "temes", "temer", "temor", "temías"], "fear"
)


def may_be_open(guess: str, said: Sequence[Quote], remembered: Sequence[str] = ()) -> bool:
    """Return True if a guess is plain and says what they half said, in a few messages in a row.

    `said` are their sentences, `remembered` what is known of them: names and numbers may be from
    either.
    """
    return is_plain_guess(guess) and is_half_said(guess, said, remembered)


def is_plain_guess(text: str) -> bool:
    """Return True if a stranger understands a guess and sees that it is one: short, no quote."""
    is_short = len(text.split()) <= MOST_GUESSED
    is_marked = _HEDGE.search(text) is not None
    return is_short and is_marked and not _CRYPTIC.search(text) and stands_alone(text)


def is_half_said(guess: str, said: Sequence[Quote], remembered: Sequence[str] = ()) -> bool:
    """Return True if each part of a guess is in a few messages, and its feelings are theirs."""
    ordered = sorted(said, key=lambda quote: quote.at)
    told = [" ".join(q.words for q in each) for _, each in groupby(ordered, lambda q: q.at)]
    if not told or not is_grounded(guess, "", [*told, *remembered], ordered[-1].at.date()):
        return False
    bare = _HEDGE.sub(" ", guess)
    whole = plain_of(" ".join([*told, *remembered]))
    language = language_of(words(guess.casefold()))
    is_theirs = _inner(bare, language) <= _inner(" ".join(told), language)
    if not is_theirs or not set(KIN.findall(plain_of(bare))) <= set(KIN.findall(whole)):
        return False
    split = (content_words(part, language) for part in _REASON.split(bare))
    parts = [part for part in split if part]
    near = (" ".join(told[at : at + NEAR]) for at in range(max(1, len(told) - NEAR + 1)))
    return bool(parts) and any(_tells(content_words(each, language), parts) for each in near)


def _tells(there: frozenset[str], parts: Iterable[frozenset[str]]) -> bool:
    return all(containment(part, there, weigh=weight) > HALF for part in parts)


def _inner(text: str, language: str) -> set[str]:
    """Return the feelings of a text, by their families, and what else goes on in somebody."""
    low = text.casefold()
    stems = (stem(word, language) for word in words(low))
    families = {_families(language)[word] for word in stems if word in _families(language)}
    named = " ".join(found.group() for found in _INNER.finditer(low))
    return families | content_words(named, language)


@cache
def _families(language: str) -> dict[str, str]:
    """Return the family of each feeling, by the stem of its word."""
    named = {word: feeling.family for word, feeling in lexicon(language).feelings.items()}
    return {stem(word, language): family for word, family in (named | _VERBS).items()}
