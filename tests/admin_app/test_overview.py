from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from admin_app.components.told_figure import spark_path
from admin_app.one_admin import keep_to_one_admin
from admin_app.pages.looks import ENOUGH_REPLIES, SLOW_MS, looks
from admin_app.pages.overview import FIGURES, OverviewState
from admin_app.pages.overview_rows import TOLD
from admin_app.pages.sign_in import SignInState
from admin_app.session_state import SessionState
from coaching.content.helplines import load_helplines
from coaching.domains.admin_access import service as admins
from coaching.domains.metrics.morning import Figure, Morning
from coaching.domains.metrics.small_groups import SMALLEST_GROUP
from coaching.domains.operations.attention import Attention
from coaching.models import Job, ModelCall
from coaching.repositories.db import Db
from coaching.repositories.model_calls import Traffic
from coaching.services import wins
from coaching.services.cache_savings import Costs
from coaching.services.model_calls import REFUSED
from coaching.services.overview import Answers, Overview
from coaching.values.enums import JobStatus, Role, Tension
from tests.admin_app.conftest import give_cookie
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Callable

    import reflex as rx

    from coaching.bootstrap import Desk
    from coaching.settings import Settings
    from tests.support.databases import Database

    OpenTab = Callable[..., rx.State]

SLOW_FROM = ENOUGH_REPLIES + 1
EMPTY = Overview(
    *[0] * 5,
    messages_today=0,
    signals=0,
    signals_today=0,
    cost_today_microusd=0,
    costs=Costs(datetime(2026, 1, 1, tzinfo=UTC), (), (), 0, ()),
    traffic_today=Traffic(),
    model=None,
    strategist_this_week=Answers(0, 0, 0, 0),
)


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
    at = desk.clock.now() - timedelta(hours=1)
    await factories.exchange(db, owner, session, at=at)
    await factories.exchange(db, owner, session, "And another one.", at=at)
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
        "model": "Simple mode",
    }
    assert page.notes["conversations"] == "2 messages from people"
    assert page.told["active"].figure == "1"
    assert page.told["helped"].figure == "–"
    assert page.told["active"].said.startswith("Day by day from 14 Dec to 12 Jan: 0, 0,")
    assert page.told["active"].said.endswith(", 1")
    assert [bar.name for bar in page.tensions] == ["None yet"]


async def test_a_tension_of_few_people_is_hidden(
    desk: Desk, database: Database, open_tab: OpenTab, token: str
) -> None:
    db = Db(database.url)
    for tension in (*[Tension.AVOID] * SMALLEST_GROUP, Tension.GRIP):
        owner = await factories.person(db, tension_type=tension)
        session = await factories.conversation(db, owner)
        await factories.exchange(db, owner, session, at=desk.clock.now() - timedelta(hours=1))
    await db.close()

    page = await opens(open_tab(token))

    shown = [(bar.name, bar.figure, bar.width) for bar in page.tensions]
    assert shown == [("Avoid", "10", "100%"), ("Grip", "–", "0%")]
    assert page.figures["people"] == "11"


async def test_what_needs_a_look_says_how_to_mend_it_and_where(
    desk: Desk, database: Database, open_tab: OpenTab, token: str
) -> None:
    db = Db(database.url)
    owner = await factories.person(db)
    async with db.system("test", write=True) as s:
        for status, attempts in ((JobStatus.FAILED, 6), (JobStatus.FAILED, 6), (JobStatus.DUE, 1)):
            s.add(Job(kind="observer", status=status, attempts=attempts, run_at=desk.clock.now()))
        for index in range(SLOW_FROM):
            role, outcome = (Role.COACH, "done") if index else (Role.STRATEGIST, REFUSED)
            s.add(
                ModelCall(
                    id=uuid4(),
                    user_id=owner,
                    role=role.value,
                    provider="anthropic",
                    model="claude",
                    outcome=outcome,
                    first_token_ms=5_060,
                    created_at=desk.clock.now(),
                )
            )
    await db.close()
    page = await opens(open_tab(token))
    shown = {look.what: (look.href, look.page) for look in page.looks}
    assert shown["Failed jobs: 2"] == ("/jobs", "Jobs")
    assert shown["Jobs that are being retried: 1"] == ("/jobs", "Jobs")
    assert shown["Rejected answers of the Strategist in 7 days: 1"] == ("/intel", "Intel")
    assert shown["Slow replies today: 5% of them began after more than 5.1 s"][0] == "/metrics"
    without = sum(line.status != "confirmed" for line in load_helplines().lines)
    assert f"Helplines without a confirmed number: {without}" in shown
    assert all(look.how for look in page.looks)


def test_nothing_needs_a_look_when_all_is_well(make_settings: Callable[..., Settings]) -> None:
    quiet = Figure(0, ())
    names = dict.fromkeys(TOLD, quiet)
    first = last = date(2026, 1, 1)
    how_it_went = Morning(
        first, last, slow_today=SLOW_MS + 50, replies_today=19, tensions={}, **names
    )
    seen = Attention(0, 0, True, 0, 0, date(2026, 1, 1))
    found = replace(EMPTY, traffic_today=Traffic())
    now = datetime(2026, 1, 2, tzinfo=UTC)
    assert looks(make_settings(), found, seen, how_it_went, now=now) == []
    best_known = replace(seen, unconfirmed_numbers=38)
    assert looks(make_settings(), found, best_known, how_it_went, now=now) == []
    lost = replace(seen, is_adding_up=True, keys_fit=False, helplines_checked_on=date(2025, 1, 1))
    told = looks(make_settings(), found, lost, how_it_went, now=now)
    assert [look.href for look in told] == ["/metrics", "/system", "/safety"]


def test_a_line_breaks_where_there_is_nothing_to_count() -> None:
    assert spark_path([0, None, 2, 1]) == "M0.0 30.0 L0.0 30.0 M80.0 2.0 L80.0 2.0 L120.0 16.0"


@pytest.mark.slow
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
    session, door = await root.get_state(SessionState), await root.get_state(SignInState)
    assert (session.ready, session.name, door.is_over) == (True, "", True)


async def test_the_door_says_what_went_wrong(desk: Desk, open_tab: OpenTab) -> None:
    said: dict[str, str] = {}
    wait = "?sign-in=wait&seconds="
    for query in ("", "?sign-in=wrong", f"{wait}1", f"{wait}8", f"{wait}<b>"):
        root = open_tab(query=query)
        await opens(root)
        said[query] = (await root.get_state(SignInState)).problem
    assert list(said.values()) == [
        "",
        "Wrong name, password, code or passkey.",
        "Too many attempts. Wait 1 second, then try again.",
        "Too many attempts. Wait 8 seconds, then try again.",
        "Too many attempts. Wait 60 seconds, then try again.",
    ]
