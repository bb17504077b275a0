"""Time comes from outside, so that tests can move it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
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


class ShiftedClock:
    """The system clock plus the seconds in a file, which is read again when it changes.

    For tests only: they move the clock of a running product by replacing the file.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._version = (0, 0)
        self._shift = timedelta()

    def now(self) -> datetime:
        """Return the shifted instant, aware, in UTC."""
        found = self._file.stat()
        version = (found.st_mtime_ns, found.st_ino)
        if version != self._version:
            self._shift = timedelta(seconds=float(self._file.read_text("utf-8")))
            self._version = version
        return datetime.now(UTC) + self._shift


def system_clock(shift_file: str = "") -> Clock:
    """Return the system clock, or with TEST_CLOCK_FILE the shifted one."""
    return ShiftedClock(Path(shift_file)) if shift_file else SystemClock()


class FrozenClock:
    """A fake clock for tests: it only moves when told to."""

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
