"""The page about the pattern: an answer can be changed until one goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.toney_app.views.test_onboarding import AVOID, at_pattern
from toney_app.session_state import SessionState
from toney_app.views.pattern.state import PatternState

if TYPE_CHECKING:
    from tests.toney_app.views.test_onboarding import NewTab


async def test_partly_can_be_taken_back_until_one_goes_on(newcomer: NewTab) -> None:
    tab = await at_pattern(newcomer, AVOID)
    await tab.does(PatternState.say_partly)
    await tab.does(PatternState.choose_again)
    assert not (await tab.state(PatternState)).is_partly
    await tab.does(PatternState.fits)
    assert (await tab.state(SessionState)).step == "style_intro"
