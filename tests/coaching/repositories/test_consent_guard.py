"""Whatever a person says, no unit of the apps stores it without their consent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa
from sqlmodel import col, select, update

from coaching.errors import ConsentMissing
from coaching.models import Profile, Win
from coaching.repositories import consent_guard, personal_data
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Consent
    from coaching.repositories.db import Db


def agrees(newest: Consent | None) -> bool:
    return newest is not None and newest.withdrawn_at is None


def a_win(owner: UUID) -> Win:
    return Win(user_id=owner, text="I opened it", created_at=MONDAY_MORNING)


async def adds_by_the_session(s: AsyncSession, owner: UUID) -> None:
    s.add(a_win(owner))
    await s.flush()


async def adds_by_a_statement(s: AsyncSession, owner: UUID) -> None:
    await s.exec(sa.insert(Win).values(a_win(owner).model_dump()))


async def says_a_name(s: AsyncSession, owner: UUID) -> None:
    (await s.get_one(Profile, owner)).name = "Mara"
    await s.flush()


async def says_a_name_by_a_statement(s: AsyncSession, owner: UUID) -> None:
    await s.exec(update(Profile).where(col(Profile.user_id) == owner).values(name="Mara"))


async def answers_a_question(s: AsyncSession, owner: UUID) -> None:
    (await s.get_one(Profile, owner)).onboarding_answers = {"q1": "q1_avoid"}
    await s.flush()


WAYS = [
    adds_by_the_session,
    adds_by_a_statement,
    says_a_name,
    says_a_name_by_a_statement,
    answers_a_question,
]


async def test_words_need_a_consent_whatever_way_they_come(db: Db) -> None:
    stranger = await factories.person(db, consents=False)
    owner = await factories.person(db)
    for way in WAYS:
        with pytest.raises(ConsentMissing):
            async with db.unit(stranger, write=True, agreed=agrees) as s:
                await way(s, stranger)
        async with db.unit(owner, write=True, agreed=agrees) as s:
            await way(s, owner)
    async with db.unit(stranger) as s:
        assert (await s.get_one(Profile, stranger)).name == ""


async def test_settings_and_deleting_need_none(db: Db) -> None:
    owner = await factories.person(db, consents=False, name="Mara")
    await factories.win(db, owner)
    async with db.unit(owner, write=True, agreed=agrees) as s:
        person = await s.get_one(Profile, owner)
        person.locale, person.country, person.time_zone = "es", "CL", "America/Santiago"
        person.name = ""
        await s.exec(update(Win).where(col(Win.user_id) == owner).values(text=""))
        await s.exec(sa.delete(Win).where(col(Win.user_id) == owner))
    async with db.unit(owner) as s:
        changed = await s.get_one(Profile, owner)
        assert (changed.name, changed.country) == ("", "CL")
        assert (await s.exec(select(Win))).all() == []


def test_every_free_table_is_one_of_a_person() -> None:
    assert set(personal_data.tables()) >= consent_guard.FREE
