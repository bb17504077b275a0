from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.values.enums import OnboardingStep
from toney_app.arrival_state import ArrivalState
from toney_app.session_state import SessionState
from toney_app.views.onboarding.state import OnboardingState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.support.states import Tab

    NewTab = Callable[..., Awaitable[Tab]]


async def test_from_the_result_one_goes_back_to_the_last_question(newcomer: NewTab) -> None:
    tab = await newcomer()
    await tab.does(ArrivalState.arrive)
    for _ in range(9):
        await tab.does(OnboardingState.skip)
    assert (await tab.state(SessionState)).step == OnboardingStep.PATTERN
    await tab.does(OnboardingState.back)
    assert (await tab.state(SessionState)).step == OnboardingStep.QUESTIONS
    assert (await tab.state(OnboardingState)).number == 9
