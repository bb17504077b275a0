"""A passkey is a second factor: several of them, beside an authenticator app or alone."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

import pyotp
import pytest
from argon2 import PasswordHasher
from pyotp.totp import TOTP

from coaching.domains.admin_access import invites, own_account, passkeys, service
from coaching.domains.admin_access.passkeys import GivenPasskey
from coaching.errors import (
    Conflict,
    InvalidInput,
    NotAllowed,
    NotFound,
    RateLimited,
    Unauthenticated,
)
from coaching.repositories import audit
from tests.support.authenticator import Authenticator

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.clock import FrozenClock
    from coaching.domains.admin_access.service import SignedInAdmin
    from coaching.repositories.db import Db
    from coaching.settings import Settings

PASSWORD = "a password of Ana's own"
ORIGIN = "http://localhost:3001"
BROWSER = "the cookie of the browser that asked"


class Account:
    """Ana's account, and her browser."""

    def __init__(self, db: Db, settings: Settings, clock: FrozenClock) -> None:
        self.db, self.settings, self.clock = db, settings, clock

    async def signs_in(
        self,
        key: Authenticator | None = None,
        *,
        name: str = "ana",
        password: str = PASSWORD,
        code: str = "",
        browser: str = BROWSER,
    ) -> SignedInAdmin:
        given = None
        if key is not None:
            asked = await passkeys.ask_to_sign_in(
                self.db, self.settings, browser=BROWSER, now=self.clock.now()
            )
            given = GivenPasskey(json.dumps(key.sign(asked)), browser)
        token = await service.sign_in(
            self.db,
            self.settings,
            name=name,
            password=password,
            code=code,
            passkey=given,
            address="192.0.2.1",
            now=self.clock.now(),
        )
        found = await service.authenticate(self.db, token, now=self.clock.now())
        assert found is not None
        return found

    async def adds(
        self, admin: SignedInAdmin, name: str = "Laptop", key: Authenticator | None = None
    ) -> Authenticator:
        key = key or Authenticator(origin=ORIGIN)
        now = self.clock.now()
        asked = await own_account.ask_to_add_passkey(
            self.db, self.settings, admin, browser=BROWSER, now=now
        )
        made = json.dumps(key.make(asked))
        await own_account.add_passkey(
            self.db, self.settings, admin, made, name=name, browser=BROWSER, now=now
        )
        return key

    async def names(self, admin: SignedInAdmin) -> list[str]:
        return [one.name for one in await own_account.own_passkeys(self.db, admin)]

    async def removes(self, admin: SignedInAdmin, name: str) -> None:
        found = await own_account.own_passkeys(self.db, admin)
        passkey_id = next(one.id for one in found if one.name == name)
        await own_account.remove_passkey(self.db, admin, passkey_id, now=self.clock.now())


@pytest.fixture
async def account(
    db: Db,
    make_settings: Callable[..., Settings],
    clock: FrozenClock,
    monkeypatch: pytest.MonkeyPatch,
) -> Account:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(service, "_hasher", lambda: quick)
    settings = make_settings(toney_encryption_keys="a key for tests")
    for name in ("ana", "bo"):
        await service.set_password(db, name, PASSWORD, now=clock.now())
    return Account(db, settings, clock)


async def test_with_a_passkey_the_password_alone_is_not_enough(account: Account) -> None:
    ana = await account.signs_in()
    assert not ana.has_second_factor
    key = await account.adds(ana)
    with pytest.raises(Unauthenticated):
        await account.signs_in()
    with pytest.raises(Unauthenticated):
        await account.signs_in(key, password="a guess")
    again = await account.signs_in(key)
    assert (again.name, again.has_second_factor, again.has_app) == ("ana", True, False)
    [used] = await own_account.own_passkeys(account.db, again)
    assert used.last_used_at == account.clock.now()
    assert [one.has_second_factor for one in await own_account.everyone(account.db)] == [
        True,
        False,
    ]


async def test_several_passkeys_each_open_and_a_removed_one_does_not(account: Account) -> None:
    ana = await account.signs_in()
    laptop = await account.adds(ana, "Laptop")
    account.clock.move(timedelta(seconds=1))
    ana = await account.signs_in(laptop)
    phone = await account.adds(ana, "Phone")
    assert await account.names(ana) == ["Laptop", "Phone"]
    account.clock.move(timedelta(seconds=1))
    await account.signs_in(phone)
    await account.removes(ana, "Laptop")
    with pytest.raises(Unauthenticated):
        await account.signs_in(laptop)
    ana = await account.signs_in(phone)
    with pytest.raises(Conflict, match="only second factor"):
        await account.removes(ana, "Phone")
    assert await account.names(ana) == ["Phone"]
    async with account.db.system("test") as s:
        told = [(e.actor, e.action, e.details.get("name")) for e in await audit.newest(s)]
    kept = [entry for entry in reversed(told) if "passkey" in entry[1]]
    assert kept == [
        ("ana", "passkey_added", "Laptop"),
        ("ana", "passkey_added", "Phone"),
        ("ana", "passkey_removed", "Laptop"),
    ]


async def test_code_and_passkey_are_two_ways_in(account: Account) -> None:
    ana = await account.signs_in()
    secret = pyotp.random_base32()

    def code() -> str:
        return TOTP(secret).at(int(account.clock.now().timestamp()))

    now = account.clock.now()
    await own_account.set_second_factor(
        account.db, account.settings, ana, secret=secret, code=code(), now=now
    )
    account.clock.move(timedelta(minutes=1))
    ana = await account.signs_in(code=code())
    assert ana.has_app
    key = await account.adds(ana)
    await account.signs_in(key)
    await account.removes(ana, "Laptop")
    with pytest.raises(Unauthenticated):
        await account.signs_in(key)
    with pytest.raises(Conflict):
        await own_account.set_second_factor(
            account.db, account.settings, ana, secret=secret, code=code(), now=now
        )


@pytest.mark.both_databases
async def test_a_session_that_may_be_stolen_changes_no_second_factor(account: Account) -> None:
    ana = await account.signs_in()
    key = await account.adds(ana)
    ana = await account.signs_in(key)
    account.clock.move(own_account.RECENT + timedelta(seconds=1))
    with pytest.raises(NotAllowed):
        await account.adds(ana, "A thief's")
    with pytest.raises(NotAllowed):
        await account.removes(ana, "Laptop")
    with pytest.raises(NotAllowed):
        await own_account.set_second_factor(
            account.db, account.settings, ana, secret="A" * 32, code="1", now=account.clock.now()
        )


async def test_a_passkey_opens_its_own_account_in_the_browser_that_asked(account: Account) -> None:
    key = await account.adds(await account.signs_in())
    other = await account.adds(await account.signs_in(name="bo"))
    for wrong in (
        account.signs_in(key, name="bo"),
        account.signs_in(other),
        account.signs_in(key, browser="another browser"),
        account.signs_in(Authenticator(id=key.id, user=key.user, origin=ORIGIN)),
    ):
        with pytest.raises(Unauthenticated):
            await wrong
        account.clock.move(timedelta(minutes=1))
    key.origin = "http://localhost:3000"
    with pytest.raises((Unauthenticated, RateLimited)):
        await account.signs_in(key)
    key.origin = ORIGIN
    account.clock.move(timedelta(minutes=1))
    await account.signs_in(key)


@pytest.mark.both_databases
async def test_a_passkey_of_somebody_else_is_neither_added_nor_removed(account: Account) -> None:
    ana, bo = await account.signs_in(), await account.signs_in(name="bo")
    key = await account.adds(ana)
    with pytest.raises(InvalidInput):
        await account.adds(bo, "Hers", key)
    [hers] = await own_account.own_passkeys(account.db, ana)
    with pytest.raises(NotFound):
        await own_account.remove_passkey(account.db, bo, hers.id, now=account.clock.now())
    assert await account.names(ana) == ["Laptop"]


async def test_the_holder_of_a_passkey_does_not_wait_for_others(account: Account) -> None:
    key = await account.adds(await account.signs_in())
    for _ in range(6):
        with pytest.raises((Unauthenticated, RateLimited)):
            await account.signs_in(password="a guess")
    with pytest.raises(RateLimited):
        await account.signs_in()
    assert (await account.signs_in(key)).name == "ana"


async def test_a_reset_removes_passkeys(account: Account) -> None:
    ana = await account.signs_in()
    await account.adds(ana)
    now = account.clock.now()
    await invites.invite(account.db, "ana", None, reset=True, now=now)
    assert await account.names(ana) == []


@pytest.mark.parametrize("junk", ["", "[]", "{}", '{"response": 5}', '{"id": 5, "response": {}}'])
async def test_what_no_browser_answers_signs_nobody_in(account: Account, junk: str) -> None:
    await account.adds(await account.signs_in())
    with pytest.raises(Unauthenticated):
        await service.sign_in(
            account.db,
            account.settings,
            name="ana",
            password=PASSWORD,
            passkey=GivenPasskey(junk, BROWSER),
            address="192.0.2.1",
            now=account.clock.now(),
        )
