"""What was found within the last hour (F28): public results, with no name and no query in words."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.clock import Clock
    from coaching.web.port import SearchResult

KEPT_FOR = timedelta(hours=1)
MOST = 256


class Cache:
    """Finds of one provider, the oldest forgotten first; nothing found is not remembered."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: OrderedDict[bytes, tuple[datetime, tuple[SearchResult, ...]]] = OrderedDict()

    def get(self, query: str, limit: int) -> tuple[SearchResult, ...] | None:
        """Return what was found for the same words lately."""
        at, results = self._kept.get(_key(query, limit), (None, ()))
        return results if at is not None and self._clock.now() < at + KEPT_FOR else None

    def put(self, query: str, limit: int, results: tuple[SearchResult, ...]) -> None:
        """Keep what was found."""
        if not results:
            return
        key = _key(query, limit)
        self._kept[key] = (self._clock.now(), results)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)


def _key(query: str, limit: int) -> bytes:
    return hashlib.blake2b(f"{limit} {query.casefold()}".encode()).digest()
