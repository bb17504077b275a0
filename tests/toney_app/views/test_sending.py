"""What was done without a connection is saved once, as of when it was done."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.services import cards, focus, wins
from tests.support import factories
from toney_app.notice_state import NoticeState
from toney_app.views.help.state import HelpState
from toney_app.views.practices.player_state import PlayerState
from toney_app.views.sending_state import SendingState
from toney_app.views.wins.state import WinsState

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.models import RewireCard
    from tests.support.states import Tab


async def sends(tab: Tab, nth: int, **thing: object) -> str:
    client = f"{nth:032x}"
    at = thing.pop("at", tab.coaching.clock.now())
    whole = {"client": client, "at": str(at), "day": "2026-01-12", **thing}
    await tab.does(SendingState.take, {"thing": json.dumps(whole, default=str)})
    return client


async def in_focus(tab: Tab, engine: Coaching) -> RewireCard:
    card = await factories.card(engine.db, tab.owner)
    async with engine.unit(tab.owner, write=True) as s:
        return await cards.set_focus(s, tab.owner, card.id, at=engine.clock.now())


async def test_a_win_is_kept_once_for_its_own_day(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    yesterday = clock.now() - timedelta(days=1)
    client = await sends(tab, 1, kind="win", text="I opened it.", at=yesterday)
    await sends(tab, 1, kind="win", text="I opened it.", at=yesterday)
    async with engine.unit(tab.owner) as s:
        kept = (await wins.page(s, tab.owner)).items
    assert [(win.text, win.created_at) for win in kept] == [("I opened it.", yesterday)]
    sending = await tab.state(SendingState)
    assert sending.taken == [client, client]
    assert (await tab.state(WinsState)).months[0].wins[0].text == "I opened it."


async def test_no_day_is_in_the_future_or_long_gone(tab: Tab, clock: FrozenClock) -> None:
    await sends(tab, 1, kind="win", text="Early", at=clock.now() + timedelta(days=3))
    await sends(tab, 2, kind="win", text="Late", at=clock.now() - timedelta(days=300))
    months = (await tab.state(WinsState)).months
    assert [month.first for month in months] == ["2026-01-01", "2025-12-01"]


async def test_the_card_is_answered_for_the_day_of_the_tap(
    tab: Tab, engine: Coaching, clock: FrozenClock
) -> None:
    card = await in_focus(tab, engine)
    yesterday = clock.now() - timedelta(days=1)
    for _ in range(2):
        await sends(tab, 1, kind="focus", card=card.id, answer="done", text="Short.", at=yesterday)
    async with engine.unit(tab.owner) as s:
        then = await focus.current(s, tab.owner, at=yesterday)
        now = await focus.current(s, tab.owner, at=clock.now())
    assert then is not None
    assert then.today is not None
    assert (then.today.completed, then.today.reflection) == (True, "Short.")
    assert then.card.times_completed == 1
    assert now is not None
    assert now.today is None


async def test_what_can_not_be_saved_is_given_back(tab: Tab, engine: Coaching) -> None:
    await in_focus(tab, engine)
    gone = "00000000-0000-4000-8000-000000000000"
    first = await sends(tab, 1, kind="focus", card=gone, answer="done", text="A note.")
    second = await sends(tab, 2, kind="win", text="long " * 100)
    sending, notices = await tab.state(SendingState), await tab.state(NoticeState)
    assert (sending.taken, sending.refused) == ([], [first, second])
    assert notices.key == "ui.toast.not_taken"


async def test_an_answer_moves_an_exercise_on_once(tab: Tab) -> None:
    await tab.does(PlayerState.start, "slow_breath")
    run = (await tab.state(PlayerState)).step.run
    for _ in range(2):
        await sends(tab, 1, kind="practice", run=run, step="before", number=7)
    assert (await tab.state(PlayerState)).step.id == "way"
    await sends(tab, 2, kind="practice", run=run, step="way", choice="feet")
    assert (await tab.state(PlayerState)).step.id == "feet"


async def test_an_answer_to_an_exercise_that_is_over_promises_no_words_back(tab: Tab) -> None:
    await tab.does(PlayerState.start, "slow_breath")
    run = (await tab.state(PlayerState)).step.run
    await sends(tab, 1, kind="practice", run=run, step="before", number=99)
    assert (await tab.state(NoticeState)).key == "ui.toast.answer_again"
    gone = "00000000-0000-4000-8000-000000000000"
    await sends(tab, 2, kind="practice", run=gone, step="before", number=7)
    assert (await tab.state(NoticeState)).key == "ui.toast.exercise_over"


async def test_a_crisis_in_a_win_opens_help(tab: Tab) -> None:
    await sends(tab, 1, kind="win", text="I want to end my life.")
    assert (await tab.state(HelpState)).is_named
    assert (await tab.state(NoticeState)).sheet == "help"


@pytest.mark.parametrize("thing", ["{}", "no", "[]", '{"client": 1}'])
async def test_what_no_page_sends_is_an_error(tab: Tab, thing: str) -> None:
    with pytest.raises(ValueError, match=r"validation error|Expecting value"):
        await tab.does(SendingState.take, {"thing": thing})


@pytest.mark.parametrize(
    "thing", [{"kind": "card"}, {"kind": "win", "text": "\ud83d"}, {"kind": "win", "text": 1}]
)
async def test_what_can_not_be_read_is_given_back_and_holds_up_nothing(
    tab: Tab, thing: dict[str, object]
) -> None:
    client = await sends(tab, 1, **thing)
    assert (await tab.state(SendingState)).refused == [client]
    assert (await tab.state(NoticeState)).key == "ui.toast.not_taken"
