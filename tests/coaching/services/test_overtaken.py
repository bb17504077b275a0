"""A correction that can't be stored as it was proposed leaves nothing untrue standing."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.repositories import memories as rows
from coaching.services import memories, memory_writer
from coaching.services.memory_writer import Said
from coaching.values.enums import MemoryState, SafetyLevel
from coaching.values.observation import MemoryCandidate
from tests.support import factories
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db

RENT = "The rent of your shop is 640 a month."
PUT_UP = "The landlord rang about the shop, it's more like 700 a month now."
INVENTED = "The rent of your shop rose to 700 in 1987, as Bernard from the council says."


def proposed(content: str, quote: str, supersedes: str = "none") -> MemoryCandidate:
    return MemoryCandidate.model_validate(
        {
            "kind": "fact",
            "content": content,
            "quote": quote,
            "source": "stated",
            "importance": "high",
            "expires": "none",
            "sensitive": False,
            "supersedes": supersedes,
        }
    )


async def tell(db: Db, owner: UUID, text: str, what: MemoryCandidate) -> None:
    async with db.unit(owner, write=True) as s:
        offered = tuple(row.id for row in await rows.known(s, owner))
        said = Said(uuid4(), text, NOW.date(), SafetyLevel.NONE, offered=offered)
        await memory_writer.keep_from_message(s, owner, said, [what], at=NOW)


async def state(db: Db, owner: UUID) -> dict[str, MemoryState]:
    async with db.unit(owner) as s:
        return {row.content: row.state for row in await rows.known(s, owner)}


@pytest.fixture
async def owner(db: Db) -> UUID:
    person = await factories.person(db)
    first = proposed(RENT, "the rent of my shop is 640 a month")
    await tell(db, person, "the rent of my shop is 640 a month", first)
    return person


async def test_what_a_refused_correction_names_is_set_aside(db: Db, owner: UUID) -> None:
    assert await state(db, owner) == {RENT: MemoryState.ACTIVE}

    await tell(db, owner, PUT_UP, proposed(INVENTED, "it's more like 700 a month now", "m1"))

    assert await state(db, owner) == {RENT: MemoryState.SUPERSEDED}


@pytest.mark.parametrize(
    ("message", "quote"),
    [
        (PUT_UP, "the rent is 700 from today"),  # they didn't say that
        ("My sister wants a dog, a big brown one.", "My sister wants a dog"),  # another matter
    ],
)
async def test_a_quote_that_is_invented_or_about_something_else_sets_nothing_aside(
    db: Db, owner: UUID, message: str, quote: str
) -> None:
    await tell(db, owner, message, proposed(INVENTED, quote, "m1"))

    assert await state(db, owner) == {RENT: MemoryState.ACTIVE}


async def test_what_the_person_wrote_stays(db: Db) -> None:
    person = await factories.person(db)
    async with db.unit(person, write=True) as s:
        await memories.add(s, person, RENT, at=NOW)

    await tell(db, person, PUT_UP, proposed(INVENTED, "it's more like 700 a month now", "m1"))

    assert await state(db, person) == {RENT: MemoryState.ACTIVE}
