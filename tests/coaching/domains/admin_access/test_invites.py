"""Invites work once and for a day; the second factor belongs to them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pyotp
import pytest
from argon2 import PasswordHasher
from pyotp.totp import TOTP

from coaching.domains.admin_access import invites, own_account, service
from coaching.errors import Conflict, InvalidInput, NotFound, RateLimited, Unauthenticated
from coaching.repositories import audit
from coaching.values.enums import AdminRole

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.settings import Settings

PASSWORD = "a password of Ana's own"
HOME, ELSEWHERE = "192.0.2.1", "198.51.100.9"


@pytest.fixture
def settings(make_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch) -> Settings:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(service, "_hasher", lambda: quick)
    return make_settings(toney_encryption_keys="a key for tests")


class Desk:
    """Ana, her phone, and the sign-in form."""

    def __init__(self, db: Db, settings: Settings, clock: FrozenClock) -> None:
        self.db, self.settings, self.clock = db, settings, clock
        self.secret = ""

    async def invites_ana(self, role: AdminRole = AdminRole.ADMIN, *, reset: bool = False) -> str:
        return await invites.invite(self.db, "ana", role, reset=reset, now=self.clock.now())

    async def accepts(self, token: str, password: str = PASSWORD, code: str = "") -> None:
        found = await invites.look(self.db, self.settings, token, now=self.clock.now())
        self.secret = found.secret
        await invites.accept(
            self.db,
            self.settings,
            token,
            password=password,
            code=code or self.code(),
            now=self.clock.now(),
        )

    def code(self) -> str:
        return TOTP(self.secret).at(int(self.clock.now().timestamp()))

    async def signs_in(self, code: str = "", password: str = PASSWORD, address: str = HOME) -> str:
        return await service.sign_in(
            self.db,
            self.settings,
            name="ana",
            password=password,
            code=code,
            address=address,
            now=self.clock.now(),
        )


@pytest.fixture
def desk(db: Db, settings: Settings, clock: FrozenClock) -> Desk:
    return Desk(db, settings, clock)


async def test_an_invite_sets_password_and_second_factor_and_is_written_down(desk: Desk) -> None:
    await desk.accepts(await desk.invites_ana(AdminRole.VIEWER))
    desk.clock.move(timedelta(seconds=30))
    token = await desk.signs_in(desk.code())
    ana = await service.authenticate(desk.db, token, now=desk.clock.now())
    assert ana is not None
    assert (ana.name, ana.role, ana.has_second_factor) == ("ana", AdminRole.VIEWER, True)
    async with desk.db.system("test") as s:
        entries = {(entry.actor, entry.action) for entry in await audit.newest(s)}
    assert entries == {
        ("system", "admin_invited"),
        ("ana", "invite_accepted"),
        ("ana", "signed_in"),
    }


@pytest.mark.both_databases
async def test_an_invite_works_once_and_for_a_day(desk: Desk) -> None:
    used = await desk.invites_ana()
    await desk.accepts(used)
    with pytest.raises(NotFound):
        await desk.accepts(used)
    late = await desk.invites_ana(reset=True)
    desk.clock.move(invites.GOOD_FOR)
    with pytest.raises(NotFound):
        await desk.accepts(late)


async def test_a_wrong_code_or_a_short_password_leaves_the_invite_open(desk: Desk) -> None:
    token = await desk.invites_ana()
    with pytest.raises(InvalidInput):
        await desk.accepts(token, code="000000")
    with pytest.raises(InvalidInput):
        await desk.accepts(token, password="short")
    with pytest.raises(Unauthenticated):
        await desk.signs_in(password="")
    await desk.accepts(token)


async def test_a_reset_takes_password_second_factor_and_sessions(desk: Desk) -> None:
    await desk.accepts(await desk.invites_ana())
    desk.clock.move(timedelta(seconds=30))
    session = await desk.signs_in(desk.code())
    with pytest.raises(Conflict):
        await desk.invites_ana()
    await desk.invites_ana(reset=True)
    assert await service.authenticate(desk.db, session, now=desk.clock.now()) is None
    desk.clock.move(timedelta(seconds=30))
    with pytest.raises(Unauthenticated):
        await desk.signs_in(desk.code())


async def test_the_password_alone_is_not_enough_and_a_code_counts_once(desk: Desk) -> None:
    await desk.accepts(await desk.invites_ana())
    with pytest.raises(Unauthenticated):
        await desk.signs_in()
    with pytest.raises(Unauthenticated):
        await desk.signs_in(desk.code())  # the one that the invite was accepted with
    desk.clock.move(timedelta(seconds=30))
    assert await desk.signs_in(desk.code())
    with pytest.raises(Unauthenticated):
        await desk.signs_in(desk.code())


@pytest.mark.both_databases
async def test_a_code_opens_where_somebody_else_keeps_guessing(desk: Desk) -> None:
    await desk.accepts(await desk.invites_ana())
    refused = 0
    for _ in range(12):
        with pytest.raises((Unauthenticated, RateLimited)) as error:
            await desk.signs_in(password="a guess")
        refused += isinstance(error.value, RateLimited)
    assert refused
    with pytest.raises(RateLimited):
        await desk.signs_in()
    desk.clock.move(timedelta(seconds=30))
    with pytest.raises((Unauthenticated, RateLimited)):
        await desk.signs_in(desk.code(), password="a guess")
    desk.clock.move(timedelta(seconds=30))
    assert await desk.signs_in(desk.code())


@pytest.mark.both_databases
async def test_an_account_without_a_second_factor_adds_one_and_keeps_it(desk: Desk) -> None:
    now = desk.clock.now()
    await service.set_password(desk.db, "ana", PASSWORD, now=now)
    ana = await service.authenticate(desk.db, await desk.signs_in(), now=now)
    assert ana is not None
    desk.secret = pyotp.random_base32()
    with pytest.raises(InvalidInput):
        await own_account.set_second_factor(
            desk.db, desk.settings, ana, secret=desk.secret, code="12", now=now
        )
    await own_account.set_second_factor(
        desk.db, desk.settings, ana, secret=desk.secret, code=desk.code(), now=now
    )
    [one] = await own_account.everyone(desk.db)
    assert (one.name, one.has_second_factor) == ("ana", True)
    later = await service.authenticate(desk.db, await _again(desk), now=desk.clock.now())
    assert later is not None
    with pytest.raises(Conflict):
        await own_account.set_second_factor(
            desk.db, desk.settings, later, secret=desk.secret, code=desk.code(), now=now
        )


async def _again(desk: Desk) -> str:
    desk.clock.move(timedelta(seconds=60))
    return await desk.signs_in(desk.code(), address=ELSEWHERE)
