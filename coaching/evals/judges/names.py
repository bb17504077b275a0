"""Names and people close in a reply that nobody has brought up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.domains.quality.names import capitals, first_names, nobody, relations

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

_SETS_A_DAY = re.compile(r"\b(?:on|last|since|that|back in|until) $", re.IGNORECASE)
_RELATION = re.compile(
    r"\b(?:your|tu|tus) (?:(?:little|big|older|younger|late|own) )?(\w+)\b", re.IGNORECASE
)


def names_in(text: str, known: AbstractSet[str]) -> list[str]:
    """Return the names that are not among the known words, each once.

    A day of the week or a month is one when something is set on it: “a bad Tuesday” is any day.
    """
    found = dict[str, None]()
    for word in capitals(text):
        if word.low in known or _is_known_compound(word.low, known):
            continue
        if word.is_day:
            is_named = _SETS_A_DAY.search(text[: word.start]) is not None
        else:
            is_named = not word.begins or word.low in first_names()
        if is_named:
            found[word.name] = None
    return list(found)


def relations_in(text: str, known: AbstractSet[str]) -> list[str]:
    """Return people close to them (“your sister”) that nobody has mentioned, each once."""
    close = relations()
    return list(
        dict.fromkeys(
            match.group()
            for match in _RELATION.finditer(text)
            for meant in _who(match[1].casefold(), close)
            if not close[meant] & known
        )
    )


def _who(word: str, close: dict[str, frozenset[str]]) -> list[str]:
    if word in close:
        return [word]
    return [who for who, words in close.items() if word in words][:1]


def _is_known_compound(low: str, known: AbstractSet[str]) -> bool:
    parts = [part for part in re.split(r"[-']", low) if part]
    return len(parts) > 1 and all(part in known or part in nobody() for part in parts)
