from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from argon2 import PasswordHasher, Type
from sqlmodel import select

from coaching.domains.admin_access import service as admins
from coaching.domains.admin_access.service import ALL_TOGETHER, PER_NAME_AND_ADDRESS
from coaching.errors import RateLimited, Unauthenticated
from coaching.models import Admin, AdminSession, SignInFailure
from coaching.repositories import audit
from coaching.repositories.db import Db

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from coaching.clock import FrozenClock
    from coaching.settings import Settings
    from tests.support.databases import Database

PASSWORD = "a long password for tests"
REAL_HASHER = admins._hasher
HERE, ELSEWHERE = "192.0.2.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def _quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(admins, "_hasher", lambda: quick)


def test_a_hash_costs_what_is_recommended() -> None:
    hasher = REAL_HASHER()
    assert (hasher.type, hasher.time_cost, hasher.memory_cost) == (Type.ID, 3, 64 * 1024)


@pytest.fixture
async def db(database: Database) -> AsyncGenerator[Db]:
    opened = Db(database.admin_url, admin=True)
    yield opened
    await opened.close()


@pytest.fixture
def settings(make_settings: Callable[..., Settings]) -> Settings:
    return make_settings(admin_password=PASSWORD)


@pytest.fixture
async def _admin(db: Db, settings: Settings, clock: FrozenClock) -> None:
    assert await admins.ensure_admin(db, settings, now=clock.now()) is None


class _Door:
    def __init__(self, db: Db, settings: Settings, clock: FrozenClock) -> None:
        self.db, self.settings, self.clock = db, settings, clock

    async def knock(
        self, password: str = PASSWORD, *, name: str = "admin", address: str = HERE
    ) -> str:
        return await admins.sign_in(
            self.db,
            self.settings,
            name=name,
            password=password,
            address=address,
            now=self.clock.now(),
        )

    async def who(self, token: str) -> str | None:
        found = await admins.authenticate(self.db, token, now=self.clock.now())
        return found.name if found else None


@pytest.fixture
def door(_admin: None, db: Db, settings: Settings, clock: FrozenClock) -> _Door:
    return _Door(db, settings, clock)


@pytest.mark.both_databases
async def test_the_right_password_opens_and_is_written_down(door: _Door) -> None:
    token = await door.knock()
    assert await door.who(token) == "admin"
    async with door.db.system("test") as s:
        entries = [(e.actor, e.action) for e in await audit.newest(s)]
        stored = (await s.exec(select(Admin.password_hash))).one()
        session = (await s.exec(select(AdminSession))).one()
        assert [f.failures for f in (await s.exec(select(SignInFailure))).all()] == [0]
    assert set(entries) == {("system", "admin_password_set"), ("admin", "signed_in")}
    assert stored.startswith("$argon2id$")
    assert token not in session.token_hash


@pytest.mark.parametrize(("name", "password"), [("admin", "wrong"), ("nobody", PASSWORD), ("", "")])
async def test_a_wrong_name_and_a_wrong_password_look_the_same(
    door: _Door, name: str, password: str
) -> None:
    with pytest.raises(Unauthenticated) as refused:
        await door.knock(password, name=name)
    assert refused.value.say == "Wrong name, password, code or passkey."


async def test_the_delay_grows_with_failures_and_is_over_in_time(door: _Door) -> None:
    waits: list[int] = []
    while len(waits) < 5:
        with pytest.raises((RateLimited, Unauthenticated)) as refused:
            await door.knock("wrong")
        if isinstance(refused.value, RateLimited):
            waits.append(refused.value.retry_after)
            door.clock.move(timedelta(seconds=refused.value.retry_after))
    assert waits == [1, 2, 4, 8, 16]
    assert PER_NAME_AND_ADDRESS.after(1000) == PER_NAME_AND_ADDRESS.most
    assert await door.knock()


async def test_the_right_password_waits_too_but_only_where_it_was_guessed(door: _Door) -> None:
    for _ in range(PER_NAME_AND_ADDRESS.free + 1):
        with pytest.raises(Unauthenticated):
            await door.knock("wrong")
    with pytest.raises(RateLimited):
        await door.knock()
    assert await door.knock(address=ELSEWHERE), "the admin enters from another address"


@pytest.mark.slow
async def test_guessing_from_a_hundred_addresses_slows_everybody_a_little(
    clock: FrozenClock, door: _Door
) -> None:
    blocked = 0
    for n in range(100):
        with pytest.raises((RateLimited, Unauthenticated)) as refused:
            await door.knock("wrong", address=f"198.51.100.{n}")
        blocked += isinstance(refused.value, RateLimited)
    assert blocked == 100 - ALL_TOGETHER.free - 1
    clock.move(ALL_TOGETHER.most + timedelta(seconds=1))
    assert await door.knock(), "nobody can lock the admin out"


async def test_the_admin_gets_in_while_somebody_else_keeps_guessing(door: _Door) -> None:
    for n in range(60):
        with pytest.raises((RateLimited, Unauthenticated)):
            await door.knock("wrong", name=f"invented {n}", address=ELSEWHERE)
    with pytest.raises(RateLimited):
        await door.knock(address=ELSEWHERE)
    with pytest.raises(RateLimited):
        await door.knock("wrong")
    assert await door.knock(), "from an address with few failures the right password opens"


@pytest.mark.both_databases
async def test_many_guesses_at_once_are_not_free(door: _Door) -> None:
    results = await asyncio.gather(
        *(door.knock("wrong") for _ in range(12)), return_exceptions=True
    )
    looked_at = [error for error in results if isinstance(error, Unauthenticated)]
    assert len(looked_at) == PER_NAME_AND_ADDRESS.free + 1
    assert all(isinstance(error, Unauthenticated | RateLimited) for error in results)


async def test_failures_of_yesterday_are_forgotten(door: _Door) -> None:
    for _ in range(PER_NAME_AND_ADDRESS.free + 1):
        with pytest.raises(Unauthenticated):
            await door.knock("wrong")
    door.clock.move(timedelta(days=1))
    for _ in range(PER_NAME_AND_ADDRESS.free):
        with pytest.raises(Unauthenticated):
            await door.knock("wrong")
    assert await door.knock()


@pytest.mark.both_databases
async def test_a_session_ends_after_half_an_hour_of_silence_or_twelve_hours(door: _Door) -> None:
    idle = await door.knock()
    door.clock.move(timedelta(minutes=30))
    assert await door.who(idle) is None
    busy = await door.knock()
    for _ in range(24):
        assert await door.who(busy) == "admin"
        door.clock.move(timedelta(minutes=29))
    assert await door.who(busy) == "admin"
    door.clock.move(timedelta(minutes=24))
    assert await door.who(busy) is None


async def test_signing_out_ends_the_session(door: _Door) -> None:
    first, second = await door.knock(), await door.knock()
    await admins.sign_out(door.db, first, now=door.clock.now())
    assert (await door.who(first), await door.who(second)) == (None, "admin")
    assert await door.who("") is None


async def test_the_setting_replaces_the_password_at_each_start_and_ends_sessions(
    door: _Door, make_settings: Callable[..., Settings]
) -> None:
    token, now = await door.knock(), door.clock.now()
    await admins.ensure_admin(door.db, door.settings, now=now)
    assert await door.who(token) == "admin", "the same password changes nothing"
    other = make_settings(admin_password="another long password")
    assert await admins.ensure_admin(door.db, other, now=now) is None
    assert await door.who(token) is None
    with pytest.raises(Unauthenticated):
        await door.knock(PASSWORD)
    assert await door.knock("another long password")


async def test_without_a_setting_a_password_is_made_and_shown_once(
    sqlite_db: Db, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    settings = make_settings()
    made = await admins.ensure_admin(sqlite_db, settings, now=clock.now())
    assert made is not None
    assert len(made) >= 24
    assert await admins.ensure_admin(sqlite_db, settings, now=clock.now()) is None
    assert await _Door(sqlite_db, settings, clock).knock(made)
