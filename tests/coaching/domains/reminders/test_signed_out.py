"""A browser that was signed out gets no more reminders: they may name what its person plans."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import SecretStr

from coaching.domains.privacy import old_access
from coaching.domains.reminders import browsers
from coaching.repositories import login_sessions
from coaching.services import accounts, devices
from coaching.web.push import Browser
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from coaching.repositories.db import Db
    from coaching.settings import Settings

NAMES = ("phone", "laptop", "lent")


@pytest.fixture
def settings(make_settings: Callable[..., Settings]) -> Settings:
    keys: dict[str, Any] = {"toney_encryption_keys": (SecretStr("an encryption key that is long"),)}
    return make_settings(**keys)


async def browser(db: Db, settings: Settings, owner: UUID, name: str) -> tuple[str, UUID]:
    """Sign in and ask for pushes; return the token and the id of the session."""
    async with db.system("sign-in", write=True) as s:
        token = await accounts.start_session(s, owner, now=MONDAY_MORNING)
    here = await accounts.signed_in(db, token, now=MONDAY_MORNING)
    assert here is not None
    sent = Browser(f"https://push.example.org/{name}", "AAAA", "AAAA")
    await browsers.add(
        db, settings, owner, sent, session=here.session_id, at=MONDAY_MORNING, problem=lambda _: ""
    )
    return token, here.session_id


async def asked(db: Db, settings: Settings, owner: UUID) -> list[str]:
    async with db.unit(owner) as s:
        found = await browsers.of(s, settings, owner)
    return [one.endpoint.rpartition("/")[2] for _, one in found]


@pytest.mark.both_databases
async def test_a_browser_that_signs_out_or_is_signed_out_gets_no_more_pushes(
    db: Db, settings: Settings
) -> None:
    owner, other = await factories.person(db), await factories.person(db)
    phone, laptop, lent = [await browser(db, settings, owner, name) for name in NAMES]
    await browser(db, settings, other, "theirs")
    async with db.system("devices", write=True) as s:
        await devices.sign_out(s, owner, lent[1], at=MONDAY_MORNING)
    assert sorted(await asked(db, settings, owner)) == ["laptop", "phone"]
    async with db.unit(owner, write=True) as s:
        await accounts.sign_out(s, owner, laptop[0], now=MONDAY_MORNING)
    assert await asked(db, settings, owner) == ["phone"]
    await browser(db, settings, owner, "lent")
    async with db.system("devices", write=True) as s:
        await devices.sign_out_others(s, owner, phone[1], at=MONDAY_MORNING)
    assert await asked(db, settings, owner) == ["phone"]
    async with db.unit(owner, write=True) as s:
        await accounts.sign_out_everywhere(s, owner, now=MONDAY_MORNING)
    assert await asked(db, settings, owner) == []
    assert await asked(db, settings, other) == ["theirs"]


@pytest.mark.both_databases
async def test_a_session_that_ran_out_takes_its_pushes_along(db: Db, settings: Settings) -> None:
    owner = await factories.person(db)
    await browser(db, settings, owner, "phone")
    async with db.system("retention", write=True) as s:
        await login_sessions.forget_before(s, MONDAY_MORNING + timedelta(days=400))
    assert await asked(db, settings, owner) == []


@pytest.mark.both_databases
async def test_a_restore_sends_nothing_to_a_browser_that_it_signs_out(
    db: Db, settings: Settings
) -> None:
    owner = await factories.person(db)
    await browser(db, settings, owner, "phone")
    known = await old_access.read(db, now=MONDAY_MORNING)
    _, lent = await browser(db, settings, owner, "lent")
    known = replace(known, ended_sessions=frozenset({lent}))

    await old_access.end(db, known, now=MONDAY_MORNING + timedelta(minutes=1))

    assert await asked(db, settings, owner) == ["phone"]
