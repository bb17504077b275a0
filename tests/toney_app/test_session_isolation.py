from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from reflex.event import Event, EventSpec

from tests.support.states import open_tab
from toney_app.notice_state import NoticeState, on_error
from toney_app.session_isolation import OnePerson
from toney_app.views.wins.state import WinsState

if TYPE_CHECKING:
    from uuid import UUID

    from reflex.app import App

    from coaching.bootstrap import Coaching

NOBODY = cast("UUID", None)
NO_ENGINE = cast("Coaching", None)


def _event(spec: EventSpec) -> Event:
    return Event.from_event_type(spec)[0]


async def test_when_nobody_can_be_looked_up_the_notice_of_it_is_shown_once() -> None:
    tab = open_tab(NO_ENGINE, NOBODY, token="asked-for-while-the-engine-is-away")
    door, app = OnePerson(), cast("App", None)
    with pytest.raises(RuntimeError) as failed:
        await door.preprocess(app, tab.root, _event(cast("EventSpec", WinsState.load())))
    assert await door.preprocess(app, tab.root, _event(on_error(failed.value))) is None


async def test_what_begins_anew_repeats_no_number_that_the_page_remembers() -> None:
    tab = open_tab(NO_ENGINE, NOBODY, token="whose-app-lock-closed-in-between")
    notices = await tab.state(NoticeState)
    numbers = []
    for _ in range(2):
        notices._stored("anything", "money")
        notices._show_sheet("mood")
        numbers.append((*notices.stored, notices.order))
        tab.root.reset()
    before, after = map(set, numbers)
    assert before.isdisjoint(after)
