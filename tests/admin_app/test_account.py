"""The account page, and accepting an invite over HTTP."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from pyotp.totp import TOTP

from admin_app.one_admin import keep_to_one_admin
from admin_app.pages.account import AccountState
from admin_app.pages.log import LogState
from admin_app.pages.overview import OverviewState
from admin_app.pages.sign_in import SignInState
from admin_app.session_state import SessionState
from coaching.domains.admin_access import invites
from coaching.values.enums import AdminRole

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx
    import reflex as rx

    from coaching.bootstrap import Desk

    OpenTab = Callable[..., rx.State]


def code(desk: Desk, secret: str) -> str:
    return TOTP(secret).at(int(desk.clock.now().timestamp()))


async def test_an_admin_connects_an_authenticator_app(
    desk: Desk, open_tab: OpenTab, token: str
) -> None:
    root = open_tab(token)
    await keep_to_one_admin(root)
    page = await root.get_state(AccountState)
    session = await root.get_state(SessionState)
    await AccountState.load.fn(page)
    assert (session.name, session.has_second_factor) == ("admin", False)
    assert page.rows[0].cells[:3] == ["admin", "admin", "off"]
    await AccountState.begin_second_factor.fn(page)
    assert page.qr.startswith("M")
    assert page.qr_size > 30
    await AccountState.confirm_second_factor.fn(page, {"code": "1"})
    assert session.problem == "This code doesn’t fit. Type the newest one from your app."
    await AccountState.confirm_second_factor.fn(page, {"code": code(desk, page.secret)})
    assert (session.problem, session.said) == ("", "The second factor is on.")
    assert (page.rows[0].cells[2], page.secret, page.has_app) == ("on", "", True)


async def test_an_invite_is_shown_accepted_once_and_then_opens(
    desk: Desk, open_tab: OpenTab, browser: httpx.AsyncClient
) -> None:
    now = desk.clock.now()
    token = await invites.invite(desk.db, "vera", AdminRole.VIEWER, reset=False, now=now)
    root = open_tab(query=f"?invite={token}")
    await OverviewState.load.fn(await root.get_state(OverviewState))
    shown = await root.get_state(SignInState)
    assert (shown.invited, bool(shown.qr), shown.problem) == ("vera", True, "")

    answer = {"invite": token, "password": "short", "code": "1"}
    said = await browser.post("/auth/invite", data=answer)
    assert said.headers["location"] == f"/?invite={token}&sign-in=password"
    answer = {"invite": token, "password": "long enough for vera", "code": code(desk, shown.secret)}
    said = await browser.post("/auth/invite", data=answer)
    assert said.headers["location"] == "/?sign-in=ready"
    said = await browser.post("/auth/invite", data=answer)
    assert said.headers["location"] == "/?sign-in=gone"

    desk.clock.move(timedelta(seconds=30))  # pyrefly: ignore[missing-attribute] - frozen
    answer = {"name": "vera", "password": answer["password"], "code": code(desk, shown.secret)}
    said = await browser.post("/auth/sign-in", data=answer)
    assert said.headers["location"] == "/"
    root = open_tab(browser.cookies["toney_admin"])
    await keep_to_one_admin(root)
    page = await root.get_state(LogState)
    await LogState.load.fn(page)
    assert [row.cells[1:3] for row in page.rows] == [
        ["vera", "signed in"],
        ["vera", "accepted their invite"],
    ]
    assert (await root.get_state(SessionState)).may_change is False
