"""The Metrics page: numbers of the chosen range, each with its words; the door for strangers."""

from __future__ import annotations

import csv
import re
from datetime import date, timedelta
from io import StringIO
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

import pytest

from admin_app.components.charts import line_path, share
from admin_app.one_admin import keep_to_one_admin
from admin_app.pages import metric_rows
from admin_app.pages.metric_rows import cohort_rows, practice_rows, seconds
from admin_app.pages.metrics import FIGURES, MetricsState, metrics_page
from admin_app.pages.signal_lines import line
from admin_app.theme import FIGURE_CELL
from coaching.domains.metrics.service import Cohort
from coaching.domains.metrics.small_groups import SMALLEST_GROUP
from coaching.domains.practices.content import load_library
from coaching.domains.practices.figures import PracticeFigures
from coaching.models import ModelCall
from coaching.repositories.db import Db
from coaching.values.enums import Stage, Tension
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    import httpx
    import reflex as rx

    from coaching.bootstrap import Desk
    from tests.support.databases import Database

    OpenTab = Callable[..., rx.State]


async def opens(root: rx.State) -> MetricsState:
    await keep_to_one_admin(root)
    page = await root.get_state(MetricsState)
    await MetricsState.load.fn(page)
    return page


async def test_nobody_sees_the_door_and_no_figure(desk: Desk, open_tab: OpenTab) -> None:
    page = await opens(open_tab())
    assert page.figures == dict.fromkeys(FIGURES, "")
    assert (page.funnel, page.cohorts, page.signals) == ([], [], [])


async def test_an_admin_sees_who_came_and_who_came_back(
    desk: Desk, database: Database, open_tab: OpenTab, token: str
) -> None:
    db, today = Db(database.url), desk.clock.now() - timedelta(hours=2)
    owner = await factories.person(db, at=today, tension_type=Tension.AVOID)
    await factories.person(db, at=today)
    for _ in range(2):
        session = await factories.conversation(db, owner, at=today)
        await factories.exchange(db, owner, session, at=today)
    await db.close()

    page = await opens(open_tab(token))

    assert (page.figures["new"], page.figures["returned"], page.figures["active"]) == ("1",) * 3
    assert page.notes["new"] == "sent a first message, of 2 who started"
    assert [(bar.figure, bar.width) for bar in page.funnel] == [
        ("2", "100%"),
        *[("0", "0%")] * 5,
        ("1", "50%"),
        ("1", "50%"),
    ]
    assert [(bar.name, bar.figure, bar.width) for bar in page.tensions] == [("Avoid", "–", "0%")]
    cells = [(cell.figure, cell.level) for cell in page.cohorts[-1].cells]
    assert cells[:3] == [("1", "0"), ("100%", "5"), ("", "0")]
    assert (page.active.top, page.active.front.count("z")) == ("1", 1)
    assert [(bar.figure, bar.width) for bar in page.engagement] == [
        ("1", "100%"),
        ("0", "0%"),
        ("0", "0%"),
    ]
    heads, today, *_ = page.active_numbers
    assert (heads, today) == (["Day", "People"], [f"{desk.clock.now():%d %b}", "1"])
    assert page.signal_numbers == []


async def wrote(db: Db, at: datetime, people: int, **traits: Any) -> None:
    for _ in range(people):
        owner = await factories.person(db, at=at, **traits)
        session = await factories.conversation(db, owner, at=at)
        await factories.exchange(db, owner, session, at=at)


@pytest.mark.slow
async def test_the_address_says_which_days_and_which_people(
    desk: Desk, database: Database, open_tab: OpenTab, token: str
) -> None:
    db, now = Db(database.url), desk.clock.now()
    await wrote(db, now - timedelta(days=1), SMALLEST_GROUP, tension_type=Tension.AVOID)
    worried = {"tension_type": Tension.WORRY, "locale": "es"}
    await wrote(db, now - timedelta(days=10), SMALLEST_GROUP + 1, **worried)
    await db.close()
    for address, new in (
        ("", "21"),
        ("days=7", "10"),
        ("tension=avoid", "10"),
        ("language=es&days=30", "11"),
        ("tension=nonsense&days=1000&stage=", "21"),
    ):
        page = await opens(open_tab(token, query=f"?{address}"))
        assert (page.figures["new"], page.hidden) == (new, ""), address


@pytest.mark.slow
@pytest.mark.parametrize(
    "address",
    ["tension=worry", "language=es&days=90", "tension=avoid&language=es", "days=7&tension=avoid"],
)
async def test_a_filter_that_leaves_few_people_shows_no_number(
    desk: Desk,
    database: Database,
    open_tab: OpenTab,
    browser: httpx.AsyncClient,
    token: str,
    address: str,
) -> None:
    db, now = Db(database.url), desk.clock.now()
    await wrote(db, now - timedelta(days=10), SMALLEST_GROUP, tension_type=Tension.AVOID)
    worried = {"tension_type": Tension.WORRY, "locale": "es"}
    await wrote(db, now - timedelta(days=1), SMALLEST_GROUP - 1, **worried)
    await db.close()
    tab = open_tab(token, query=f"?{address}")
    page = await opens(tab)

    assert page.hidden.startswith(f"Fewer than {SMALLEST_GROUP} of the people")
    assert page.figures == dict.fromkeys(FIGURES, "")
    assert (page.funnel, page.cohorts, page.signals, page.costs) == ([], [], [], [])
    sent = await browser.get(
        f"/downloads/metrics.csv?{address}", headers={"cookie": f"toney_admin={token}"}
    )
    assert sent.text.splitlines() == [
        "metric,of,period,value",
        f"hidden,fewer than {SMALLEST_GROUP} people,,",
    ]


async def test_the_numbers_can_be_downloaded_by_whoever_is_signed_in(
    desk: Desk, database: Database, browser: httpx.AsyncClient, viewer_token: str
) -> None:
    db, today = Db(database.url), desk.clock.now() - timedelta(hours=2)
    owner = await factories.person(db, at=today, tension_type=Tension.AVOID)
    session = await factories.conversation(db, owner, at=today)
    await factories.exchange(db, owner, session, at=today)
    async with db.system("seed", write=True) as s:
        call = ModelCall(
            id=uuid4(),
            user_id=owner,
            role="coach",
            provider="claude",
            model="claude-sonnet-5-5",
            cache_read_tokens=1000,
            output_tokens=100,
            cost_microusd=900,
            outcome="done",
            created_at=today,
        )
        s.add(call)
    await db.close()
    stranger = await browser.get("/downloads/metrics.csv")
    assert (stranger.status_code, stranger.text) == (303, "")

    cookie = {"cookie": f"toney_admin={viewer_token}"}
    sent = await browser.get("/downloads/metrics.csv?days=7", headers=cookie)

    lines = list(csv.DictReader(StringIO(sent.text)))
    assert {(one["metric"], one["of"]): one["value"] for one in lines}["funnel", "wrote"] == "1"
    assert "attachment" in sent.headers["content-disposition"]
    assert "people,avoid" not in sent.text  # one person
    called = {one["metric"]: one["value"] for one in lines if one["of"].startswith("coach ")}
    assert called == {
        "model_calls": "1",
        "cost_microusd": "900",
        "saved_by_cache_microusd": str(1000 * 2 + 100 * 10 - 900),
    }
    other = await browser.get("/downloads/metrics.csv?provider=local", headers=cookie)
    assert "funnel,wrote" in other.text
    assert "coach claude" not in other.text


def test_a_small_group_of_a_tension_or_a_stage_is_hidden() -> None:
    tensions = {Tension.GRIP: 9, None: 1, Tension.AVOID: SMALLEST_GROUP, Tension.NUMB: 20}
    shown = [(bar.name, bar.figure, bar.width) for bar in metric_rows.tension_bars(tensions)]
    assert shown == [
        ("Numb", "20", "100%"),
        ("Avoid", "10", "50%"),
        ("None yet", "–", "0%"),
        ("Grip", "–", "0%"),
    ]
    stages = {Stage.ACTION: SMALLEST_GROUP, Stage.RELAPSE: 1, None: 3}
    shown = [(bar.name, bar.figure, bar.width) for bar in metric_rows.stage_bars(stages)]
    assert shown == [
        ("Action", "10", "100%"),
        ("Circling back", "–", "0%"),
        ("Not known yet", "–", "0%"),
    ]


@pytest.mark.parametrize(
    ("weeks", "figure", "note"),
    [
        ((0, 0, 0, 0, 0, 0, 0, 0), "none", ""),
        ((0, 0, 0, 0, 0, 0, 0, 3), "3", "none before"),
        ((0, 1, 1, 0, 0, 0, 2, 0), "0", "as many"),
        ((0, 0, 0, 0, 0, 0, 2, 4), "4", "2 more"),
        ((0, 0, 0, 2, 0, 0, 0, 0), "0", "2 fewer"),
    ],
)
def test_a_line_says_plainly_that_there_was_nothing(
    weeks: tuple[int, ...], figure: str, note: str
) -> None:
    row = line("Deflection", weeks, 4)
    assert (row.figure, row.note) == (figure, note)


def test_where_people_stopped_is_told_by_the_number_of_the_step() -> None:
    library = load_library()
    practice = library.practices[0]
    own = list(practice.steps)[1]
    one = PracticeFigures(
        practice.id, "One", 4, 1, 0, 2, ((own, 2), ("intro", 1), ("third", 1)), -2.14
    )
    cells = practice_rows(cast("Any", SimpleNamespace(practices=(one,))))[0]

    assert cells[4:7] == ["−2.1", "2", f"step 2 ({own}): 2, intro: 1"]
    assert cells[7] == "Review it"


def test_a_time_to_the_first_word_has_the_digits_that_it_is_counted_in() -> None:
    assert [seconds(ms) for ms in (750, 1_250, 1_450)] == ["0.75 s", "1.25 s", "1.45 s"]


def test_weeks_without_anybody_are_no_retention() -> None:
    empty = Cohort(date(2026, 11, 2), 0, ())
    some = Cohort(date(2026, 11, 9), 2, (2,))
    assert cohort_rows([empty, empty]) == []
    assert len(cohort_rows([empty, some])) == 2


def test_numbers_of_wide_tables_are_right_aligned() -> None:
    rendered = str(metrics_page())
    for head in ("Calls", "Failed", "Spent", "Started", "Finished", "Saved", "Change", "Too much"):
        places = [found.end() for found in re.finditer(f'"{head}"', rendered)]
        assert places, head
        for place in places:
            assert FIGURE_CELL in rendered[place - 120 : place], head


def test_a_line_fits_its_box_from_left_to_right() -> None:
    assert line_path((0, 5, 10), top=10) == "M0.0 27.0 L80.0 14.0 L160.0 1.0"
    assert line_path((0, 0), top=0) == "M0.0 27.0 L160.0 27.0"


def test_a_share_of_nothing_is_nothing() -> None:
    assert (share(1, 4), share(0, 0)) == ("25%", "0%")


def test_every_panel_has_a_heading() -> None:
    rendered = str(metrics_page().render())
    for title in ("Retention by week", "From the first visit", "Signals by type", "by tension"):
        assert title in rendered
