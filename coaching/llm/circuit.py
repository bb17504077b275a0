"""A model that fails again and again is left alone for a while.

Closed, calls pass. Five failures in a row within thirty seconds open it: nobody waits for what
will not come. Thirty seconds later one call may try; how that ends decides.
"""

from __future__ import annotations

from collections import deque
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.clock import Clock

FAILURES = 5
WITHIN = timedelta(seconds=30)
RESTS_FOR = timedelta(seconds=30)


class CircuitState(StrEnum):
    """State of a circuit breaker: closed, open or half open."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


class Circuit:
    """Counts failures and says who may pass. Time comes from outside."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failed_at: deque[datetime] = deque(maxlen=FAILURES)
        self._opened_at: datetime | None = None
        self._is_tried = False

    @property
    def state(self) -> CircuitState:
        """Closed, open, or half-open: one call may try, or is trying."""
        if self._opened_at is None:
            return CircuitState.CLOSED
        is_over = self._clock.now() >= self._opened_at + RESTS_FOR
        return CircuitState.HALF_OPEN if is_over else CircuitState.OPEN

    @property
    def may_pass(self) -> bool:
        """Return True if a call that begins now would be let through."""
        state = self.state
        return state is CircuitState.CLOSED or (
            state is CircuitState.HALF_OPEN and not self._is_tried
        )

    def begin(self) -> bool:
        """Return True and begin if a call may be made; while half open, one test call at a time."""
        passes = self.may_pass
        if passes and self._opened_at is not None:
            self._is_tried = True
        return passes

    def succeeded(self) -> None:
        """Close the circuit: an answer came."""
        self._failed_at.clear()
        self._opened_at, self._is_tried = None, False

    def failed(self, *, enough: int = FAILURES) -> None:
        """Count a failure; `enough` in a row open the circuit, and so does a try that failed."""
        now = self._clock.now()
        self._failed_at.append(now)
        recent = sum(at > now - WITHIN for at in self._failed_at)
        if self._is_tried or (self._opened_at is None and recent >= enough):
            self._opened_at, self._is_tried = now, False

    def let_go(self) -> None:
        """Forget a call that told nothing, because somebody pressed stop. The next one may try."""
        self._is_tried = False
