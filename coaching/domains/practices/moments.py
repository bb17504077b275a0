"""What a message says that a practice may be for: a small matcher in English and Spanish.

It is certain about little and free: no model, no state. What it misses costs a better order, never
safety, for which `coaching.safety` answers.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_FILE = "moments.toml"
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "´": "'"})
_ACCENTS = re.compile(r"[\u0300-\u036f]")

Patterns = dict[str, list[str]]


def moments_in(text: str) -> frozenset[str]:
    """Return the moments that a message speaks of."""
    return _heard("moments", text)


def conditions_in(text: str) -> frozenset[str]:
    """Return the conditions that a message speaks of, beside what the safety screen finds."""
    return _heard("conditions", text)


def is_held_back(text: str) -> bool:
    """Return True if the reply to a message has no exercise in it: tears, or an insight."""
    return bool(_heard("holds", text))


def asks_for_practice(text: str) -> bool:
    """Return True if a message asks for an exercise."""
    return bool(_heard("asks", text))


def calls_for_practice(text: str) -> bool:
    """Return True if a message speaks of a moment for an exercise, or asks for one."""
    return _any_call().search(_folded(text)) is not None


def prepare() -> None:
    """Compile the patterns, a tenth of a second, before a message has to wait for them."""
    _any_call()


@cache
def patterns(table: str) -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of one table of moments.toml by name."""
    file = resources.files("coaching.domains.practices").joinpath(_FILE)
    found: dict[str, Patterns] = tomllib.loads(file.read_text("utf-8"))
    return {name: re.compile("|".join(lines)) for name, lines in found[table].items()}


@cache
def _any_call() -> re.Pattern[str]:
    tables = (patterns("moments"), patterns("asks"))
    return re.compile("|".join(one.pattern for table in tables for one in table.values()))


def _folded(text: str) -> str:
    return _ACCENTS.sub("", unicodedata.normalize("NFD", text.lower().translate(_STRAIGHT)))


def _heard(table: str, text: str) -> frozenset[str]:
    low = _folded(text)
    return frozenset(name for name, pattern in patterns(table).items() if pattern.search(low))
