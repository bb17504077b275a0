"""Stems by the Snowball algorithms for English and Spanish, with the verbs that no ending tells."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Protocol, cast

import snowballstemmer

REMEMBERED = 32768
_NAMES = {"en": "english", "es": "spanish"}
_IRREGULAR = """
stole stolen steal | drank drunk drink | bought buy | spent spend | gave given give | lent lend
| paid pay | hid hidden hide | lost lose | kept keep | left leave | fell fallen fall | broke broken
break | slept sleep | wrote written write | sold sell | fought fight | cried cry
| lied lying lie | died dying die | ate eaten eat | chose chosen choose | forgot forgotten forget
"""


@lru_cache(REMEMBERED)
def stem(word: str, language: str = "en") -> str:
    """Return the stem of a word in small letters; the forms of an irregular verb share one."""
    bare = word.replace("’", "'").removesuffix("'s")
    plain = _irregular().get(bare, bare) if language == "en" else bare
    return _stemmer(language).stemWord(plain)


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - the library's name


@cache
def _stemmer(language: str) -> _Stemmer:
    return cast("_Stemmer", snowballstemmer.stemmer(_NAMES[language]))


@cache
def _irregular() -> dict[str, str]:
    groups = (group.split() for group in _IRREGULAR.split("|"))
    return {form: forms[-1] for forms in groups for form in forms}
