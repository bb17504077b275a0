from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.services import threads
from tests.support import factories

if TYPE_CHECKING:
    from coaching.repositories.db import Db

SERIOUS = "I opened the drawer with the letters."


@pytest.mark.parametrize(
    "joke",
    [
        "I will just sell a kidney for that, lol.",
        "My dog handles all the family finances these days. 😂",
        "Mi plan es ganar la lotería el domingo, jajaja.",
    ],
)
async def test_home_quotes_no_joke(db: Db, joke: str) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, SERIOUS)
    await factories.exchange(db, owner, session, joke)
    async with db.unit(owner) as s:
        assert await threads.last_words(s, owner) == SERIOUS
