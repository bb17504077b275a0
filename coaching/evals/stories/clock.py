"""The clock of a story: it stands where the story is, and never shows the same moment twice."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.clock import FrozenClock

if TYPE_CHECKING:
    from datetime import datetime

TICK = timedelta(milliseconds=1)


class StoryClock(FrozenClock):
    """Moves a millisecond each time somebody looks, so that no two rows are of the same moment."""

    def now(self) -> datetime:
        """Return the current instant, and let it pass."""
        self.move(TICK)
        return super().now()
