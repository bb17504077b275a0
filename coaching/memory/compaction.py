"""Compaction: replace the older half of a very long session by the person's own words (K24).

No model writes this: it can invent nothing, it costs nothing, and it is there at once. What the
coach said is left out; the person's sentences are what the session goes on with.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from coaching.llm.prices import estimated

if TYPE_CHECKING:
    from collections.abc import Sequence

LONG_FROM_TOKENS = 24_000
LONGEST_QUOTE = 240
HEADING = "Earlier in this session I said, in this order and shortened:"


@dataclass(frozen=True, slots=True)
class SizedMessage:
    """One message with its place; `size` is how many characters the model reads of it."""

    seq: int
    is_person: bool
    text: str
    size: int


@dataclass(frozen=True, slots=True)
class Condensed:
    """What stands for the messages up to `until_seq`, `turns` of which were the person's."""

    text: str
    until_seq: int
    turns: int


def is_long(characters: int) -> bool:
    """Return True if so many characters are more than a session may hold."""
    return estimated(characters) > LONG_FROM_TOKENS


def condensed(lines: Sequence[SizedMessage], *, only_if_long: bool = True) -> Condensed | None:
    """Return what the older half of a session comes down to; None while it is not long."""
    total = sum(line.size for line in lines)
    if only_if_long and not is_long(total):
        return None
    sizes = accumulate(line.size for line in lines)
    reached = [line for line, size in zip(lines, sizes, strict=True) if size <= total / 2]
    last = next((line for line in reversed(reached) if not line.is_person), None)
    if last is None and not only_if_long:  # the first message alone is more than half
        last = next((line for line in lines[:-1] if not line.is_person), None)
    if last is None:
        return None
    said = [line.text for line in lines if line.is_person and line.seq <= last.seq]
    quotes = "\n".join(f"- {_shortened(text)}" for text in said)
    return Condensed(f"{HEADING}\n{quotes}", last.seq, len(said))


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    if len(words) <= LONGEST_QUOTE:
        return words
    return f"{words[:LONGEST_QUOTE].rsplit(' ', 1)[0]} …"
