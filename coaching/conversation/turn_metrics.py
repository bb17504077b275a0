"""Counts turns and times first words as they are told."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from coaching.values.events import Delta, TurnDone, TurnError, TurnStarted

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from coaching.serving.telemetry import Meters
    from coaching.values.events import TurnEvent


class TurnMeter:
    """Callback for each event of a turn; it gets None when the turn's events end."""

    def __init__(self, meters: Meters, now: Callable[[], float] = time.perf_counter) -> None:
        self._meters = meters
        self._now = now
        self._waiting: dict[UUID, float] = {}

    def __call__(self, turn_id: UUID, event: TurnEvent | None) -> None:
        """Measure an event."""
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
            case None:
                self._waiting.pop(turn_id, None)
            case _:
                pass
