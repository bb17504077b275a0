"""Waiting for a condition, never for time to pass."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.1
"""Seconds between two looks. They grow by half: each look takes a server or a core some time."""


def wait_until(
    condition: Callable[[], T], *, seconds: float = PATIENCE_SECONDS, what: str = ""
) -> T:
    """Return the first true result of a condition, or fail when it takes too long."""
    until, pause = time.monotonic() + seconds, FIRST_PAUSE
    while not (result := condition()):
        if time.monotonic() > until:
            raise AssertionError(f"waited {seconds} s for {what or condition}")
        time.sleep(pause)
        pause = min(pause * 1.5, LONGEST_PAUSE)
    return result
