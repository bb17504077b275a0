"""What the admin sees of the practices: counts, never words."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.domains.practices import service
from coaching.domains.practices.figures import figures
from tests.coaching.domains.practices.doing import start, to_the_end
from tests.support import factories

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


@pytest.mark.both_databases
async def test_a_practice_that_is_too_much_for_a_quarter_is_to_be_reviewed(
    db: Db, clock: FrozenClock
) -> None:
    for _ in range(3):
        owner = await factories.person(db)
        shown = await to_the_end(db, owner, clock)
        async with db.unit(owner, write=True) as s:
            await service.keep(s, owner, shown.run_id, 1, clock.now())
    owner = await factories.person(db)
    await start(db, owner, clock)
    since = clock.now() - timedelta(days=1)
    (calm,) = await figures(db, since=since)
    assert (calm.title, calm.started, calm.done, calm.kept) == ("Name the feeling", 4, 3, 3)
    assert (calm.change, calm.too_much, calm.is_to_review) == (-3, 0, False)

    for _ in range(2):
        owner = await factories.person(db)
        shown = await start(db, owner, clock)
        async with db.unit(owner, write=True) as s:
            await service.leave(s, owner, shown.run_id, "too_much", clock.now())
    (strong,) = await figures(db, since=since)
    assert (strong.too_much, strong.left_at, strong.is_to_review) == (2, (("word", 2),), True)
    assert await figures(db, since=clock.now() + timedelta(days=1)) == []
