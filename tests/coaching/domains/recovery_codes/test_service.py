"""A code that is kept by the person lets them back in, once."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import select

from coaching.domains.recovery_codes import service
from coaching.domains.recovery_codes.models import RecoveryCode
from coaching.errors import RateLimited, Unauthenticated
from coaching.repositories import audit
from coaching.services import accounts, personal_data
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.settings import Settings

HERE = "192.0.2.7"


class Door:
    """Where somebody comes back with a code."""

    def __init__(self, db: Db, settings: Settings, clock: FrozenClock) -> None:
        self.db, self.settings, self.clock = db, settings, clock

    async def makes(self, owner: UUID) -> str:
        async with self.db.system("recovery code", write=True) as s:
            return await service.renew(s, owner, at=self.clock.now())

    async def opens(self, code: str, address: str = HERE) -> service.Back:
        now = self.clock.now()
        return await service.sign_in(self.db, self.settings, code, address=address, now=now)


@pytest.fixture
def door(db: Db, make_settings: Callable[..., Settings], clock: FrozenClock) -> Door:
    return Door(db, make_settings(), clock)


@pytest.mark.both_databases
async def test_a_code_opens_once_and_brings_the_next_one(door: Door, clock: FrozenClock) -> None:
    owner = await factories.person(door.db)
    code = await door.makes(owner)
    back = await door.opens(code)
    assert back.owner == owner
    assert await accounts.authenticate(door.db, back.token, now=clock.now()) == owner
    clock.move(service.LOST_ANSWER + timedelta(seconds=1))
    with pytest.raises(Unauthenticated):
        await door.opens(code)
    assert (await door.opens(back.code)).owner == owner
    async with door.db.system("audit") as s:
        entries = await audit.newest(s)
    assert {entry.action for entry in entries} == {"recovery_code_made", "recovery_code_used"}
    assert {entry.subject for entry in entries} == {""}


async def test_a_code_opens_again_when_the_answer_with_the_next_one_was_lost(door: Door) -> None:
    owner = await factories.person(door.db)
    code = await door.makes(owner)
    lost, back = await door.opens(code), await door.opens(code.lower())
    assert (back.owner, back.code) == (owner, lost.code)
    assert back.token != lost.token
    await door.opens(back.code)
    with pytest.raises(Unauthenticated):
        await door.opens(code)


async def test_it_may_be_typed_as_people_type(door: Door) -> None:
    code = await door.makes(await factories.person(door.db))
    await door.opens(code.lower().replace("-", " ").replace("0", "o").replace("1", "l"))


@pytest.mark.parametrize("wrong", ["", "-", "0000-0000-0000-0000-0000", "x" * 200, "ÄÖ ’"])
async def test_another_code_opens_nothing(door: Door, wrong: str) -> None:
    await door.makes(await factories.person(door.db))
    with pytest.raises(Unauthenticated):
        await door.opens(wrong)


async def test_a_new_code_takes_the_place_of_the_old_one(door: Door) -> None:
    owner = await factories.person(door.db)
    old, new = await door.makes(owner), await door.makes(owner)
    with pytest.raises(Unauthenticated):
        await door.opens(old)
    assert (await door.opens(new)).owner == owner


async def test_a_code_that_was_removed_opens_nothing(door: Door, clock: FrozenClock) -> None:
    owner = await factories.person(door.db)
    code = await door.makes(owner)
    async with door.db.system("recovery code", write=True) as s:
        await service.revoke(s, owner, at=clock.now())
        assert await service.made_at(s, owner) is None
    with pytest.raises(Unauthenticated):
        await door.opens(code)


async def test_wrong_codes_of_one_address_wait_and_others_do_not(
    door: Door, clock: FrozenClock
) -> None:
    code = await door.makes(await factories.person(door.db))
    for _ in range(service.FREE_TRIES + 1):
        with pytest.raises(Unauthenticated):
            await door.opens("wrong")
    with pytest.raises(RateLimited):
        await door.opens(code)
    clock.move(timedelta(seconds=3))
    await door.opens(code)


async def test_the_wait_of_a_clock_that_was_ahead_ends_with_it(
    door: Door, clock: FrozenClock
) -> None:
    code = await door.makes(await factories.person(door.db))
    clock.move(timedelta(days=365))
    for _ in range(service.FREE_TRIES + 1):
        with pytest.raises(Unauthenticated):
            await door.opens("wrong")
    clock.move(-timedelta(days=365))
    await door.opens(code)


async def test_the_code_itself_is_nowhere(door: Door) -> None:
    owner = await factories.person(door.db)
    code = await door.makes(owner)
    async with door.db.unit(owner) as s:
        (row,) = (await s.exec(select(RecoveryCode))).all()
        taken = await personal_data.export(s, owner, at=door.clock.now())
    assert code.replace("-", "") not in row.token_hash.upper()
    (exported,) = taken["tables"]["recovery_codes"]
    assert set(exported) == {"id", "user_id", "created_at"}
