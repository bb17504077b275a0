from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.errors import InvalidInput
from coaching.services import consent, profiles
from tests.support.states import open_tab
from toney_app.arrival_state import ArrivalState
from toney_app.device_state import DeviceState
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState
from toney_app.views.consent.state import ConsentState
from toney_app.views.settings.state import SettingsState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from coaching.clock import FrozenClock
    from tests.support.states import Tab


async def choose(tab: Tab, setting: str, value: str) -> None:
    await tab.does(SettingsState.store, {"setting": setting, "value": value})


async def test_tone_depth_and_learning_style_are_kept(tab: Tab) -> None:
    await choose(tab, "tone", "7.5")
    await choose(tab, "depth", "deep")
    await choose(tab, "learning_style", "story")
    async with tab.coaching.unit(tab.owner) as s:
        kept = await profiles.require(s, tab.owner)
    assert (kept.tone, kept.depth, kept.learning_style) == (7.5, "deep", "story")
    await tab.does(SettingsState.load)
    assert (await tab.state(SettingsState)).band == "direct"


async def test_the_page_hears_what_was_stored(tab: Tab) -> None:
    await choose(tab, "depth", "deep")
    notices = await tab.state(NoticeState)
    assert notices.stored == [f"{notices._era}-1 set_depth=deep"]


@pytest.mark.parametrize("tone", ["0.5", "10.5", "nan", "True", "loud", ""])
async def test_a_tone_off_the_dial_is_refused_and_not_sent_again(tab: Tab, tone: str) -> None:
    before = (await tab.state(SettingsState)).tone
    await choose(tab, "tone", tone)
    notices = await tab.state(NoticeState)
    assert (notices.key, notices.stored) == (
        "ui.problem.validation_error",
        [f"{notices._era}-1 set_tone={tone}"],
    )
    assert (await tab.state(SettingsState)).tone == before


@pytest.mark.parametrize("form", [{"setting": "locale", "value": "en"}, {"setting": "tone"}])
async def test_nothing_else_is_a_setting(tab: Tab, form: dict[str, str]) -> None:
    with pytest.raises(InvalidInput):
        await tab.does(SettingsState.store, form)


async def test_a_name_is_how_one_is_greeted(tab: Tab) -> None:
    await choose(tab, "name", " Dev ")
    assert (await tab.state(SessionState)).name == "Dev"


async def test_a_consent_can_be_given_again(newcomer: Callable[..., Awaitable[Tab]]) -> None:
    tab = await newcomer(consents=False)
    await tab.does(ConsentState.agree)
    async with tab.coaching.unit(tab.owner) as s:
        assert await consent.is_valid(s, tab.owner, tab.coaching.settings)


async def test_a_consent_is_shown_withdrawn_and_given_again(tab: Tab, clock: FrozenClock) -> None:
    await tab.does(ConsentState.load)
    state = await tab.state(ConsentState)
    assert (bool(state.given_at), state.asks) == (True, "")
    await tab.does(ConsentState.withdraw)
    assert state.asks == "withdrawn"
    await tab.does(ConsentState.load)
    assert (state.given_at, state.asks) == ("", "withdrawn")
    assert [bool(record.withdrawn_at) for record in state.records] == [True]
    clock.move(timedelta(minutes=1))
    (await tab.state(SessionState)).text_version = "1"
    await tab.does(ConsentState.agree)
    await tab.does(ConsentState.load)
    assert state.given_at == clock.now().isoformat()


async def test_the_language_is_kept_and_every_page_of_theirs_hears_of_it(
    tab: Tab, tab_of: Callable[[UUID], Awaitable[Tab]]
) -> None:
    await choose(tab, "language", "es")
    async with tab.coaching.unit(tab.owner) as s:
        kept = await profiles.require(s, tab.owner)
    assert profiles.language_of(kept) == "es"
    assert (await tab.state(DeviceState)).language == "es"
    notices = await tab.state(NoticeState)
    assert notices.stored == [f"{notices._era}-1 set_language=es"]
    other = await tab_of(tab.owner)
    await other.does(ArrivalState.arrive)
    assert (await other.state(DeviceState)).language == "es"


async def test_without_a_session_the_page_stays_in_the_language_of_the_browser(tab: Tab) -> None:
    await tab.does(ArrivalState.arrive)
    tab.root.router = open_tab(tab.coaching, tab.owner).root.router
    await tab.does(ArrivalState.arrive)
    assert (await tab.state(DeviceState)).language == ""
