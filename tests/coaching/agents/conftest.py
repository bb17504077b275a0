from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.bare_engine import BareEngine

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.settings import Settings
    from tests.support.databases import Database


@pytest.fixture
def engine(
    db: Db, database: Database, clock: FrozenClock, make_settings: Callable[..., Settings]
) -> BareEngine:
    """Return an engine whose model is scripted."""
    return BareEngine(make_settings(database_url=database.url), clock, db)
