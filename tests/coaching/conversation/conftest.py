from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import pytest

from coaching import bootstrap
from coaching.conversation import runner
from coaching.repositories.db import Db
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.llm.port import LLM
    from coaching.settings import Settings
    from tests.support.databases import Database


class StartEngine(Protocol):
    async def __call__(self, llm: LLM, *, works: bool = False, **changes: Any) -> Coaching: ...


@pytest.fixture
async def start_engine(
    database: Database,
    make_settings: Callable[..., Settings],
    clock: FrozenClock,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncGenerator[StartEngine]:
    """Return a function that starts an engine with a model; all of them stop at the end.

    It takes turns; jobs it runs beside them when it `works`.
    """
    monkeypatch.setattr(runner, "DRAIN_SECONDS", 1.0)
    started: list[Coaching] = []

    async def start(llm: LLM, *, works: bool = False, **changes: Any) -> Coaching:
        settings = make_settings(database_url=database.url, **changes)
        coaching = bootstrap.build(settings, llm=llm, clock=clock)
        if not works:
            monkeypatch.setattr(coaching.jobs, "start", _rest)
        started.append(coaching)
        await coaching.start()
        return coaching

    yield start
    for coaching in started:
        await coaching.stop()


async def _rest() -> None:
    """Look for no jobs: most of an engine's work, and not what these tests are about."""


@pytest.fixture
async def owner(database: Database) -> UUID:
    """Return a person who has consented."""
    db = Db(database.url)
    try:
        return await factories.person(db, provider="Anthropic")
    finally:
        await db.close()
