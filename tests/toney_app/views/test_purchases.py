from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.purchases.service import A_DAY
from toney_app.notice_state import NoticeState
from toney_app.views.help.state import HelpState
from toney_app.views.purchases.state import ShelfState
from toney_app.views.sending_state import SendingState
from toney_app.views.undo_state import UndoState

if TYPE_CHECKING:
    from coaching.clock import FrozenClock
    from tests.support.states import Tab


async def sends(tab: Tab, nth: int = 1, **thing: object) -> None:
    whole = {"kind": "purchase", "client": f"{nth:032x}", "at": str(tab.coaching.clock.now())}
    asked = {"text": "", "for_whom": "", "feelings": [], "plan": "", "note": None}
    await tab.does(SendingState.take, {"thing": json.dumps({**whole, **asked, **thing})})


async def takes_back(tab: Tab) -> None:
    notices = await tab.state(NoticeState)
    await tab.does(UndoState.take_back, notices.undo_kind, notices.undo_id)


async def test_what_waits_is_on_the_shelf_once_and_can_be_taken_back(tab: Tab) -> None:
    for _ in range(2):
        await sends(tab, item="The green jacket", plan="I text Ines.", price=18950)
    shelf = await tab.state(ShelfState)
    assert [(one.item, one.until, one.is_over) for one in shelf.waiting] == [
        ("The green jacket", "tomorrow", False)
    ]
    assert (shelf.plan, (await tab.state(NoticeState)).key) == (
        "I text Ines.",
        "ui.toast.purchase_wait",
    )
    await takes_back(tab)
    assert shelf.waiting == []


async def test_after_a_day_the_urge_is_asked_and_then_the_choice(
    tab: Tab, clock: FrozenClock
) -> None:
    await sends(tab, item="The green jacket")
    clock.move(A_DAY + timedelta(minutes=1))
    await tab.does(ShelfState.load)
    shelf = await tab.state(ShelfState)
    (one,) = shelf.over
    assert (one.since, shelf.waiting) == ("yesterday", [])
    for answer in ("gone", "weaker", "same", "stronger", "weaker"):
        await tab.does(ShelfState.say_urge, one.id, answer)
        assert shelf.over[0].urge == answer
    for _ in range(2):  # a second tap
        await tab.does(ShelfState.decide, one.id, "wait")
    assert ([each.until for each in shelf.waiting], shelf.over) == (["tomorrow"], [])
    await takes_back(tab)
    assert [each.urge for each in shelf.over] == ["weaker"]


async def test_what_was_bought_can_get_a_note_and_what_is_not_bought_goes(tab: Tab) -> None:
    await sends(tab, item="The green jacket")
    shelf = await tab.state(ShelfState)
    first = shelf.waiting[0].id
    await tab.does(ShelfState.decide, first, "buy")
    assert (shelf.noting.id, shelf.waiting) == (first, [])
    await tab.does(ShelfState.write, {"note": "Warm."})
    assert ([one.note for one in shelf.bought], shelf.noting.id) == (["Warm."], "")
    await tab.does(ShelfState.decide, first, "leave")
    assert shelf.bought == []
    await takes_back(tab)
    assert [one.note for one in shelf.bought] == ["Warm."]
    await tab.does(ShelfState.decide, first, "leave")
    await tab.does(ShelfState.decide, first, "buy")  # in another tab it is there still
    assert (shelf.bought, shelf.noting.id) == ([], "")


async def test_words_in_danger_open_help_and_are_not_shown_again(tab: Tab) -> None:
    await sends(tab, item="I want to kill myself tonight.")
    assert (await tab.state(HelpState)).category == "suicidality"
    assert [one.item for one in (await tab.state(ShelfState)).waiting] == [""]


async def test_the_words_about_one_purchase_are_not_offered_for_the_next(tab: Tab) -> None:
    await sends(tab, item="The green jacket")
    await sends(tab, nth=2, item="The shoes")
    shelf, notices = await tab.state(ShelfState), await tab.state(NoticeState)

    def lets_go() -> int:
        return sum(one.endswith(" shelf-note") for one in notices.stored)

    await tab.does(ShelfState.decide, shelf.waiting[0].id, "buy")
    before = lets_go()
    await tab.does(ShelfState.write, {"note": "I felt better for an hour."})
    assert lets_go() == before + 1
    await tab.does(ShelfState.decide, shelf.waiting[0].id, "buy")
    assert lets_go() == before + 2
    await tab.does(ShelfState.note_later)
    assert lets_go() == before + 3
