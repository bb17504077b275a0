"""Words that shame, for everyone and per tension: one list for the prompt, the lines and a check.

Inside quotation marks a word is the person's own, said back; what they said themselves in the
message may come back as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from coaching.content.reading import BrokenContent, data_file, read, record
from coaching.values.enums import Tension

Words = Mapping[Literal["en", "es"], tuple[str, ...]]
IN_THE_PROMPT = 4
_QUOTED = re.compile(r"[“«\"][^”»\"]*[”»\"]")
_CURLY = str.maketrans({"’": "'", "‘": "'"})


@record
class _File:
    version: str
    notes: dict[str, str]
    leave_alone: dict[Literal["en", "es"], tuple[str, ...]]
    everyone: dict[Literal["en", "es"], tuple[str, ...]]
    tensions: dict[Tension, dict[Literal["en", "es"], tuple[str, ...]]]


def words_to_leave_alone(language: str = "en") -> tuple[str, ...]:
    """Return words that Toney avoids because they push people; they don't shame anyone."""
    return _in(_load().leave_alone, language)


def shame_words(tension: Tension | None, language: str = "en") -> tuple[str, ...]:
    """Return the words that shame somebody with this tension, its own first, then everybody's."""
    file = _load()
    own = _in(file.tensions[tension], language) if tension else ()
    return tuple(dict.fromkeys((*own, *_in(file.everyone, language))))


def every_shame_word(language: str = "en") -> tuple[str, ...]:
    """Return the words of all tensions: what nobody says of a person in their own voice."""
    found = (word for tension in Tension for word in shame_words(tension, language))
    return tuple(dict.fromkeys(found))


def heaviest(tension: Tension) -> tuple[str, ...]:
    """Return the few words that the prompt names for a tension, as they are written."""
    return tuple(word.rstrip("*") for word in shame_words(tension)[:IN_THE_PROMPT])


def shaming(
    text: str, tension: Tension | None, *, language: str = "en", said: str = ""
) -> tuple[str, ...]:
    """Return the shaming words of a text outside quotation marks; `said` is the person's message.

    Both languages are looked at: a person may write in either.
    """
    ours = _QUOTED.sub(" ", text.translate(_CURLY)).lower()
    theirs = said.translate(_CURLY).lower()
    bases = dict.fromkeys((language.split("-", 1)[0], "en"))
    wanted = dict.fromkeys(word for base in bases for word in shame_words(tension, base))
    found = (word for word in wanted if _pattern(word).search(ours))
    return tuple(word for word in found if not _pattern(word).search(theirs))


@cache
def _pattern(word: str) -> re.Pattern[str]:
    ending = r"\w*" if word.endswith("*") else ""
    return re.compile(rf"(?<!\w){re.escape(word.rstrip('*'))}{ending}(?!\w)")


def _in(words: Words, language: str) -> tuple[str, ...]:
    base = language.split("-", 1)[0]
    return words["es"] if base == "es" else words["en"]


@cache
def _load() -> _File:
    found = read(data_file("shame_words.json"), _File)
    if tuple(found.tensions) != tuple(Tension):
        raise BrokenContent("shame_words.json: tensions: needs each once, in order")
    return found
