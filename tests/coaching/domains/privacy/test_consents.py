from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.content.consent_texts import text_version
from coaching.domains.privacy import consents
from coaching.repositories import consents as records
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db

pytestmark = pytest.mark.both_databases
OLDER = "0"


async def _gives(db: Db, owner: UUID, version: str, *, days: int = 0) -> None:
    async with db.unit(owner, write=True) as s:
        at = MONDAY_MORNING + timedelta(days=days)
        await records.give(s, owner, text_version=version, provider="", at=at, text="I agree.")


async def _withdraws(db: Db, owner: UUID, *, days: int) -> None:
    async with db.unit(owner, write=True) as s:
        await records.withdraw(s, owner, at=MONDAY_MORNING + timedelta(days=days))


async def test_each_person_counts_once_by_the_newest_consent(db: Db) -> None:
    current, renewed, older, gone, _ = [
        await factories.person(db, consents=False) for _ in range(5)
    ]
    for owner in (renewed, older):
        await _gives(db, owner, OLDER)
    for owner in (current, renewed, gone):
        await _gives(db, owner, text_version(), days=1)
    await _withdraws(db, gone, days=2)
    assert await consents.agreed(db) == consents.Agreed(
        text_version(), current=2, older=1, withdrawn=1, never=1
    )


async def test_the_consents_of_a_person_are_told_without_their_texts(db: Db) -> None:
    owner, other = [await factories.person(db, consents=False) for _ in range(2)]
    await _gives(db, other, text_version())
    await _gives(db, owner, OLDER)
    await _gives(db, owner, text_version(), days=3)
    found = await consents.of_person(db, owner)
    assert [(one.version, one.state) for one in found] == [
        (text_version(), "current"),
        (OLDER, "replaced"),
    ]
    await _withdraws(db, owner, days=4)
    await _gives(db, owner, OLDER, days=5)
    found = await consents.of_person(db, owner)
    assert [one.state for one in found] == ["older", "withdrawn", "withdrawn"]
    assert found[1].withdrawn_at == MONDAY_MORNING + timedelta(days=4)
    assert "agree" not in str(found)
