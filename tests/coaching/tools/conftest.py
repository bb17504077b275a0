from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.values.tools import ToolUse
from tests.support import cast, factories

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


THEIRS = "I think I count as one of the people. Keep that."


@pytest.fixture
async def use(db: Db, clock: FrozenClock) -> ToolUse:
    """Return a use of a tool in the turn of somebody who has just said a sentence of theirs."""
    owner = await cast.join(db, cast.COUPLE)
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(db, owner, session, THEIRS)
    return ToolUse(owner=owner, turn_id=turn.id, message_id=uuid4(), at=clock.now())
