from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.values.enums import OnboardingStep, Tension
from toney_app.arrival_state import ArrivalState
from toney_app.session_state import SessionState
from toney_app.views.onboarding.again_state import AgainState
from toney_app.views.onboarding.state import OnboardingState
from toney_app.views.pattern.state import PatternState
from toney_app.views.style.state import StyleState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from tests.support.states import Tab

    NewTab = Callable[..., Awaitable[Tab]]


async def test_a_step_comes_in_one_update_with_what_it_shows(
    newcomer: NewTab, tab_of: Callable[[UUID], Awaitable[Tab]]
) -> None:
    tab = await newcomer()
    session, asked = await tab.state(SessionState), await tab.state(OnboardingState)
    guess, quiz = await tab.state(PatternState), await tab.state(StyleState)
    await updates_once(tab, ArrivalState.arrive)
    assert (session.step, asked.question.id) == ("questions", "q1")
    for _ in range(9):
        await updates_once(tab, OnboardingState.skip)
    assert (session.step, len(guess.pattern.candidates)) == ("pattern", 7)
    await updates_once(tab, PatternState.keep_none)
    await updates_once(tab, StyleState.begin)
    assert (session.step, quiz.question.id) == ("style_quiz", "s1")
    reloaded = await tab_of(tab.owner)
    await updates_once(reloaded, ArrivalState.arrive)
    assert (await reloaded.state(StyleState)).question.id == "s1"
    await tab.does(StyleState.name, {"name": ""})
    await updates_once(tab, AgainState.begin)
    assert (session.step, asked.question.id) == ("questions", "q1")


async def updates_once(tab: Tab, handler: Any) -> None:
    """Run a handler alone: what it asks for next comes in an update of its own."""
    await handler.fn(await tab.root.get_state(handler.state))


async def test_from_the_result_one_goes_back_to_the_last_question(newcomer: NewTab) -> None:
    tab = await newcomer()
    await tab.does(ArrivalState.arrive)
    for _ in range(9):
        await tab.does(OnboardingState.skip)
    assert (await tab.state(SessionState)).step == OnboardingStep.PATTERN
    await tab.does(OnboardingState.back)
    assert (await tab.state(SessionState)).step == OnboardingStep.QUESTIONS
    assert (await tab.state(OnboardingState)).number == 9


async def test_a_move_of_the_dial_that_comes_after_next_covers_no_question(
    newcomer: NewTab,
) -> None:
    tab = await newcomer(tension_type=Tension.AVOID, onboarding_step=OnboardingStep.STYLE_INTRO)
    await tab.does(ArrivalState.arrive)
    await tab.does(StyleState.begin)
    for _ in range(2):
        await tab.does(StyleState.skip)
    await tab.does(StyleState.set_tone, 9.0)
    quiz = await tab.state(StyleState)
    assert (quiz.question.id, quiz.dial.is_shown) == ("s3", False)
