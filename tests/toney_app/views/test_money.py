from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from toney_app.notice_state import NoticeState
from toney_app.views.help.state import HelpState
from toney_app.views.money.budgets_state import BudgetsState
from toney_app.views.money.moving_state import MovingState
from toney_app.views.money.state import ONE, MoneyState
from toney_app.views.sending_state import SendingState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from tests.support.states import Tab


async def writes(tab: Tab, line: str) -> MoneyState:
    await tab.does(MoneyState.write, {"line": line})
    return await tab.state(MoneyState)


async def takes_back(tab: Tab) -> None:
    notices = await tab.state(NoticeState)
    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)


def shown(money: MoneyState) -> list[tuple[str, int, str, str]]:
    rows = [row for day in money.days for row in day.rows]
    return [(row.what, row.amount, row.category, row.currency) for row in rows]


async def test_a_line_is_written_down_at_once_and_can_be_taken_back(tab: Tab) -> None:
    money = await writes(tab, "spent £12.50 on lunch with Ana")
    assert shown(money) == [("lunch with Ana", 1250, "food", "£")]
    assert (money.totals[0].money_out, money.days[0].named) == (1250, "today")
    assert (await tab.state(NoticeState)).key == "ui.toast.money_written"
    await takes_back(tab)
    assert shown(money) == []


async def test_what_is_missing_is_asked_once(tab: Tab) -> None:
    money = await writes(tab, "spent 12 yesterday with Ana")
    assert (await tab.state(NoticeState)).sheet == ONE
    draft = money.draft
    assert (draft.needs, draft.amount, draft.said) == (
        "category",
        "12",
        "spent 12 yesterday with Ana",
    )
    fields = {"amount": draft.amount, "what": draft.what, "day": draft.day}
    await tab.does(MoneyState.keep, {**fields, "category": "going_out"})
    assert shown(money) == [("with Ana", 1200, "going_out", "")]
    assert money.days[0].named == "yesterday"


async def test_a_second_category_changes_what_the_first_one_added(tab: Tab) -> None:
    money = await writes(tab, "spent 12 yesterday with Ana")
    fields = {"amount": "12", "what": money.draft.what, "day": money.draft.day}
    for category in ("going_out", "food"):
        await tab.does(MoneyState.keep, {**fields, "category": category})
    assert shown(money) == [("with Ana", 1200, "food", "")]
    assert (await tab.state(NoticeState)).key == "ui.toast.money_written"
    await takes_back(tab)
    assert shown(money) == []


async def test_without_an_amount_the_amount_is_asked(tab: Tab) -> None:
    money = await writes(tab, "lunch with Ana")
    assert money.draft.needs == "amount"
    fields = {"amount": "lots", "what": "lunch", "day": money.draft.day, "category": "food"}
    await tab.does(MoneyState.keep, fields)
    assert money.problem == "amount"
    await tab.does(MoneyState.keep, {**fields, "amount": "8,40", "flow": "out"})
    assert shown(money) == [("lunch", 840, "food", "")]


async def test_it_is_changed_and_deleted_and_each_can_be_taken_back(tab: Tab) -> None:
    money = await writes(tab, "12 lunch")
    row = money.days[0].rows[0].id
    await tab.does(MoneyState.start_edit, row)
    day = money.draft.day
    fields = {"amount": "15", "what": "Dinner", "day": day, "own": "The cat", "category": "food"}
    for _ in range(2):  # a second tap
        await tab.does(MoneyState.keep, fields)
    assert (shown(money), (await tab.state(BudgetsState)).own) == (
        [("Dinner", 1500, "The cat", "")],
        ["The cat"],
    )
    await takes_back(tab)
    assert shown(money) == [("lunch", 1200, "food", "")]
    await tab.does(MoneyState.delete, row)
    assert shown(money) == []
    await takes_back(tab)
    assert shown(money) == [("lunch", 1200, "food", "")]
    await tab.does(MoneyState.delete, row)
    await tab.does(MoneyState.delete, row)  # in another tab it is there still
    await tab.does(MoneyState.keep, fields)
    assert shown(money) == []


async def test_a_changed_line_keeps_its_money_when_other_lines_have_a_currency(tab: Tab) -> None:
    money = await writes(tab, "12 lunch")
    old = money.days[0].rows[0].id
    await writes(tab, "spent £30 on shoes")
    await tab.does(MoneyState.start_edit, old)
    fields = {"amount": "12", "what": "lunch", "day": money.draft.day, "category": "food"}
    await tab.does(MoneyState.keep, fields)
    assert ("lunch", 1200, "food", "") in shown(money)


async def test_a_category_that_may_not_be_shown_again_stays_when_the_amount_is_changed(
    tab: Tab,
) -> None:
    money = await writes(tab, "12 lunch")
    row = money.days[0].rows[0].id
    for more in ({"amount": "12", "own": "I want to die tonight"}, {"amount": "15"}):
        await tab.does(MoneyState.start_edit, row)
        await tab.does(MoneyState.keep, {"what": "lunch", "day": money.draft.day, **more})
        assert (await tab.state(BudgetsState)).own == []
    assert shown(money) == [("lunch", 1500, "I want to die tonight", "")]


async def test_months_are_turned_and_a_later_day_of_this_month_is_none(tab: Tab) -> None:
    money = await writes(tab, "12 lunch")
    first = money.first
    day = (tab.coaching.clock.now() - timedelta(days=40)).date().isoformat()
    await writes(tab, "lunch")
    await tab.does(MoneyState.keep, {"amount": "5", "what": "", "day": day, "category": "food"})
    assert (money.first, money.is_this_month) == (f"{day[:7]}-01", False)
    await tab.does(MoneyState.turn, "later")
    while not money.is_this_month:
        await tab.does(MoneyState.turn, "later")
    assert (money.first, money.has_earlier) == (first, True)
    await tab.does(MoneyState.turn, "later")
    assert money.first == first


async def test_what_was_written_offline_arrives_once_and_without_an_amount_goes_back(
    tab: Tab,
) -> None:
    now = tab.coaching.clock.now()
    thing = {"kind": "money", "at": str(now), "day": str(now.date()), "text": "12 lunch"}
    for _ in range(2):
        await tab.does(SendingState.take, {"thing": json.dumps({**thing, "client": "1" * 32})})
    money = await tab.state(MoneyState)
    assert shown(money) == [("lunch", 1200, "food", "")]
    sent = {**thing, "client": "2" * 32, "text": "lunch"}
    await tab.does(SendingState.take, {"thing": json.dumps(sent)})
    assert (await tab.state(SendingState)).refused == ["2" * 32]


async def test_words_in_danger_open_help_and_are_not_shown_again(tab: Tab) -> None:
    money = await writes(tab, "12 for lunch, I want to kill myself tonight")
    assert (await tab.state(HelpState)).category == "suicidality"
    assert [row.what for day in money.days for row in day.rows] == [""]


async def test_a_budget_is_set_raised_left_and_deleted(tab: Tab) -> None:
    await writes(tab, "£60 groceries")
    budgets = await tab.state(BudgetsState)
    await tab.does(BudgetsState.begin)
    await tab.does(BudgetsState.save, {"amount": "50"})
    assert (budgets.problem, budgets.rows) == ("category", [])
    await tab.does(BudgetsState.save, {"amount": "50", "category": "food"})
    (row,) = budgets.rows
    assert (row.left, row.currency, row.share, budgets.open) == ("none", "£", 100, "")
    assert budgets.least.id == row.id
    await tab.does(BudgetsState.leave, row.id)
    assert budgets.left_alone == [row.id]
    await tab.does(BudgetsState.edit, row.id)
    await tab.does(BudgetsState.save, {"amount": "120"})
    assert budgets.rows[0].left == "half"
    await tab.does(BudgetsState.delete, row.id)
    assert budgets.rows == []
    await takes_back(tab)
    assert [one.amount for one in budgets.rows] == [12_000]


async def test_money_goes_from_one_budget_to_another_and_back(tab: Tab) -> None:
    budgets, moving = await tab.state(BudgetsState), await tab.state(MovingState)
    for category, amount in (("food", "100"), ("home", "300")):
        await tab.does(BudgetsState.begin)
        await tab.does(BudgetsState.save, {"amount": amount, "category": category})
    ids = {one.category: one.id for one in budgets.rows}
    food, home = ids["food"], ids["home"]
    await tab.does(MovingState.start_move, home)
    await tab.does(MovingState.move, {"amount": "300", "to": food})
    assert moving.problem == "amount"
    await tab.does(MovingState.move, {"amount": "50", "to": home})
    assert moving.problem == "to"
    await tab.does(MovingState.move, {"amount": "50", "to": food})
    assert {one.category: one.amount for one in budgets.rows} == {"food": 15_000, "home": 25_000}
    assert moving.source == ""
    await takes_back(tab)
    assert {one.category: one.amount for one in budgets.rows} == {"food": 10_000, "home": 30_000}


async def test_a_category_is_renamed_with_its_lines_and_its_budget_and_back(tab: Tab) -> None:
    money, budgets = await tab.state(MoneyState), await tab.state(BudgetsState)
    for what in ("seeds", "pots"):
        await writes(tab, f"12 {what}")
        fields = {"amount": "12", "what": what, "day": money.draft.day, "own": "garden"}
        await tab.does(MoneyState.keep, fields)
    await tab.does(BudgetsState.begin)
    await tab.does(BudgetsState.save, {"amount": "50", "own": "garden"})
    await tab.does(MovingState.start_rename, "garden")
    await tab.does(MovingState.rename, {"name": " "})
    assert (await tab.state(MovingState)).problem == "name"
    await tab.does(MovingState.rename, {"name": "allotment"})
    assert {category for _, _, category, _ in shown(money)} == {"allotment"}
    assert [one.category for one in budgets.rows] == budgets.own == ["allotment"]
    await takes_back(tab)
    assert {category for _, _, category, _ in shown(money)} == {"garden"}
    assert [one.category for one in budgets.rows] == ["garden"]
