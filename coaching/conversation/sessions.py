"""When a message begins a new session (A43, K12). Elapsed time in UTC: no zone, no summer time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


def detect_session_boundary(
    last_message_at: datetime | None, now: datetime, gap_hours: float = 12.0
) -> bool:
    """Return whether a message at `now` begins a new session; exactly the gap does not.

    The gap counts from the last stored message of either side. A clock that went backwards
    (`now` before the last message) is a gap of nothing.
    """
    if last_message_at is None:
        return True
    return (now - last_message_at).total_seconds() > gap_hours * 3600
