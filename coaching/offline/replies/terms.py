"""What money words mean: a sentence of general knowledge each, never advice."""

from __future__ import annotations

import re
from functools import cache

from coaching.offline.replies.patterns import compiled, pattern, read
from coaching.text.words import sentences, words

ASKS = 4
_OPENS = pattern("terms_opens")
_PLAIN = pattern("terms_plain")
"""Questions that are clear without a question mark."""
_DEFINES = pattern("terms_defines")
_COMPARES = re.compile(r"\b(?:difference between|diferencia entre)\b")
_PAIRS = re.compile(r"\b(?:gross|net|bruto|neto|liquido|debit|debito)\b")
_INSIDE = pattern("terms_inside")
_KEEPS = pattern("terms_keeps")
_OWN = pattern("terms_own")
_ABOUT = pattern("terms_about")
_MONEY = pattern("terms_money")


def meaning(folded: str) -> dict[str, str] | None:
    """Return what the money word means that a question is about, by language."""
    asked = _DEFINES.search(folded)
    if asked is None:
        return None
    rest = asked.group(1)
    if _COMPARES.search(folded) and not _PAIRS.search(folded):
        return None
    subject = rest if _KEEPS.search(rest) else _INSIDE.split(rest, maxsplit=1)[0]
    rows = ((known, row) for known, row in _terms() if "whole" not in row)
    return next((row for known, row in rows if known.search(subject)), None)


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
    return [(compiled(row["words"]), row) for row in read("facts.toml").values()]
