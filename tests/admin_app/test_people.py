"""The page of people: four characters, no names and no words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from admin_app.copy import t
from admin_app.one_admin import keep_to_one_admin
from admin_app.pages.people import PeopleState
from coaching.repositories.db import Db
from coaching.values.enums import Tension
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Callable

    import reflex as rx

    from coaching.bootstrap import Desk
    from tests.support.databases import Database

    OpenTab = Callable[..., rx.State]


async def opens(root: rx.State) -> PeopleState:
    await keep_to_one_admin(root)
    page = await root.get_state(PeopleState)
    await PeopleState.load.fn(page)
    return page


@pytest.mark.slow
@pytest.mark.both_databases
async def test_a_viewer_sees_who_is_there_without_a_word_of_theirs(
    desk: Desk, database: Database, open_tab: OpenTab, viewer_token: str
) -> None:
    db = Db(database.url)
    owner = await factories.person(db, name="Mara", tension_type=Tension.AVOID)
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, "The letters are in the drawer.")
    await db.close()
    page = await opens(open_tab(viewer_token, query="?sort=active&tension=avoid&stage=x"))
    [row] = page.rows
    assert row.cells[0] == owner.hex[:4]
    assert row.cells[3:6] == ["Avoid", "–", "1"]
    assert row.href == f"/person?id={owner}"
    assert (page.total, page.chosen["tension"], page.chosen["stage"]) == ("1 person", "avoid", "")
    assert page.paging.sorted_by == "active"
    assert "Mara" not in str(page.rows)
    assert "drawer" not in str(page.rows)
    nobody = await opens(open_tab(viewer_token, query="?q=zzzz"))
    assert (nobody.rows, nobody.nothing) == ([], t("users.nothing"))


async def test_by_last_message_only_those_who_wrote_are_listed_and_counted(
    desk: Desk, database: Database, open_tab: OpenTab, viewer_token: str
) -> None:
    empty = await opens(open_tab(viewer_token))
    assert (empty.total, empty.nothing) == ("0 people", t("users.no_one"))
    db = Db(database.url)
    for _ in range(2):
        await factories.person(db)
    writer = await factories.person(db)
    await factories.exchange(db, writer, await factories.conversation(db, writer), "Hello.")
    await db.close()
    assert (await opens(open_tab(viewer_token))).total == "3 people"
    active = await opens(open_tab(viewer_token, query="?sort=active"))
    assert (len(active.rows), active.total) == (1, "1 person")


async def test_a_stranger_sees_nobody(desk: Desk, database: Database, open_tab: OpenTab) -> None:
    db = Db(database.url)
    await factories.person(db)
    await db.close()
    assert (await opens(open_tab())).rows == []
