from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from coaching.llm.scripted import ScriptedLLM
from tests.support.bare_engine import BareEngine
from tests.support.model_server import ModelServer
from tests.support.model_talks import claude_at

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.settings import Settings
    from tests.support.databases import Database


@pytest.fixture
def engine(
    db: Db, database: Database, clock: FrozenClock, make_settings: Callable[..., Settings]
) -> Generator[BareEngine]:
    """Return an engine whose model is scripted; what was scripted has to be played."""
    made = BareEngine(make_settings(database_url=database.url), clock, db)
    yield made
    if isinstance(made.llm, ScriptedLLM):
        made.llm.check()


@pytest_asyncio.fixture
async def server(engine: BareEngine) -> AsyncGenerator[ModelServer]:
    """Give a service that answers nothing directly; what is asked so has to be scripted."""
    made = ModelServer()
    engine.llm = llm = claude_at(made, engine.clock)
    yield made
    await llm.close()
