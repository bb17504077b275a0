from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from structlog.testing import capture_logs

from toney_app import engine

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    import pytest


async def test_a_rehearsal_that_fails_is_logged_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @asynccontextmanager
    async def running() -> AsyncGenerator[None]:
        yield None

    async def fail(_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(engine, "running", running)
    monkeypatch.setattr(engine, "rehearse", fail)
    with capture_logs() as logs:
        async with engine.lifespan():
            await asyncio.sleep(0)
    assert logs == [{"event": "rehearsal_failed", "error": "TimeoutError", "log_level": "warning"}]
