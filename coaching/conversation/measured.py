"""Counts turns and times first words as they pass on their way to whoever listens."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from coaching.values.events import Delta, TurnDone, TurnError, TurnStarted

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from uuid import UUID

    from coaching.conversation.events import EventBus
    from coaching.serving.telemetry import Meters
    from coaching.values.events import Numbered, TurnEvent


class MeasuredEvents:
    """A bus around another one."""

    def __init__(
        self, bus: EventBus, meters: Meters, now: Callable[[], float] = time.perf_counter
    ) -> None:
        self._bus = bus
        self._meters = meters
        self._now = now
        self._waiting: dict[UUID, float] = {}

    def open(self, turn_id: UUID, owner: UUID, *, after: int = 0) -> None:
        """Begin a turn's events."""
        self._bus.open(turn_id, owner, after=after)

    def publish(self, turn_id: UUID, event: TurnEvent) -> None:
        """Measure an event and pass it on."""
        match event:
            case TurnStarted():
                self._waiting[turn_id] = self._now()
            case Delta():
                began = self._waiting.pop(turn_id, None)
                if began is not None:
                    self._meters.first_word.observe(self._now() - began)
            case TurnDone(status=status, model=model):
                self._meters.turns.labels(status, model).inc()
            case TurnError():
                self._meters.turns.labels("failed", "").inc()
            case _:
                pass
        self._bus.publish(turn_id, event)

    def close(self, turn_id: UUID) -> None:
        """End a turn's events."""
        self._waiting.pop(turn_id, None)
        self._bus.close(turn_id)

    def read(self, turn_id: UUID, owner: UUID, *, after: int) -> AsyncIterator[Numbered] | None:
        """Return the events behind `after`."""
        return self._bus.read(turn_id, owner, after=after)
