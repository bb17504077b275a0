from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.support import factories
from toney_app.arrival_state import ArrivalState
from toney_app.device_state import DeviceState
from toney_app.notice_state import NoticeState
from toney_app.views.home.state import HomeState
from toney_app.views.settings.state import SettingsState
from toney_app.views.tab_state import TabState
from toney_app.views.undo_state import UndoState
from toney_app.views.wins.state import WinsState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from tests.support.states import Tab


async def test_wins_are_a_journal_by_month_newest_first(tab: Tab, engine: Coaching) -> None:
    for day in (3, 20):
        at = datetime(2025, 12, day, 12, tzinfo=UTC)
        await factories.win(engine.db, tab.owner, f"December {day}", at=at)
    await factories.win(engine.db, tab.owner, "January")
    await tab.does(WinsState.load)
    months = (await tab.state(WinsState)).months
    assert [month.first for month in months] == ["2026-01-01", "2025-12-01"]
    assert [win.text for win in months[1].wins] == ["December 20", "December 3"]
    assert (months[0].wins[0].number, months[0].wins[0].day) == ("12", "2026-01-12")


async def test_a_win_is_added_shown_on_home_and_taken_back(tab: Tab) -> None:
    await tab.does(WinsState.add, {"win": "I opened it."})
    wins, notices = await tab.state(WinsState), await tab.state(NoticeState)
    assert wins.months[0].wins[0].text == "I opened it."
    assert (await tab.state(HomeState)).last_win.text == "I opened it."
    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)
    assert wins.months == []
    assert notices.key == "ui.toast.taken_back"


async def test_a_win_is_said_differently(tab: Tab, engine: Coaching) -> None:
    win = await factories.win(engine.db, tab.owner, text="I opend it.")
    await tab.does(WinsState.start_edit, str(win.id))
    await tab.does(WinsState.change, {"words": " "})
    wins = await tab.state(WinsState)
    assert wins.editing == str(win.id)
    await tab.does(WinsState.change, {"words": "I opened it."})
    assert (wins.editing, wins.months[0].wins[0].text) == ("", "I opened it.")
    await tab.does(WinsState.change, {"words": "Nothing is open."})
    assert wins.months[0].wins[0].text == "I opened it."


async def test_a_deleted_win_comes_back(tab: Tab, engine: Coaching) -> None:
    win = await factories.win(engine.db, tab.owner, text="I opened it.")
    await tab.does(WinsState.delete, str(win.id))
    wins, notices = await tab.state(WinsState), await tab.state(NoticeState)
    assert wins.months == []
    assert notices.key == "ui.toast.win_deleted"
    for _ in range(2):
        await tab.does(UndoState.take_back, "win_deleted", str(win.id))
    assert [found.text for found in wins.months[0].wins] == ["I opened it."]


async def test_a_second_tap_on_add_is_no_second_win(tab: Tab) -> None:
    for _ in range(2):
        await tab.does(WinsState.add, {"win": "I opened it.", "nth": "0"})
    wins = await tab.state(WinsState)
    assert len(wins.months[0].wins) == 1
    await tab.does(WinsState.add, {"win": "I opened it.", "nth": "1"})
    assert len(wins.months[0].wins) == 2


async def test_an_empty_line_is_no_win(tab: Tab) -> None:
    await tab.does(WinsState.add, {"win": "   "})
    assert (await tab.state(WinsState)).added == 0


async def test_older_wins_come_behind_the_newer_ones(tab: Tab, engine: Coaching) -> None:
    for hour in range(24):
        for minute in (0, 30):
            at = datetime(2026, 1, 11, hour, minute, tzinfo=UTC)
            await factories.win(engine.db, tab.owner, f"{hour}:{minute}", at=at)
    await tab.does(WinsState.load)
    wins = await tab.state(WinsState)
    assert (len(wins.months[0].wins), wins.has_older) == (30, True)
    await tab.does(WinsState.load_older)
    assert len(wins.months[0].wins) == 48
    assert wins.months[0].wins[-1].text == "0:0"


async def test_another_tab_shows_what_this_one_changed(
    tab: Tab, tab_of: Callable[[UUID], Awaitable[Tab]]
) -> None:
    other = await tab_of(tab.owner)
    await other.does(ArrivalState.arrive)
    await tab.does(WinsState.add, {"win": "I opened it."})
    await other.does(TabState.look_again, True)
    assert (await other.state(WinsState)).months == []
    await other.does(TabState.look_again, False)
    assert (await other.state(WinsState)).months[0].wins[0].text == "I opened it."
    assert (await other.state(HomeState)).last_win.text == "I opened it."


async def test_another_tab_follows_a_change_of_the_language(
    tab: Tab, tab_of: Callable[[UUID], Awaitable[Tab]]
) -> None:
    other = await tab_of(tab.owner)
    await other.does(ArrivalState.arrive)
    await tab.does(SettingsState.store, {"setting": "language", "value": "es"})
    await other.does(TabState.look_again, False)
    assert (await other.state(DeviceState)).language == "es"
