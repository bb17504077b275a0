from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.repositories.db import Db

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.support.databases import Database


@pytest.fixture
async def admin_db(database: Database) -> AsyncGenerator[Db]:
    """Return the database under the admin's role."""
    found = Db(database.admin_url, admin=True)
    yield found
    await found.close()
