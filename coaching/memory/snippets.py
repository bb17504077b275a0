"""What somebody looks for, as words; and the place in a text where one of them stands.

Quotes, operators and wildcards of either database mean nothing. Accents and case are
folded as the indexes fold them (migration 0010). The last word may be a beginning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from unicodedata import combining, normalize

from coaching.text.words import runs

MOST_CHARACTERS = 200
MOST_WORDS, LONGEST_WORD = 8, 40
AROUND = 56


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a text round the words that were looked for."""

    before: str
    hit: str
    after: str

    def __str__(self) -> str:
        return f"{self.before}{self.hit}{self.after}"


def terms(query: str) -> tuple[str, ...]:
    """Return the words of a query, folded; none is left of a query of signs."""
    found = (word[:LONGEST_WORD] for word in runs(folded(query)))
    return tuple(list(found)[:MOST_WORDS])


def signs(query: str) -> str:
    """Return a query without words as it is: somebody may look for a heart or a smile."""
    return query.strip().replace("\0", "")


def folded(text: str) -> str:
    """Return a text in small letters without accents; each letter stays one letter."""
    return "".join(_plain(letter) for letter in text)


def snippet(text: str, words: tuple[str, ...], sign: str = "") -> Snippet:
    """Return the first place where a word begins or the sign is, with what stands round it."""
    line = " ".join(text.split())
    word = rf"\b(?:{'|'.join(map(re.escape, words))})[^\W_]*"
    found = re.search(re.escape(folded(sign)) if sign else word, folded(line))
    start, end = found.span() if found else (0, 0)
    left, right = max(0, start - AROUND), min(len(line), end + AROUND)
    before, after = line[left:start], line[end:right]
    if left:
        before = f"…{before.split(' ', 1)[-1]}"
    if right < len(line):
        after = f"{after.rsplit(' ', 1)[0]}…"
    return Snippet(before, line[start:end], after)


def _plain(letter: str) -> str:
    parts = [part for part in normalize("NFD", letter.lower()) if not combining(part)]
    return parts[0] if parts else letter
