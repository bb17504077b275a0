"""The lists of who left and who withdrew: as old as a backup can be, and whole after a kill."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from coaching.domains.privacy import deletion_log
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from coaching.settings import Settings

DAY = timedelta(days=1)


async def test_who_left_is_remembered_for_as_long_as_a_backup_can_hold_them(
    settings: Settings,
) -> None:
    anna, ben = uuid4(), uuid4()
    deletion_log.note(settings, anna, at=NOW - 32 * DAY)
    deletion_log.note(settings, ben, at=NOW - 30 * DAY)
    with (settings.data_dir / deletion_log.FILE_NAME).open("a") as file:
        file.write("2026-01-")  # the power went

    assert deletion_log.people(settings) == [anna, ben]
    assert deletion_log.forget(settings, now=NOW) == 1
    assert deletion_log.people(settings) == [ben]


async def test_a_line_behind_one_that_was_left_unfinished_counts(settings: Settings) -> None:
    anna, ben = uuid4(), uuid4()
    deletion_log.note(settings, anna, at=NOW)
    with (settings.data_dir / deletion_log.FILE_NAME).open("a") as file:
        file.write(f"{NOW.isoformat()} {str(uuid4())[:9]}")  # the power went
    deletion_log.note(settings, ben, at=NOW)
    assert deletion_log.people(settings) == [anna, ben]


async def test_who_leaves_while_the_list_is_shortened_stays_in_it(settings: Settings) -> None:
    """The server shortens it each hour, and `toney delete` is another process."""
    deletion_log.note(settings, uuid4(), at=NOW - 32 * DAY)
    people = [uuid4() for _ in range(40)]

    def leave() -> None:
        for owner in people:
            deletion_log.note(settings, owner, at=NOW)

    leaving = asyncio.create_task(asyncio.to_thread(leave))
    while not leaving.done():
        await asyncio.to_thread(deletion_log.note, settings, uuid4(), at=NOW - 32 * DAY)
        await asyncio.to_thread(deletion_log.forget, settings, now=NOW)
    await leaving
    assert deletion_log.people(settings) == people
    assert deletion_log.withdrawn(settings) == []
