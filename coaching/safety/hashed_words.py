"""Hashed features: pairs of words, pairs of glosses and pieces of words, as places in a table.

Named features (`linear_model.features`) hear what was written before. Pairs and pieces also hear a
word in another form, with a typo, or beside other words, and pairs of glosses hear other words that
say the same, in either language and order (`concepts.glosses`). There are too many of them to name,
so each gets a place by its checksum; two that share a place are rare enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from coaching.safety.concepts import STEM
from coaching.safety.normalise import STOP

if TYPE_CHECKING:
    from collections.abc import Sequence

PLACES = 1 << 16
"""How many places a table has; half as many lose two crises in a hundred."""
REACH = 4
"""A word forms a pair with so many words after it, across full stops."""
_PIECES = (3, 4)


def pairs(words: Sequence[str]) -> set[int]:
    """Return the places of the pairs of words that are near each other, by their first letters."""
    stems = [word[:STEM] for word in words if word != STOP]
    return {
        crc32(f"{stem} {after}".encode()) % PLACES
        for at, stem in enumerate(stems)
        for after in stems[at + 1 : at + 1 + REACH]
    }


def gloss_pairs(said: Sequence[str]) -> set[int]:
    """Return the places of the pairs of glosses that are near each other, in any order."""
    return {
        crc32(f"{min(one, other)} {max(one, other)}".encode()) % PLACES
        for at, one in enumerate(said)
        for other in said[at + 1 : at + 1 + REACH]
    }


def pieces(words: Sequence[str]) -> set[int]:
    """Return the places of the letters of each word, three and four at a time."""
    spaced = [f" {word} ".encode() for word in set(words) if word != STOP]
    return {
        crc32(word[at : at + length]) % PLACES
        for word in spaced
        for length in _PIECES
        for at in range(len(word) - length + 1)
    }
