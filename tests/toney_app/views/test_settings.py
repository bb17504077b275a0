from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.errors import InvalidInput
from coaching.services import consent, profiles
from coaching.values.enums import Depth, LearningStyle
from toney_app.session_state import SessionState
from toney_app.views.consent.state import ConsentState
from toney_app.views.settings.state import SettingsState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.support.states import Tab


async def test_tone_depth_and_learning_style_are_kept(tab: Tab) -> None:
    await tab.does(SettingsState.set_tone, 7.5)
    await tab.does(SettingsState.set_depth, Depth.DEEP)
    await tab.does(SettingsState.set_learning_style, LearningStyle.STORY)
    async with tab.coaching.unit(tab.owner) as s:
        kept = await profiles.require(s, tab.owner)
    assert (kept.tone, kept.depth, kept.learning_style) == (7.5, "deep", "story")
    await tab.does(SettingsState.load)
    assert (await tab.state(SettingsState)).band == "direct"


@pytest.mark.parametrize("tone", [0.5, 10.5, float("nan"), True, "loud"])
async def test_a_tone_off_the_dial_is_refused(tab: Tab, tone: object) -> None:
    with pytest.raises(InvalidInput):
        await tab.does(SettingsState.set_tone, tone)


async def test_a_name_is_how_one_is_greeted(tab: Tab) -> None:
    await tab.does(SettingsState.set_name, {"name": " Dev "})
    assert (await tab.state(SessionState)).name == "Dev"


async def test_a_consent_can_be_given_again(newcomer: Callable[..., Awaitable[Tab]]) -> None:
    tab = await newcomer(consents=False)
    await tab.does(ConsentState.agree)
    async with tab.coaching.unit(tab.owner) as s:
        assert await consent.is_valid(s, tab.owner, tab.coaching.settings)
