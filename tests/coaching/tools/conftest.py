from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.values.tools import ToolUse
from tests.support import cast

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


@pytest.fixture
async def use(db: Db, clock: FrozenClock) -> ToolUse:
    """Return a use of a tool in somebody's turn."""
    owner = await cast.join(db, cast.COUPLE)
    return ToolUse(owner=owner, turn_id=uuid4(), message_id=uuid4(), at=clock.now())
