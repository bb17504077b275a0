"""What money words mean: a sentence of general knowledge each, never advice."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from coaching.text.words import sentences, words

_FILES = Path(__file__).parent


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_FILES / name).read_text("utf-8"))


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_read("terms.toml")[name])


ASKS = 4
COMPARED = 2
_OPENS = _pattern("opens")
_PLAIN = _pattern("plain")
"""Questions that are clear without a question mark."""
_DEFINES = _pattern("defines")
_COMPARES = re.compile(r"\b(?:difference between|diferencia entre)\b")
_AND = re.compile(r"\b(?:and|or|vs|y|o)\b")
_INSIDE = _pattern("inside")
_KEEPS = _pattern("keeps")
_OWN = _pattern("own")
_ABOUT = _pattern("about")
_MONEY = _pattern("money")


def meaning(folded: str) -> dict[str, str] | None:
    """Return what the money word means that a question is about, by language.

    For the difference between two words it is the entry that compares them, else both meanings.
    """
    asked = _DEFINES.search(folded)
    if asked is None:
        return None
    rest = asked.group(1)
    subject = rest if _KEEPS.search(rest) else _INSIDE.split(rest, maxsplit=1)[0]
    if not _COMPARES.search(folded):
        return next(iter(_about(rest, len(subject))), None)
    compared = next((row for row in _about(rest, len(rest)) if "pair" in row), None)
    return compared or _both(_AND.split(rest))


def _about(text: str, end: int) -> list[dict[str, str]]:
    """Return what is known of the words that begin before `end`, the first one first."""
    rows = ((known.search(text), row) for known, row in _terms() if "whole" not in row)
    found = [(match.start(), row) for match, row in rows if match and match.start() < end]
    return [row for _, row in sorted(found, key=lambda one: one[0])]


def _both(parts: list[str]) -> dict[str, str] | None:
    """Return the meanings of two words one after the other, or None if one of them is not known."""
    found = [rows[0] for part in parts if (rows := _about(part, len(part)))]
    if len(parts) != COMPARED or len(found) != COMPARED or found[0] is found[1]:
        return None
    return {language: f"{found[0][language]} {found[1][language]}" for language in ("en", "es")}


def asked_whole(folded: str) -> dict[str, str] | None:
    """Return the answer to a question that many people ask, by language."""
    rows = ((known, row) for known, row in _terms() if "whole" in row)
    return next((row for known, row in rows if known.search(folded)), None)


def is_asked(folded: str, text: str) -> bool:
    """Return True if somebody asks how money, its rules or its costs work."""
    begins = _OPENS.search(folded) is not None
    asks = "?" in text or (_PLAIN.search(folded) is not None and len(words(text)) >= ASKS)
    sentence = next((one for one in reversed(sentences(folded)) if "?" in one), folded)
    return (
        asks
        and (begins or _OPENS.search(sentence) is not None)
        and _ABOUT.search(sentence) is not None
        and _OWN.search(sentence) is None
    )


def is_about_money(folded: str) -> bool:
    """Return True if a question has a word of money in it, known or not."""
    known = any(one.search(folded) for one, _ in _terms())
    return known or _MONEY.search(folded) is not None


@cache
def _terms() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    return [(re.compile(row["words"]), row) for row in _read("facts.toml").values()]
