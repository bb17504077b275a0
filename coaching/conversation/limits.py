"""The burst limit: a moving minute per person, in memory; the daily limit is in the database.

Not the `limits` package: its memory store reads the machine's clock and keeps a thread busy.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.errors import RateLimited

if TYPE_CHECKING:
    from collections.abc import Hashable
    from datetime import datetime

    from coaching.clock import Clock

CHANGES_PER_MINUTE = 240
EXPORTS_PER_MINUTE = 6
EVENTS_PER_MINUTE = 900
"""What one person may do otherwise: nobody's hand is as quick, and a script slows others down."""
TOKEN_CALLS_PER_MINUTE = 120
"""Requests with one personal token, including those that only read."""
PASSKEY_TRIES_PER_MINUTE = 30
"""How often one address may begin to sign in with a passkey: each time stores a challenge."""
_WINDOW = timedelta(minutes=1)
_MANY = 4096


@dataclass(slots=True)
class Slot:
    """Reservation in a person's burst limit; `at` is None if the limit was reached."""

    owner: Hashable
    at: datetime | None
    retry_after: int = 0
    is_used: bool = False

    def use(self) -> None:
        """Count the message, or raise `RateLimited` with the seconds until a place is free."""
        if self.at is None:
            raise RateLimited(reason="burst", retry_after=self.retry_after)
        self.is_used = True


class BurstLimit:
    """At most `allowed` of something, by one person, token or address, in any minute."""

    def __init__(self, allowed: int, clock: Clock) -> None:
        self._allowed = allowed
        self._clock = clock
        self._taken: dict[Hashable, deque[datetime]] = {}

    def take(self, owner: Hashable) -> None:
        """Count a message, or raise `RateLimited` with the seconds until one is free."""
        self._slot(owner).use()

    async def reserve(self, owner: Hashable) -> Slot:
        """Count a message and return its slot; do it before a write unit, since it may wait.

        Give it back if it was not used: a repeat and a cry for help don't count.
        """
        return self._slot(owner)

    async def give_back(self, slot: Slot) -> None:
        """Stop counting a message whose slot was not used."""
        taken = self._taken.get(slot.owner)
        if slot.at is not None and taken and not slot.is_used and slot.at in taken:
            taken.remove(slot.at)

    def _slot(self, owner: Hashable) -> Slot:
        now = self._clock.now()
        if len(self._taken) >= _MANY:
            self._taken = {o: t for o, t in self._taken.items() if t and now - t[-1] < _WINDOW}
        taken = self._taken.setdefault(owner, deque())
        # A clock that was set back must not lock anybody out: what lies ahead is forgotten.
        while taken and not (taken[0] <= now < taken[0] + _WINDOW):
            taken.popleft()
        if len(taken) >= self._allowed:
            wait = (taken[0] + _WINDOW - now).total_seconds()
            return Slot(owner, None, retry_after=max(1, math.ceil(wait)))
        taken.append(now)
        return Slot(owner, now)
