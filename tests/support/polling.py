"""Waiting for a condition, never for time to pass."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def wait_until(
    condition: Callable[[], T], *, seconds: float = PATIENCE_SECONDS, what: str = ""
) -> T:
    """Return the first true result of a condition, or fail when it takes too long."""
    until = time.monotonic() + seconds
    while not (result := condition()):
        if time.monotonic() > until:
            raise AssertionError(f"waited {seconds} s for {what or condition}")
        time.sleep(0.01)
    return result
