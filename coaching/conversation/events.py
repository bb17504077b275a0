"""Live events of turns: numbered, kept while the turn is live, read by any number of subscribers.

One process keeps them in memory. A bus for several processes asks a store, so all may wait.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from coaching.values.events import Numbered, TurnEvent

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from uuid import UUID

_PER_CLAIM = 1_000_000


class EventBus(Protocol):
    """Publish/subscribe bus for the events of running turns."""

    async def open(self, turn_id: UUID, owner: UUID, *, after: int = 0) -> None:
        """Begin a turn's events behind the number `after`; nothing happens when it is open."""
        ...

    async def publish(self, turn_id: UUID, event: TurnEvent) -> None:
        """Number an event, keep it and tell everybody who listens."""
        ...

    async def close(self, turn_id: UUID) -> None:
        """End a turn's events: subscribers get what is left, newcomers read the database."""
        ...

    async def read(
        self, turn_id: UUID, owner: UUID, *, after: int
    ) -> AsyncIterator[Numbered] | None:
        """Return the events behind `after`, or None when no such turn of this person is live."""
        ...


def numbers_after(fence: int, *, rejoined: bool = False) -> int:
    """Return the number behind which the events of a later attempt begin.

    Numbers never run twice: whoever resumes with one from before a retry or a restart gets all of
    the new attempt. `rejoined`: nobody here knows which numbers the same claim has used.
    """
    return fence * _PER_CLAIM + (_PER_CLAIM // 2 if rejoined else 0)


class InProcessEvents:
    """The bus of one process; `heard` is told each event as well, and None at a turn's end."""

    def __init__(self, heard: Callable[[UUID, TurnEvent | None], None] | None = None) -> None:
        self._channels: dict[UUID, _Channel] = {}
        self._heard = heard

    async def open(self, turn_id: UUID, owner: UUID, *, after: int = 0) -> None:
        """Begin a turn's events behind the number `after`; nothing happens when it is open."""
        if turn_id not in self._channels:
            self._channels[turn_id] = _Channel(owner, after)

    async def publish(self, turn_id: UUID, event: TurnEvent) -> None:
        """Number an event, keep it and tell everybody who listens."""
        if self._heard is not None:
            self._heard(turn_id, event)
        channel = self._channels.get(turn_id)
        if channel is not None:
            channel.publish(event)

    async def close(self, turn_id: UUID) -> None:
        """End a turn's events: subscribers get what is left, newcomers read the database."""
        if self._heard is not None:
            self._heard(turn_id, None)
        channel = self._channels.pop(turn_id, None)
        if channel is not None:
            channel.close()

    async def read(
        self, turn_id: UUID, owner: UUID, *, after: int
    ) -> AsyncIterator[Numbered] | None:
        """Return the events behind `after`, or None when no such turn of this person is live."""
        channel = self._channels.get(turn_id)
        if channel is None or channel.owner != owner:
            return None
        return channel.read(after)


class _Channel:
    def __init__(self, owner: UUID, after: int) -> None:
        self.owner = owner
        self._base = after
        self._events: list[Numbered] = []
        self._changed = asyncio.Event()
        self._closed = False

    def publish(self, event: TurnEvent) -> None:
        self._events.append(Numbered(self._base + len(self._events) + 1, event))
        self._changed.set()

    def close(self) -> None:
        self._closed = True
        self._changed.set()

    async def read(self, after: int) -> AsyncIterator[Numbered]:
        # A number from before a restart, or from nowhere, gets everything from the start.
        last = self._base + len(self._events)
        index = after - self._base if self._base < after <= last else 0
        while True:
            while index < len(self._events):
                yield self._events[index]
                index += 1
            if self._closed:
                return
            if self._changed.is_set():  # the first of all who have read everything
                self._changed = asyncio.Event()
            await self._changed.wait()
