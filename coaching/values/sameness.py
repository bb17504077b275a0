"""Whether one sentence says again what another one said, also in other words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SAME, FEWEST, ROOT = 0.6, 3, 3
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ENDINGS = ("ingly", "edly", "ing", "ness", "ed", "ly", "es", "s", "e", "y")
_STOP_WORDS = """
    a about after again all also am an and any are as at away be became because become becomes been
    before being but by can could did do does doing done even every feel feeling feels felt first
    for from get gets go goes guess had has have he her here hers him his how i if in instead into
    is it its just keep keeps less like made make makes many may me mean means might money more
    most much my near need never no nobody nor not nothing now of off on once one ones only or
    other our out over own perhaps probably quite rather same say saying says see she so some
    something still than that the their them then there these they thing things this those time to
    too up us very was way we were what when where which while who whose why will with without
    would yes yet you your yours

    al algo ante como con cual cuando de del desde donde el ella ellos en entre era es esa ese eso
    esta este esto fue ha hay la las le les lo los me mi mientras mis mucho muy más nada ni no nos
    o para pero poco por porque puede que quien quizá quizás se sea ser si sin sobre son su sus
    también tan te tener tiene todo tu tus un una uno unos y ya yo dinero
"""
_STOP = frozenset(_STOP_WORDS.split())


def says_again(one: str, other: str) -> bool:
    """Return True if most of what the shorter text is about is in the other one."""
    a, b = roots(one), roots(other)
    shared = len(a & b)
    return shared >= min(FEWEST, max(len(a), len(b))) > 0 and shared >= SAME * min(len(a), len(b))


def said_before(text: str, others: Iterable[str]) -> str:
    """Return the first of the other texts that this one says again; none is empty."""
    return next((other for other in others if says_again(text, other)), "")


def roots(text: str) -> frozenset[str]:
    """Return the roots of the words that carry meaning."""
    words = (word.replace("’", "'").lower() for word in _WORD.findall(text))
    return frozenset(_root(word) for word in words if word.partition("'")[0] not in _STOP)


def _root(word: str) -> str:
    word = word.partition("'")[0]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= ROOT:
            return word[: -len(ending)]
    return word
