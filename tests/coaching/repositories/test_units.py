from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest
from sqlmodel import select

from coaching.models import Profile, User
from coaching.repositories.db import Db, NestedUnit


async def test_a_person_sees_their_own_profile(db: Db) -> None:
    anna = uuid4()
    async with db.unit(anna, write=True) as s:
        s.add(User(id=anna))
        await s.flush()
        s.add(Profile(user_id=anna))
    async with db.unit(anna) as s:
        assert [row.user_id for row in (await s.exec(select(Profile))).all()] == [anna]
