"""Numbers in a text, however they are written: “4k”, “1,200”, “twelve”, “doce”."""

from __future__ import annotations

import re
from itertools import pairwise

from coaching.text.words import letters

_DIGITS = re.compile(r"(?<![\w.,])(\d[\d.,]*)\s?(k\b|grand\b|mil\b|thousand\b)?", re.IGNORECASE)
_GROUPS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_SPANISH = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve"
)
_TENS = (
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
)
_WORDS: dict[str, float] = {
    **{word: at for words in (_ENGLISH, _SPANISH) for at, word in enumerate(words.split())},
    **{word: 10 * at for words in _TENS for at, word in enumerate(words.split(), 2)},
    "hundred": 100,
    "thousand": 1000,
    "cien": 100,
    "mil": 1000,
    "dozen": 12,
    "twice": 2,
}
THOUSAND = 1000


def numbers_in(text: str) -> frozenset[float]:
    """Return every number of a text; “thirty-two” gives 30, 2 and 32, “4k” gives 4 and 4000."""
    found = set[float]()
    for match in _DIGITS.finditer(text):
        number = _value(match[1])
        found |= {number, number * THOUSAND} if match[2] else {number}
    words = [word for word in letters(text.casefold()) if word != "y"]
    found |= {_WORDS[word] for word in words if word in _WORDS}
    for one, two in pairwise(words):
        if one in _WORDS and two in _WORDS:
            found |= {_WORDS[one] + _WORDS[two], _WORDS[one] * _WORDS[two]}
    return frozenset(found)


def digits_in(text: str) -> list[str]:
    """Return the numbers that are written in digits, as they are written."""
    return [match[1].rstrip(".,") for match in _DIGITS.finditer(text)]


def value_of(word: str) -> float | None:
    """Return the number that a word or a row of digits stands for."""
    if word[:1].isdigit():
        return _value(word)
    return _WORDS.get(word.casefold())


def _value(digits: str) -> float:
    digits = digits.rstrip(".,")
    if _GROUPS.fullmatch(digits):
        return float(digits.replace(",", "").replace(".", ""))
    head, _, tail = digits.replace(",", ".").partition(".")
    return float(f"{head}.{tail.replace('.', '') or 0}")
