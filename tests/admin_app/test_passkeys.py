"""Passkeys of an admin over HTTP, and on the account page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from admin_app.one_admin import keep_to_one_admin
from admin_app.pages.account import AccountState
from admin_app.session_state import SessionState
from coaching.domains.admin_access import own_account
from coaching.domains.admin_access import service as admins
from tests.admin_app.conftest import ORIGIN, PASSWORD
from tests.support.authenticator import Authenticator

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx
    import reflex as rx

    from coaching.bootstrap import Desk

    OpenTab = Callable[..., rx.State]


async def options(browser: httpx.AsyncClient, path: str) -> dict[str, Any]:
    answer = await browser.post(f"{path}/options", json={})
    assert answer.status_code == 200, answer.text
    return answer.json()["publicKey"]


async def signs_in(browser: httpx.AsyncClient, **fields: str) -> str:
    data = {"name": "admin", "password": PASSWORD, **fields}
    return (await browser.post("/auth/sign-in", data=data)).headers["location"]


async def adds(browser: httpx.AsyncClient, key: Authenticator, name: str) -> str:
    made = json.dumps(key.make(await options(browser, "/auth/passkeys")))
    answer = await browser.post("/auth/passkeys", data={"name": name, "credential": made})
    return answer.headers["location"]


async def opened(open_tab: OpenTab, token: str, query: str = "") -> AccountState:
    root = open_tab(token, query)
    await keep_to_one_admin(root)
    page = await root.get_state(AccountState)
    await AccountState.load.fn(page)
    return page


async def test_an_admin_adds_a_passkey_and_signs_in_with_it(
    desk: Desk, browser: httpx.AsyncClient, open_tab: OpenTab
) -> None:
    assert await signs_in(browser) == "/"
    page = await opened(open_tab, browser.cookies["toney_admin"])
    assert (await page.get_state(SessionState)).has_second_factor is False
    key = Authenticator(origin=ORIGIN)
    assert await adds(browser, key, "Laptop") == "/account?passkey=added"
    page = await opened(open_tab, browser.cookies["toney_admin"], "?passkey=added")
    session = await page.get_state(SessionState)
    assert session.said.startswith("Your passkey is added.")
    assert session.has_second_factor
    [row] = page.passkeys
    assert (row.cells[0], row.cells[2]) == ("Laptop", "Not used yet")

    await browser.post("/auth/sign-out")
    assert await signs_in(browser) == "/?sign-in=wrong"
    answer = json.dumps(key.sign(await options(browser, "/auth/passkey")))
    assert await signs_in(browser, credential=answer) == "/"
    assert "toney_passkey" not in browser.cookies
    assert await signs_in(browser, credential=answer) == "/?sign-in=wrong"


async def test_the_sign_in_form_is_not_told_who_has_a_passkey(browser: httpx.AsyncClient) -> None:
    asked = await options(browser, "/auth/passkey")
    assert (asked["rpId"], asked["userVerification"]) == ("localhost", "required")
    assert not asked.get("allowCredentials")


async def test_the_only_second_factor_stays_and_another_one_can_be_removed(
    browser: httpx.AsyncClient, open_tab: OpenTab
) -> None:
    await signs_in(browser)
    for name in ("Laptop", "Phone"):
        await adds(browser, Authenticator(origin=ORIGIN), name)
    page = await opened(open_tab, browser.cookies["toney_admin"])
    session = await page.get_state(SessionState)
    ids = [row.cells[-1] for row in page.passkeys]
    await AccountState.remove_passkey.fn(page, ids[0])
    assert session.said == "The passkey is removed."
    await AccountState.remove_passkey.fn(page, ids[1])
    assert session.problem.startswith("This is your only second factor.")
    assert [row.cells[-1] for row in page.passkeys] == [ids[1]]


async def test_an_hour_old_session_is_told_to_sign_in_again(
    desk: Desk, browser: httpx.AsyncClient, open_tab: OpenTab
) -> None:
    await signs_in(browser)
    key = Authenticator(origin=ORIGIN)
    made = key.make(await options(browser, "/auth/passkeys"))
    await adds(browser, Authenticator(origin=ORIGIN), "Laptop")
    desk.clock.move(own_account.RECENT * 2)  # pyrefly: ignore[missing-attribute] - frozen
    assert (await browser.post("/auth/passkeys/options", json={})).status_code == 403
    data = {"name": "Phone", "credential": json.dumps(made)}
    said = await browser.post("/auth/passkeys", data=data)
    assert said.headers["location"] == "/account?passkey=again"
    page = await opened(open_tab, browser.cookies["toney_admin"], "?passkey=again")
    assert page.may_change is False
    problem = (await page.get_state(SessionState)).problem
    assert problem == "To change your second factor, sign out and sign in again first."


async def test_strangers_and_odd_answers_add_nothing(
    desk: Desk, browser: httpx.AsyncClient
) -> None:
    assert (await browser.post("/auth/passkeys/options", json={})).status_code == 401
    said = await browser.post("/auth/passkeys", data={"name": "Phone", "credential": "{}"})
    assert said.headers["location"] == "/account?passkey=failed"
    await signs_in(browser)
    said = await browser.post("/auth/passkeys", data={"name": "Phone", "credential": "junk"})
    assert said.headers["location"] == "/account?passkey=failed"
    token = browser.cookies["toney_admin"]
    admin = await admins.authenticate(desk.db, token, now=desk.clock.now())
    assert admin is not None
    assert await own_account.own_passkeys(desk.db, admin) == []


async def test_one_address_can_ask_for_a_challenge_thirty_times_a_minute(
    browser: httpx.AsyncClient,
) -> None:
    for _ in range(30):
        await options(browser, "/auth/passkey")
    assert (await browser.post("/auth/passkey/options", json={})).status_code == 429
