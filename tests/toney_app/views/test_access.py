"""Access as the person sees it: asked on home, answered on the sheet, each look listed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from coaching.domains.access_grants import service as grants
from coaching.domains.access_grants.service import Part
from coaching.domains.admin_access.service import SignedInAdmin
from coaching.values.enums import AdminRole
from toney_app.notice_state import NoticeState
from toney_app.views.access.sheet import access_notice, access_row
from toney_app.views.access.state import AccessState
from toney_app.views.home.state import HomeState

if TYPE_CHECKING:
    from tests.support.states import Tab

ANA = SignedInAdmin(uuid4(), "Ana", AdminRole.ADMIN, has_second_factor=True)


async def asks(tab: Tab) -> None:
    now = tab.coaching.clock.now()
    await grants.ask(tab.coaching.db, ANA, tab.owner, reason="You wrote to us", hours=24, now=now)


async def test_a_request_is_on_home_and_can_be_declined(tab: Tab) -> None:
    await asks(tab)
    await tab.does(HomeState.load)
    state = await tab.state(AccessState)
    [request] = state.requests
    assert (request.who, request.reason, request.hours) == ("Ana", "You wrote to us", "24")
    await tab.does(AccessState.refuse, request.id)
    assert (state.requests, state.reader) == ([], "")


def test_each_way_to_the_list_reads_it_again() -> None:
    for way in (access_row(), access_notice()):
        assert "access_state.load" in str(way.render())


async def test_what_is_given_shows_each_look_and_is_taken_back(tab: Tab) -> None:
    now = tab.coaching.clock.now()
    await asks(tab)
    await tab.does(AccessState.load)
    state = await tab.state(AccessState)
    await tab.does(AccessState.give, state.requests[0].id)
    assert (state.requests, state.reader) == ([], "Ana")
    assert state.until.startswith(f"{now.date().replace(day=now.day + 1)}")
    await grants.open_part(tab.coaching.db, ANA, tab.owner, Part.MEMORIES, now=now)
    await tab.does(AccessState.load)
    assert [(look.who, look.part) for look in state.looks] == [("Ana", "memories")]
    await tab.does(AccessState.withdraw)
    assert state.reader == ""
    assert (await tab.state(NoticeState)).key == "ui.toast.access_withdrawn"
