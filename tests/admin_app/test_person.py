"""One person: shapes for a viewer; words for an admin while the person allows it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from admin_app.navigation import PAGES
from admin_app.one_admin import keep_to_one_admin
from admin_app.pages import person_rows
from admin_app.pages.person import TABS, AskForm, PersonState, person_page
from admin_app.session_state import SessionState
from coaching.domains.access_grants import service as grants
from coaching.domains.people.person import CardLine, Head
from coaching.jobs import person_request
from coaching.models import Job
from coaching.repositories import profiles
from tests.admin_app.conftest import CANARY
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    import reflex as rx

    from coaching.bootstrap import Desk
    from coaching.repositories.db import Db

    OpenTab = Callable[..., rx.State]

ASKED: AskForm = {"reason": "You wrote to us", "hours": "24"}


async def opens(root: rx.State) -> PersonState:
    await keep_to_one_admin(root)
    page = await root.get_state(PersonState)
    await PersonState.load.fn(page)
    return page


async def test_every_part_is_shown_without_a_word(
    desk: Desk, mara: UUID, open_tab: OpenTab, viewer_token: str
) -> None:
    for tab in TABS:
        page = await opens(open_tab(viewer_token, query=f"?id={mara}&tab={tab}"))
        session = await page.get_state(SessionState)
        assert (page.tab, session.problem) == (tab, "")
        assert page.title == f"Person {mara.hex[:4]}"
        assert CANARY not in str(page.dict())
        assert page.rows or tab in {"cost", "log"}, tab
    assert {page.name for page in PAGES if page.group == "hidden"} == {"flag", "person"}


@pytest.mark.parametrize(
    ("code", "name"),
    [("CL", "Chile"), ("MX", "Mexico"), ("ZZ", "another country"), ("", ""), ("XK", "Kosovo")],
)
def test_a_country_is_told_by_its_name(code: str, name: str) -> None:
    head = Head(uuid4(), MONDAY_MORNING, None, code, "es", "free", None, None, None, ("guest",))
    assert person_rows.about(head).split(" · ")[1:] == ([name] if name else [])


def test_a_card_says_in_words_what_it_is_now() -> None:
    cards = [
        CardLine(MONDAY_MORNING, "plan", is_focus, is_graduated, 8, "strategist", 2)
        for is_focus, is_graduated in ((True, False), (False, True), (False, False))
    ]
    shown = [row.cells[2] for row in person_rows.card_rows(cards, ())]
    assert shown == ["Focus", "Graduated", "–"]


def test_a_part_says_that_it_shows_the_newest_only() -> None:
    rendered = str(person_page())
    for count in (30, 50):
        assert f"Only the newest {count} are shown." in rendered


async def test_the_tier_is_shown(mara: UUID, open_tab: OpenTab, viewer_token: str) -> None:
    page = await opens(open_tab(viewer_token, query=f"?id={mara}&tab=overview"))
    assert dict(page.facts)["Plan"] == "Free"


async def test_a_language_that_has_no_name_here_is_shown_by_its_code(
    app_db: Db, mara: UUID, open_tab: OpenTab, viewer_token: str
) -> None:
    for code, shown in (("en-GB", "English"), ("es", "Spanish"), ("fr-FR", "fr")):
        async with app_db.unit(mara, write=True) as s:
            (await profiles.require(s, mara)).locale = code
        page = await opens(open_tab(viewer_token, query=f"?id={mara}&tab=overview"))
        assert dict(page.facts)["Language"] == shown


async def test_somebody_who_is_not_there_is_said(
    desk: Desk, open_tab: OpenTab, viewer_token: str
) -> None:
    for query in ("", "?id=x", f"?id={MONDAY_MORNING:%Y%m%d}{'0' * 24}"):
        page = await opens(open_tab(viewer_token, query=query))
        assert (await page.get_state(SessionState)).problem == "This is no longer here."


async def test_words_open_only_while_the_person_allows_it(
    desk: Desk, app_db: Db, mara: UUID, open_tab: OpenTab, strong_token: str
) -> None:
    if app_db.is_postgres:
        pytest.skip("a grant holds by the database's clock, which no test sets")
    now = desk.clock.now()
    page = await opens(open_tab(strong_token, query=f"?id={mara}&tab=memories"))
    session = await page.get_state(SessionState)
    await PersonState.open_words.fn(page)
    assert session.problem == "This person hasn’t given access, or it has ended."
    await PersonState.ask.fn(page, ASKED)
    assert (session.problem, page.is_waiting) == ("", True)
    async with app_db.unit(mara, write=True) as s:
        [request] = [
            one
            for one in (await grants.standing(s, mara, now=now)).waiting
            if one.asked_by == "admin"
        ]
        await grants.give(s, mara, request.id, now=now)
    page = await opens(open_tab(strong_token, query=f"?id={mara}&tab=memories"))
    await PersonState.open_words.fn(page)
    assert page.is_granted
    assert CANARY in page.rows[0].cells[-1]
    page = await opens(open_tab(strong_token, query=f"?id={mara}&tab=sessions"))
    await PersonState.open_session.fn(page, page.rows[0].cells[-1])
    assert CANARY in page.lines[0].text
    for tab, held in (("cards", "rows"), ("briefings", "versions")):
        page = await opens(open_tab(strong_token, query=f"?id={mara}&tab={tab}"))
        await PersonState.open_words.fn(page)
        assert CANARY in str(getattr(page, held)), tab
    async with app_db.unit(mara) as s:
        seen = [look.part for look in (await grants.standing(s, mara, now=now)).openings]
    assert {"memories", "conversation", "cards", "briefings"} <= set(seen)


async def test_each_part_of_somebody_who_only_came_opens(
    desk: Desk, app_db: Db, open_tab: OpenTab, token: str
) -> None:
    owner = await factories.person(app_db)
    for tab in TABS:
        root = open_tab(token, query=f"?id={owner}&tab={tab}")
        assert (await opens(root)).tab == tab
        assert (await root.get_state(SessionState)).problem == "", tab


async def test_the_first_admin_without_a_second_factor_opens_nothing(
    desk: Desk, mara: UUID, open_tab: OpenTab, token: str
) -> None:
    page = await opens(open_tab(token, query=f"?id={mara}"))
    await PersonState.ask.fn(page, ASKED)
    problem = (await page.get_state(SessionState)).problem
    assert problem == "Connect an authenticator app or add a passkey on the Account page first."


@pytest.mark.both_databases
async def test_a_request_becomes_a_job_once_the_id_is_typed(
    desk: Desk, app_db: Db, mara: UUID, open_tab: OpenTab, token: str
) -> None:
    page = await opens(open_tab(token, query=f"?id={mara}"))
    session = await page.get_state(SessionState)
    await PersonState.delete.fn(page, {"typed": "0000" if mara.hex[:4] != "0000" else "1111"})
    assert session.problem == "These aren’t the person’s four characters."
    await PersonState.delete.fn(page, {"typed": mara.hex[:4]})
    assert session.said == "This person will be deleted in a few seconds."
    await PersonState.export.fn(page, {"typed": mara.hex[:4]})
    assert session.problem, "an export needs a grant"
    async with app_db.system("test") as s:
        from sqlmodel import select  # noqa: PLC0415

        found = (await s.exec(select(Job).where(Job.kind == person_request.KIND.name))).all()
    assert [(job.user_id, job.payload["wish"]) for job in found] == [(None, "delete")]
    assert desk.clock.now() - found[0].run_at <= timedelta(0)
