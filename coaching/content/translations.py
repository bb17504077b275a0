"""Translations of the texts in the content files, which are in English.

The page around a talk is English until it has a catalogue of its own; cards, guesses and practices
are part of the talk, and nobody who writes Spanish is to find an English one in it.
"""

from __future__ import annotations

import json
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from coaching.content.reading import data_file

if TYPE_CHECKING:
    from collections.abc import Mapping

TRANSLATED = ("es",)


def translated(language: str, english: str) -> str:
    """Return a sentence of the content files in a language; English where there is no other."""
    base = language.split("-", maxsplit=1)[0].lower()
    return _sentences(base).get(english, english) if base in TRANSLATED else english


@cache
def _sentences(language: str) -> Mapping[str, str]:
    return MappingProxyType(json.loads(data_file(f"translations.{language}.json").read_bytes()))
