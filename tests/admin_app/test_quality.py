"""The quality queue and its entries: shapes for a viewer, words and cases for an admin."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from admin_app.one_admin import keep_to_one_admin
from admin_app.pages.flag import FlagState
from admin_app.pages.log import LogState
from admin_app.pages.quality import QualityState
from admin_app.session_state import SessionState
from coaching.domains.access_grants import service as grants
from coaching.domains.access_grants.models import AccessGrant
from coaching.evals.examples_file import read_rows
from coaching.evals.flagged import EVAL
from tests.admin_app.conftest import CANARY
from tests.support.every_table import LATER

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from uuid import UUID

    import httpx
    import reflex as rx

    from coaching.bootstrap import Desk
    from coaching.repositories.db import Db

    OpenTab = Callable[..., rx.State]


async def opens(root: rx.State, state: Any) -> Any:
    await keep_to_one_admin(root)
    page = await root.get_state(state)
    await state.load.fn(page)
    return page


async def problem(page: rx.State) -> str:
    return (await page.get_state(SessionState)).problem


async def gives(app_db: Db, mara: UUID, desk: Desk) -> None:
    now = desk.clock.now()
    async with app_db.unit(mara, write=True) as s:
        s.add(
            AccessGrant(
                user_id=mara,
                asked_by="admin",
                hours=24,
                lapses_at=LATER,
                given_at=now,
                ends_at=LATER,
            )
        )


async def test_a_viewer_sees_what_happened_without_a_word_and_changes_nothing(
    desk: Desk, mara: UUID, open_tab: OpenTab, viewer_token: str
) -> None:
    page = await opens(open_tab(viewer_token, query="?kind=x&state=all"), QualityState)
    assert {row.what for row in page.rows} == {"Reply didn’t help", "Corrected what Toney thinks"}
    assert {row.cells[2] for row in page.rows} == {mara.hex[:4]}
    assert page.chosen == {"kind": "", "language": "", "agent": "", "state": "all"}
    assert CANARY not in str(page.dict())
    row = next(row for row in page.rows if row.what == "Reply didn’t help")
    assert not row.may_make
    await QualityState.handle.fn(page, row.key)
    assert await problem(page)
    entry = await opens(open_tab(viewer_token, query=row.href.partition("/flag")[2]), FlagState)
    assert (entry.title, entry.is_granted) == ("Reply didn’t help", False)
    assert ["Their answer", "It didn’t help"] in entry.facts
    assert ["Language", "English"] in entry.facts
    assert entry.about.startswith(f"Person {mara.hex[:4]} · ")
    for act in (FlagState.open_words, FlagState.make_case):
        await act.fn(entry)
        assert await problem(entry)
    assert CANARY not in str(entry.dict())


async def test_an_entry_is_handled_and_leaves_the_queue(
    desk: Desk, mara: UUID, open_tab: OpenTab, token: str
) -> None:
    page = await opens(open_tab(token), QualityState)
    [first, second] = page.rows
    await QualityState.handle.fn(page, first.key)
    assert [row.key for row in page.rows] == [second.key]
    entry = await opens(open_tab(token, query=first.href.partition("/flag")[2]), FlagState)
    assert entry.is_handled
    await FlagState.handle.fn(entry)
    assert not entry.is_handled
    log = await opens(open_tab(token), LogState)
    actions = [row.cells[2] for row in log.rows]
    assert "handled a flagged reply or guess" in actions
    assert {row.cells[3] for row in log.rows if "flagged" in row.cells[2]} == {mara.hex[:4]}


async def test_a_granted_reply_becomes_a_case_in_one_step_and_back(
    desk: Desk, app_db: Db, mara: UUID, open_tab: OpenTab, strong_token: str
) -> None:
    if app_db.is_postgres:
        pytest.skip("a grant holds by the database's clock, which no test sets")
    page = await opens(open_tab(strong_token), QualityState)
    row = next(row for row in page.rows if row.what == "Reply didn’t help")
    await QualityState.make_case.fn(page, row.key)
    assert await problem(page) == "This person hasn’t given access, or it has ended."
    await gives(app_db, mara, desk)
    page = await opens(open_tab(strong_token), QualityState)
    row = next(row for row in page.rows if row.what == "Reply didn’t help")
    assert row.may_make
    await QualityState.make_case.fn(page, row.key)
    row = next(one for one in page.rows if one.key == row.key)
    assert (row.has_case, row.cells[0]) == (True, "Open, case")
    entry = await opens(open_tab(strong_token, query=row.href.partition("/flag")[2]), FlagState)
    assert json.loads(entry.case)["kind"] == "reply_missed"
    await FlagState.open_words.fn(entry)
    assert CANARY in entry.lines[0].text
    assert entry.texts == [CANARY]
    await FlagState.undo_case.fn(entry)
    assert entry.case == ""
    async with app_db.unit(mara) as s:
        seen = await grants.standing(s, mara, now=desk.clock.now())
    assert [look.part for look in seen.openings].count("conversation") == 2


async def test_an_entry_that_is_not_there_is_said(
    desk: Desk, open_tab: OpenTab, viewer_token: str
) -> None:
    for query in ("", "?kind=guess&id=x", f"?kind=guess&id={'0' * 32}"):
        page = await opens(open_tab(viewer_token, query=query), FlagState)
        assert await problem(page) == "This is no longer here."


async def test_the_cases_are_downloaded_as_examples_by_admins_only(
    desk: Desk,
    mara: UUID,
    browser: httpx.AsyncClient,
    token: str,
    viewer_token: str,
    tmp_path: Path,
) -> None:
    async def asks(cookie: str) -> httpx.Response:
        headers = {"cookie": f"toney_admin={cookie}"}
        return await browser.get("/downloads/eval-cases.jsonl", headers=headers)

    assert [(await asks(one)).status_code for one in ("", viewer_token)] == [303, 303]
    file = tmp_path / "cases.jsonl"
    file.write_bytes((await asks(token)).content)
    assert read_rows(file, ()) == [{"reply": CANARY}]
    assert EVAL.needs == ("id", "messages", "reply")
