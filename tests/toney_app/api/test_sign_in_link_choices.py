"""An address that belongs to another account: which one to keep, and what becomes of the other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from sqlmodel import select

from coaching.models import User
from tests.support.mailbox import Mailbox, mailbox
from tests.support.signing_in import Visitor, saved_by_mail, visitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.api_client import WithApi


_CODE = re.compile(r"[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}")


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as running:
        yield running


@pytest.fixture
def more_settings(box: Mailbox) -> dict[str, object]:
    return {"smtp_url": f"smtp://127.0.0.1:{box.port}"}


async def _two_accounts(web: WithApi, box: Mailbox) -> tuple[Visitor, Visitor]:
    """Return the browser of a saved account, and that of a guest who asked for the same address."""
    saved = await saved_by_mail(web, box)
    await saved.has_won("Saved before.")
    guest = await visitor(web)
    await guest.is_guest()
    await guest.has_won("New here.")
    await guest.asks()
    return saved, guest


@pytest.mark.both_databases
async def test_an_address_of_another_account_asks_which_one_to_keep(
    web: WithApi, box: Mailbox
) -> None:
    saved, guest = await _two_accounts(web, box)

    page = await guest.opens(box.token())
    unsaid = await guest.presses(box.token())

    assert "You have two accounts" in page.text
    assert page.text.count("1 win") == 2
    assert unsaid.status_code == 409
    assert await guest.wins() == ["New here."]
    assert await saved.wins() == ["Saved before."]


async def test_the_saved_account_opens_and_the_guest_keeps_a_code(
    web: WithApi, box: Mailbox
) -> None:
    saved, guest = await _two_accounts(web, box)
    old = dict(guest.client.cookies)

    chosen = await guest.presses(box.token(), keeps="there")

    code = _CODE.search(chosen.text)
    assert code is not None
    assert chosen.headers["clear-site-data"] == '"storage"'
    assert await guest.wins() == ["Saved before."]
    assert await saved.is_signed_in()
    earlier, later = await visitor(web), await visitor(web)
    earlier.client.cookies.update(old)
    assert not await earlier.is_signed_in()
    await later.client.post("/api/auth/recovery", json={"code": code[0]})
    assert await later.wins() == ["New here."]


async def test_the_guest_keeps_the_address_and_the_saved_account_gets_a_code(
    web: WithApi, box: Mailbox
) -> None:
    saved, guest = await _two_accounts(web, box)

    chosen = await guest.presses(box.token(), keeps="here")

    code = _CODE.search(chosen.text)
    assert code is not None
    assert await guest.wins() == ["New here."]
    assert await guest.ways() == ["email mara@example.org"]
    assert not await saved.is_signed_in()
    await saved.client.post("/api/auth/recovery", json={"code": code[0]})
    assert await saved.wins() == ["Saved before."]
    assert await saved.ways() == []


@pytest.mark.parametrize(("keeps", "kept"), [("there", "Saved before."), ("here", "New here.")])
async def test_the_other_account_is_deleted_only_when_that_is_said(
    web: WithApi, box: Mailbox, keeps: str, kept: str
) -> None:
    _, guest = await _two_accounts(web, box)

    chosen = await guest.presses(box.token(), keeps=keeps, deletes="yes")

    assert chosen.status_code == 303
    assert await guest.wins() == [kept]
    async with web.coaching.db.system("a test") as s:
        assert len((await s.exec(select(User))).all()) == 1


async def test_a_link_that_somebody_else_asked_for_gives_them_nothing_of_a_guest(
    web: WithApi, box: Mailbox
) -> None:
    """Who sends their own link to a guest must not get their address into the guest's account."""
    thief, guest = await visitor(web), await visitor(web)
    await thief.asks("thief@example.org")
    await guest.is_guest()

    page = await guest.opens(box.token())
    await guest.presses(box.token())
    await guest.presses(box.token(), keeps="here")

    assert "This link isn’t for this browser" in page.text
    assert await guest.ways() == []


async def test_the_last_way_in_stays_until_there_is_a_recovery_code(
    web: WithApi, box: Mailbox
) -> None:
    phone, laptop = await saved_by_mail(web, box), await visitor(web)
    await laptop.asks()
    await laptop.presses(box.token())
    found = (await phone.client.get("/api/auth/ways")).json()
    path = f"/api/auth/ways/{found['items'][0]['id']}"

    refused = await phone.client.delete(path)
    await phone.client.post("/api/auth/recovery-code", json={})
    removed = await phone.client.delete(path)

    assert (found["canRemove"], refused.status_code) == (False, 409)
    assert refused.json()["error"].startswith("You have no other way to sign in.")
    assert (removed.status_code, await phone.ways()) == (204, [])
    assert await phone.is_signed_in()
    assert not await laptop.is_signed_in()
