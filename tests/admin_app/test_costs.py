"""The costs page: what was saved, with its formula, and where each reply came from (A42, E44)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from admin_app.one_admin import keep_to_one_admin
from admin_app.pages import model_words
from admin_app.pages.costs import FIGURES, CostsState, costs_page
from admin_app.pages.overview import OverviewState
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
    assert page.days == [["12 Jan", "$0.0034", "$0.0143"]]
    assert page.months[0] == ["10", "$5.13"]
    made = ["$0.003421", SONNET, "01234567", "fedcba98", "3", "0", "251", "6,001", "181", "0"]
    assert page.replies[0][2:] == made
    assert page.replies[1] == ["", "· Coach, done", *made]
    assert "I looked at my account." not in str(page.dict())


def test_the_page_says_the_formula_in_words() -> None:
    assert "every input token (uncached, cache write and cache read)" in str(costs_page())


def test_unusual_traffic_is_told_on_the_first_page() -> None:
    many = model_words.traffic_troubles(Traffic(calls=200, bad=20, most_of_one=150))

    assert [how.split()[0] for _, how in many] == ["One", "10%"]
    assert model_words.traffic_troubles(Traffic(calls=200, bad=2, most_of_one=90)) == []
