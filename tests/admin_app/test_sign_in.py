from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from reflex.istate.data import RouterData

from admin_app.one_admin import keep_to_one_admin
from admin_app.pages.overview import OverviewState
from admin_app.pages.sign_in import SignInState
from coaching.domains.admin_access import service as admins
from tests.admin_app.conftest import PASSWORD

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx
    import reflex as rx

    from coaching.bootstrap import Desk


async def tries(browser: httpx.AsyncClient, name: str, password: str) -> httpx.Response:
    return await browser.post("/auth/sign-in", data={"name": name, "password": password})


async def test_the_right_password_sets_a_cookie_that_no_script_can_read(
    desk: Desk, browser: httpx.AsyncClient
) -> None:
    answer = await tries(browser, "admin", PASSWORD)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    for part in ("toney_admin=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=43200"):
        assert part in cookie
    token = browser.cookies["toney_admin"]
    found = await admins.authenticate(desk.db, token, now=desk.clock.now())
    assert found is not None
    assert found.name == "admin"


@pytest.mark.parametrize(
    ("name", "password"),
    [("admin", "wrong"), ("nobody", PASSWORD), ("", ""), ("admin\x00", PASSWORD)],
)
async def test_a_wrong_pair_is_told_as_one_thing(
    browser: httpx.AsyncClient, name: str, password: str
) -> None:
    answer = await tries(browser, name, password)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?sign-in=wrong")
    assert "toney_admin=" not in answer.headers["set-cookie"]


async def test_a_wrong_sign_in_keeps_the_name_until_the_next_one_is_right(
    browser: httpx.AsyncClient, open_tab: Callable[[], rx.State]
) -> None:
    name = "Zoë; a=b"
    answer = await tries(browser, name, "wrong")
    cookie, place = answer.headers["set-cookie"], answer.headers["location"]
    assert "HttpOnly" in cookie
    assert "Max-Age=300" in cookie
    assert "Zo" not in place
    for query, tried in (("?sign-in=wrong", name), ("?sign-in=wait&seconds=1", name), ("", "")):
        root, headers = open_tab(), {"cookie": cookie.partition(";")[0]}
        here = {"headers": headers, "pathname": "/", "asPath": f"/{query}"}
        root.router = RouterData.from_router_data(here)
        await keep_to_one_admin(root)
        page = await root.get_state(OverviewState)
        await OverviewState.load.fn(page)
        assert (await page.get_state(SignInState)).tried == tried, query

    answer = await tries(browser, "admin", PASSWORD)
    assert any("tried_name=;" in one for one in answer.headers.get_list("set-cookie"))


async def test_one_goes_on_where_one_was_and_nowhere_else(
    desk: Desk, browser: httpx.AsyncClient
) -> None:
    went: list[str] = []
    for back in ("/people?tension=numb&q=", "//elsewhere.example/people", "/auth/sign-out", "x"):
        for password in ("wrong", PASSWORD):
            form = {"name": "admin", "password": password, "back": back}
            went.append((await browser.post("/auth/sign-in", data=form)).headers["location"])
    assert went[:2] == ["/people?tension=numb&sign-in=wrong", "/people?tension=numb"]
    assert set(went[2:]) == {"/people?sign-in=wrong", "/people", "/?sign-in=wrong", "/"}


async def test_any_word_may_stand_in_the_address_where_one_was(browser: httpx.AsyncClient) -> None:
    form = {"name": "admin", "password": "wrong", "back": "/people?route=x"}
    answer = await browser.post("/auth/sign-in", data=form)
    assert answer.headers["location"] == "/people?route=x&sign-in=wrong"


async def test_failures_make_the_next_try_wait(browser: httpx.AsyncClient) -> None:
    for _ in range(4):
        await tries(browser, "admin", "wrong")
    answer = await tries(browser, "admin", PASSWORD)
    assert answer.headers["location"] == "/?sign-in=wait&seconds=1"
    assert "toney_admin=" not in answer.headers["set-cookie"]


async def test_what_does_not_fit_into_a_form_is_refused(browser: httpx.AsyncClient) -> None:
    assert (await tries(browser, "admin", "x" * 300)).status_code == 422


async def test_signing_out_ends_the_session(desk: Desk, browser: httpx.AsyncClient) -> None:
    await tries(browser, "admin", PASSWORD)
    token = browser.cookies["toney_admin"]
    answer = await browser.post("/auth/sign-out")
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert await admins.authenticate(desk.db, token, now=desk.clock.now()) is None


async def test_ready_asks_the_database(browser: httpx.AsyncClient) -> None:
    answer = await browser.get("/ready")
    assert (answer.status_code, answer.json()["parts"]) == (200, {"database": True})
