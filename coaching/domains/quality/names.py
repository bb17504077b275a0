"""People in a text: names with a capital letter, first names, and words for somebody close."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from coaching.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

_CAPITAL = re.compile(r"(?<![\w'’])[A-ZÁÉÍÓÚÑ][\w'’-]*")
_STARTS = re.compile(r"(?:^|[.!?:;…–—\n*(“”«\"‘¿¡]|[.!?…][”»\"’)]*)\s*[*_“«\"(‘¿¡]*$")
_DAY = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august"
    r"|september|october|november|december"
)
_POSSESSIVE = re.compile(r"['’]s?$")


@dataclass(frozen=True, slots=True)
class Capital:
    """A word with a capital letter: as written without its ’s, and in small letters.

    `begins` if it starts a sentence, where every word has a capital.
    """

    name: str
    low: str
    start: int
    begins: bool

    @property
    def is_day(self) -> bool:
        """Return True for a day of the week or a month."""
        return _DAY.fullmatch(self.low) is not None


def capitals(text: str) -> Iterator[Capital]:
    """Yield the words with a capital letter that may name somebody or a day, in order."""
    for match in _CAPITAL.finditer(text):
        name = _POSSESSIVE.sub("", match.group())
        low = name.casefold().replace("’", "'")
        if low not in nobody() and not name.isupper():
            begins = _STARTS.search(text[: match.start()]) is not None
            yield Capital(name, low, match.start(), begins)


@cache
def relations() -> dict[str, frozenset[str]]:
    """Return the words for somebody close, by who is meant."""
    return {who: frozenset(listed) for who, listed in _file()["relations"].items()}


@cache
def first_names() -> frozenset[str]:
    """Return first names that are no words, in small letters."""
    return frozenset(word for names in _file()["names"].values() for word in names.split())


@cache
def nobody() -> frozenset[str]:
    """Return words with a capital letter that name nobody, in small letters."""
    listed = words(_file()["capitals"]["nobody"])
    return frozenset(word.casefold().replace("’", "'") for word in listed) | {"i"}


@cache
def _file() -> dict[str, dict[str, Any]]:
    source = resources.files("coaching.domains.quality").joinpath("people.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))
