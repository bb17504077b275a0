"""Which memories come first when there is room for some: pinned, important, near, fresh."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from coaching.text.words import bare_words
from coaching.values.enums import Importance

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

WEIGHT = {Importance.HIGH: 2.0, Importance.MEDIUM: 1.0, Importance.LOW: 0.0}
NEAR, NEAR_ENOUGH = 1.0, 2
FRESH, HALF_LIFE_DAYS = 1.0, 60
SHORTEST_WORD = 4
_DAY = 86_400


class Rankable(Protocol):
    """What a place depends on."""

    @property
    def content(self) -> str: ...

    @property
    def quote(self) -> str: ...

    @property
    def importance(self) -> Importance: ...

    @property
    def is_pinned(self) -> bool: ...

    @property
    def updated_at(self) -> datetime: ...


M = TypeVar("M", bound=Rankable)


def ranked(memories: Iterable[M], *, about: Iterable[str], at: datetime, limit: int) -> list[M]:
    """Return the first `limit` memories; `about` is what the person is busy with now."""
    topic = telling(" ".join(about))
    by_place = sorted(memories, key=lambda memory: place(memory, topic, at), reverse=True)
    return by_place[:limit]


def place(memory: Rankable, topic: frozenset[str], at: datetime) -> tuple[bool, float, datetime]:
    """Return what a memory is sorted by, the highest first."""
    shared = len(telling(f"{memory.content} {memory.quote}") & topic)
    age = max(0.0, (at - memory.updated_at).total_seconds() / _DAY)
    score = (
        WEIGHT[memory.importance]
        + NEAR * min(1.0, shared / NEAR_ENOUGH)
        + FRESH * 0.5 ** (age / HALF_LIFE_DAYS)
    )
    return memory.is_pinned, round(score, 6), memory.updated_at


def telling(text: str) -> frozenset[str]:
    """Return the words that are long enough to mean something."""
    return frozenset(word for word in bare_words(text) if len(word) >= SHORTEST_WORD)
