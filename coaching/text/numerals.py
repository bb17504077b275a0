"""Numbers as words, in English and Spanish: “twelve”, “two hundred and fifty”, “mil doscientos”."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORDS = (
    ("one", "un", "una"), ("two", "dos", "couple"), ("three", "tres"), ("four", "cuatro"),
    ("five", "cinco"), ("six", "seis"), ("seven", "siete"), ("eight", "ocho"), ("nine", "nueve"),
    ("ten", "diez"), ("eleven", "once"), ("twelve", "doce"),
)  # fmt: skip
NUMERALS = {word: number for number, group in enumerate(_WORDS, 1) for word in group}
"""The numbers from 1 to 12 by their words."""
HUNDRED, THOUSAND = 100, 1000
_TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_DIECIS = (
    "trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós"
    " veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_DIECES = "treinta cuarenta cincuenta sesenta setenta ochenta noventa"
_CIENTOS = (
    "doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos"
    " novecientos"
)
_SMALL = {
    **NUMERALS,
    **{word: at for line in (_TEENS, _DIECIS) for at, word in enumerate(line.split(), 13)},
    **{word: 10 * at for at, word in enumerate(_TENS.split(), 2)},
    **{word: 10 * at for at, word in enumerate(_DIECES.split(), 3)},
    **{word: HUNDRED * at for at, word in enumerate(_CIENTOS.split(), 2)},
    **{word[:-2] + "as": HUNDRED * at for at, word in enumerate(_CIENTOS.split(), 2)},
    "cien": HUNDRED,
    "ciento": HUNDRED,
}
_BIG = {"hundred": HUNDRED, "thousand": THOUSAND, "grand": THOUSAND, "mil": THOUSAND}
_AND = {"and", "y"}


def written_out(text: str) -> set[int]:
    """Return the numbers from a hundred on that a text writes in words, English or Spanish."""
    return {number for run in _runs(text) if (number := _value(run)) >= HUNDRED}


def _runs(text: str) -> Iterator[list[str]]:
    """Yield words of numbers that follow each other; after an “and” only a small one goes on."""
    run: list[str] = []
    is_joined = False
    for word in [*words(text.replace("-", " ")), ""]:
        is_number = word in _SMALL or word in _BIG
        if run and (not is_number or (is_joined and _SMALL.get(word, HUNDRED) >= HUNDRED)):
            if word in _AND and not is_joined:
                is_joined = True
                continue
            yield run
            run = []
        is_joined = False
        if is_number:
            run.append(word)


def _value(run: list[str]) -> int:
    """Return the number of a run; a thousand alone may belong to figures, as in “3 grand”."""
    if not any(word in _SMALL or word == "hundred" for word in run):
        return 0
    total = below = 0
    for word in run:
        if word == "hundred":
            below = max(below, 1) * HUNDRED
        elif word in _BIG:
            total, below = total + max(below, 1) * THOUSAND, 0
        else:
            below += _SMALL[word]
    return total + below
