"""Time comes from outside, so that tests can move it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


class Clock(Protocol):
    """Something that knows what time it is."""

    def now(self) -> datetime:
        """Return the current instant, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the current instant, aware, in UTC."""
        return datetime.now(UTC)


class FrozenClock:
    """A clock that stands still until somebody moves it."""

    def __init__(self, at: datetime) -> None:
        self._at = at.astimezone(UTC)

    def now(self) -> datetime:
        """Return the instant the clock stands at."""
        return self._at

    def move(self, delta: timedelta) -> None:
        """Move the clock forward (or back, for a negative delta)."""
        self._at += delta


def zone(name: str | None) -> ZoneInfo:
    """Return the IANA zone, or UTC for a missing or unknown name."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def local_day(at: datetime, zone_name: str | None) -> date:
    """Return the person's own calendar day at an instant."""
    return at.astimezone(zone(zone_name)).date()
