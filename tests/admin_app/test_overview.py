from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from admin_app.one_admin import keep_to_one_admin
from admin_app.pages.overview import FIGURES, OverviewState
from admin_app.pages.sign_in import SignInState
from admin_app.session_state import SessionState
from coaching.domains.admin_access import service as admins
from coaching.repositories.db import Db
from coaching.services import wins
from tests.admin_app.conftest import give_cookie
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Callable

    import reflex as rx

    from coaching.bootstrap import Desk
    from tests.support.databases import Database

    OpenTab = Callable[..., rx.State]


async def opens(root: rx.State) -> OverviewState:
    """Open the page as Reflex does: first whose tab it is, then what it reads."""
    await keep_to_one_admin(root)
    page = await root.get_state(OverviewState)
    await OverviewState.load.fn(page)
    return page


async def test_nobody_sees_the_door_and_no_number(desk: Desk, open_tab: OpenTab) -> None:
    root = open_tab()
    page = await opens(root)
    session = await root.get_state(SessionState)
    assert (session.ready, session.name) == (True, "")
    assert page.figures == dict.fromkeys(FIGURES, "")


async def test_an_admin_sees_what_the_database_has(
    desk: Desk, database: Database, open_tab: OpenTab, token: str
) -> None:
    db = Db(database.url)
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session)
    await factories.exchange(db, owner, session, "And another one.")
    async with db.unit(owner, write=True) as s:
        await wins.add(s, owner, "I opened it.", at=datetime.now(UTC))
    await db.close()
    page = await opens(open_tab(token))
    assert page.figures == {
        "people": "1",
        "conversations": "1",
        "turns": "2",
        "signals": "0",
        "cost": "$0.0000",
        "saved": "0.0%",
        "model": "Offline coach",
    }
    assert page.notes["conversations"] == "4 messages in total"
    assert page.used == [["Saved a win", "1", "1"]]
    assert page.turns == [["Done", "2"]]
    assert page.jobs == [["Due", "2"]]


@pytest.mark.both_databases
async def test_a_tab_keeps_nothing_for_who_comes_after(
    desk: Desk, open_tab: OpenTab, token: str
) -> None:
    root = open_tab(token)
    page = await opens(root)
    assert page.figures["people"] == "0"
    await admins.sign_out(desk.db, token, now=desk.clock.now())
    give_cookie(root, "")
    await keep_to_one_admin(root)
    assert page.figures["people"] == ""
    assert (await root.get_state(SessionState)).name == ""


async def test_the_door_says_what_went_wrong(desk: Desk, open_tab: OpenTab) -> None:
    said: dict[str, str] = {}
    for query in ("", "?sign-in=wrong", "?sign-in=wait&seconds=8", "?sign-in=wait&seconds=<b>"):
        root = open_tab(query=query)
        await opens(root)
        said[query] = (await root.get_state(SignInState)).problem
    assert list(said.values()) == [
        "",
        "Wrong name, password or code.",
        "Too many attempts. Wait 8 seconds, then try again.",
        "Too many attempts. Wait 60 seconds, then try again.",
    ]
