"""The costs page: what was saved, with its formula, and where each reply came from (A42, E44)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from admin_app.engine import running
from admin_app.one_admin import keep_to_one_admin
from admin_app.pages import model_words
from admin_app.pages.cost_weeks import CostWeeksState, cost_weeks
from admin_app.pages.costs import FIGURES, CostsState, costs_page
from admin_app.pages.health import HealthState
from admin_app.pages.overview import OverviewState
from admin_app.theme import FIGURE_CELL
from coaching import bootstrap
from coaching.agents.cost_gate import CostGate
from coaching.llm.port import CallFacts, Usage
from coaching.repositories.db import Db
from coaching.repositories.model_calls import Traffic
from coaching.services import model_calls
from coaching.services.model_calls import Caller, Measured
from coaching.values.enums import Role
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import reflex as rx

    from coaching.bootstrap import Desk
    from tests.support.databases import Database

    OpenTab = Callable[..., rx.State]

SONNET = "claude-sonnet-5-5"
READ = Usage(input_tokens=3, output_tokens=181, cache_read_tokens=6001, cache_write_1h_tokens=251)


async def opens(root: rx.State) -> CostsState:
    await keep_to_one_admin(root)
    page = await root.get_state(CostsState)
    await CostsState.load.fn(page)
    return page


async def test_nobody_sees_the_door_and_no_figure(desk: Desk, open_tab: OpenTab) -> None:
    page = await opens(open_tab())

    assert page.figures == dict.fromkeys(FIGURES, "")
    assert (page.models, page.replies) == ([], [])


async def test_an_admin_sees_what_caching_saved_and_where_a_reply_came_from(
    desk: Desk, database: Database, open_tab: OpenTab, token: str
) -> None:
    db = Db(database.url)
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    hashes: dict[str, Any] = {"prompt_hash": "0123456789abcdef", "tools_hash": "fedcba9876543210"}
    turn = await factories.exchange(db, owner, session, model=SONNET, **hashes)
    caller = Caller(owner, Role.COACH, "claude", turn_id=turn.id)
    measured = Measured("done", MONDAY_MORNING, 5, None, *hashes.values())
    async with db.unit(owner, write=True) as s:
        await model_calls.record(
            s, [model_calls.as_row(caller, CallFacts(SONNET, "", READ), measured)]
        )
    await db.close()

    page = await opens(open_tab(token))
    overview = await page.get_state(OverviewState)
    await OverviewState.load.fn(overview)

    assert page.figures["spent"] == "$0.00"
    assert page.figures["saved"] == overview.figures["saved"] == "76.1%"
    assert page.figures["interaction"] == "$0.0034"
    assert page.figures["tokens"] == "6,436"
    assert page.models == [["Coach", SONNET, "1", "3", "251", "6,001", "181", "$0.0034", "$0.0143"]]
    assert page.days[1:] == [["12 Jan", "$0.0034", "$0.0143"]]
    assert (page.chart.first, page.chart.last) == ("12 Jan", "12 Jan")
    assert (page.chart.top, page.chart.figures) == ("$0.01", "Cost by day: $0.00")
    assert page.months[0] == ["10", "$5.13"]
    made = ["$0.003421", SONNET, "01234567", "fedcba98", "3", "0", "251", "6,001", "181", "0"]
    assert page.replies[0][2:] == made
    assert len(page.replies) == 1
    weeks = await page.get_state(CostWeeksState)
    await CostWeeksState.load.fn(weeks)
    assert weeks.weeks == [
        [
            "Coach",
            SONNET,
            "$0.0034",
            "$0.0000",
            "+$0.0034",
            "no calls the week before",
            "1 / 0",
            "6,436 / –",
        ]
    ]
    assert "alert threshold of $50.00: 0." in weeks.weeks_note
    assert "I looked at my account." not in str(page.dict())


async def test_without_a_call_of_a_model_nothing_is_forecast(
    desk: Desk, database: Database, open_tab: OpenTab, token: str
) -> None:
    db = Db(database.url)
    owner = await factories.person(db)
    await factories.exchange(db, owner, await factories.conversation(db, owner))
    await db.close()

    page = await opens(open_tab(token))

    assert page.notes["interaction"] == "1 messages to Toney"
    assert page.replies == []
    assert (page.months, page.chart.front) == ([], "")
    assert "nothing to forecast yet: no model was used in the last 30 days." in str(costs_page())


def test_the_dashed_line_is_explained_only_where_it_is_drawn() -> None:
    shown = str(costs_page())
    before, _, after = shown.partition("The dashed line is the most expensive day without cache.")
    is_empty = '["front"]?.valueOf?.() === ""?.valueOf?.())?(jsx(Fragment,{},)):'
    assert is_empty in before[-150:]
    assert "dashed" not in after


OWN = """
[[price]]
model = "claude-sonnet-5-5"
since = 2026-01-12
input = 1
output = 5
cache_read = 0.05
cache_write_5m = 1.25
cache_write_1h = 2
"""


async def test_the_operators_prices_are_shown_with_their_days_and_counted(
    desk: Desk, database: Database, open_tab: OpenTab, token: str, tmp_path: Path
) -> None:
    file = tmp_path / "prices.toml"
    file.write_text(OWN, "utf-8")
    own = desk.settings.model_copy(update={"model_prices_file": str(file)})
    db = Db(database.url)
    owner = await factories.person(db)
    gate = CostGate(db, own, desk.clock)
    caller = Caller(owner, Role.COACH, "claude")
    for at in (MONDAY_MORNING - timedelta(days=1), MONDAY_MORNING):
        facts, measured = CallFacts(SONNET, "", READ), Measured("done", at, 5)
        async with db.unit(owner, write=True) as s:
            await model_calls.record(s, [model_calls.as_row(caller, facts, measured, gate.prices)])
    await db.close()

    async with running(bootstrap.build_desk(own, clock=desk.clock)):
        page = await opens(open_tab(token))
        system = await page.get_state(HealthState)
        await HealthState.load.fn(system)

    before, after = ("$0.0034", "$0.0143"), ("$0.0017", "$0.0072")
    assert [tuple(day[1:]) for day in page.days[1:]] == [after, before]
    mine = [row for row in page.prices if row[0] == SONNET]
    assert [row[1:5] for row in mine] == [
        ["since 12 Jan 2026", "prices.toml", "$1.00", "$5.00"],
        ["until 11 Jan 2026", "built in", "$2.00", "$10.00"],
    ]
    assert ["claude-haiku-5-5, prompts over 100,000 tokens", "on any day"] in [
        row[:2] for row in page.prices
    ]
    assert page.prices_note.startswith("prices.toml, changed on ")
    assert system.prices[1:3] == [
        [
            "Coach, claude-sonnet-5-5",
            "$1.00 input, $5.00 output, from prices.toml since 12 Jan 2026",
        ],
        ["Observer, claude-haiku-5-5", "$0.10 input, $0.50 output, built in"],
    ]


async def test_a_model_without_a_price_is_told_on_the_page_of_the_system(
    desk: Desk, open_tab: OpenTab, token: str
) -> None:
    other = desk.settings.model_copy(update={"strategist_model": "new"})
    page = await opens(open_tab(token))
    assert page.prices_note.startswith("Built-in prices, as of 8 Oct 2026.")
    async with running(bootstrap.build_desk(other, clock=desk.clock)):
        system = await page.get_state(HealthState)
        await HealthState.load.fn(system)

    assert system.prices[3] == [
        "Strategist, new",
        "no price: counted like the most expensive model",
    ]


def test_the_page_says_the_formula_in_words() -> None:
    assert "every input token (uncached, cache write and cache read)" in str(costs_page())


def test_unusual_traffic_is_told_on_the_first_page() -> None:
    many = model_words.traffic_troubles(Traffic(calls=200, bad=20, most_of_one=150))

    assert [how.split()[0] for _, how in many] == ["One", "10%"]
    assert model_words.traffic_troubles(Traffic(calls=200, bad=2, most_of_one=90)) == []


def test_figures_of_the_weekly_review_are_right_aligned_and_its_words_are_not() -> None:
    page = str(cost_weeks().render())
    assert page.count(FIGURE_CELL) == 2 * 5  # the heads and the cells of five of eight columns
