"""Texts without what could point at somebody: names, numbers, addresses.

Rules find names by capitals, first names and words for somebody close. What rules leave over is
for whoever reads the result. The same name or number gets the same stand-in in all texts of one
`Pseudonyms`; numbers keep how many digits they have, so that amounts stay as large.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

from coaching.domains.quality.names import capitals, first_names, relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STAND_INS = (
    "Robin",
    "Kim",
    "Sam",
    "Alex",
    "Charlie",
    "Andrea",
    "Noor",
    "Jess",
    "Toni",
    "Mika",
    "Rene",
    "Lou",
)
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|[\w.+-]+@[\w-]+\.[\w.-]+", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_NAMED = re.compile(
    r"\b(?:called|named|name is|name's|name’s|llamad[oa]|se llama|me llamo|i'm|i’m|soy)\s+(\w+)",
    re.IGNORECASE,
)
_SAID = (
    "two three four five six seven eight nine",
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "dos tres cuatro cinco seis siete ocho nueve",
    "once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve",
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
)
"""Number words that take each other's place; “one”, “hundred” and “mil” say no number alone."""
_LIKE = {word: row.split() for row in _SAID for word in row.split()}
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_LIKE)})\b", re.IGNORECASE)


class Pseudonyms:
    """Stand-ins for the names and numbers of one person's texts; `own` is what they are called."""

    def __init__(self, own: str = "", *, chance: random.Random | None = None) -> None:
        self._chance = chance or random.SystemRandom()
        self._names: dict[str, str] = {}
        self._numbers: dict[str, str] = {}
        for name in own.split():
            self._names.setdefault(name.casefold(), self._next_name())

    def replace_in(self, texts: Iterable[str]) -> Sequence[str]:
        """Return the texts with stand-ins; all of them are read for names first."""
        found = [_ADDRESS.sub("example.org", text) for text in texts]
        for text in found:
            self._learn(text)
        return [self._replaced(text) for text in found]

    def _learn(self, text: str) -> None:
        """Note the names of a text, wherever one of them is written with a small letter later."""
        close = "|".join(sorted({word for words in relations().values() for word in words}))
        beside = re.compile(rf"\b(?:{close})\s+(\w+)", re.IGNORECASE)
        named = [word.low for word in capitals(text) if not word.is_day and not word.begins]
        named += [word.low for word in capitals(text) if word.low in first_names()]
        for pattern in (beside, _NAMED):
            named += [
                low for low in map(str.casefold, pattern.findall(text)) if low in first_names()
            ]
        for low in named:
            if low not in self._names:
                self._names[low] = self._next_name()

    def _replaced(self, text: str) -> str:
        if self._names:
            listed = "|".join(map(re.escape, sorted(self._names, key=len, reverse=True)))
            pattern = re.compile(rf"(?<!\w)(?:{listed})(?!\w)", re.IGNORECASE)
            text = pattern.sub(lambda found: self._names[found.group().casefold()], text)
        text = _NUMBER_WORD.sub(lambda found: self._number_word(found.group()), text)
        return _DIGITS.sub(lambda found: self._number(found.group()), text)

    def _next_name(self) -> str:
        taken = Counter(self._names.values())
        place = len(taken) % len(STAND_INS)
        round_ = len(taken) // len(STAND_INS)
        return f"{STAND_INS[place]}{round_ + 1 if round_ else ''}"

    def _number_word(self, word: str) -> str:
        low = word.casefold()
        if low not in self._numbers:
            others = [other for other in _LIKE[low] if other != low]
            self._numbers[low] = self._chance.choice(others)
        said = self._numbers[low]
        return said.capitalize() if word[:1].isupper() else said

    def _number(self, digits: str) -> str:
        if digits not in self._numbers:
            self._numbers[digits] = self._other_digits(digits)
        return self._numbers[digits]

    def _other_digits(self, digits: str) -> str:
        """Return another number of as many digits; round ones stay round."""
        body = digits.rstrip("0") or digits
        zeros = digits[len(body) :]
        while True:
            first = self._chance.choice("123456789") if body[0] != "0" else "0"
            rest = "".join(self._chance.choice("123456789") for _ in body[1:])
            if first + rest != body or not body.strip("0"):
                return first + rest + zeros
