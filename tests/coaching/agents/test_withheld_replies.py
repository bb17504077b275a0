"""What later sessions read of the replies to something that the person didn't agree to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.memory.corrections import LEFT_OUT
from coaching.repositories import memories
from coaching.services import memory_writer
from tests.coaching.agents.test_transcripts import lines, read, session, waiting
from tests.support import factories

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db


async def test_what_they_said_no_to_is_in_no_reply_of_a_later_session(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    talk = (
        ("couple of glasses of wine most nights to sleep", "Wine to fall asleep. How long now?"),
        ("a year. the rent went up too", "A year is long. What is the rent now?"),
        ("640", "Then less wine could pay for a part of it. Which day is it due?"),
    )
    await session(db, owner, *talk, at=clock.now())
    async with db.unit(owner, write=True) as s:
        waits = await memories.add(s, owner, waiting(owner, clock.now()))
        await memory_writer.decline(s, owner, waits.id, at=clock.now())

    assert await lines(db, owner) == [
        ("user", LEFT_OUT),
        ("user", talk[1][0]),
        ("coach", talk[1][1]),
        ("user", "640"),
        ("coach", "Which day is it due?"),
    ]


async def test_a_later_reply_about_what_waits_is_private_too(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    talk = (
        ("couple of glasses of wine most nights to sleep", "How long now?"),
        ("a year", "A year is long."),
        ("yes", "Would less wine be a first step?"),
    )
    await session(db, owner, *talk, at=clock.now())
    async with db.unit(owner, write=True) as s:
        await memories.add(s, owner, waiting(owner, clock.now()))

    (found,) = await read(db, owner)

    assert [line.is_private for line in found.lines] == [True, True, False, False, False, True]
