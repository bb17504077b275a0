from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.content import load_onboarding
from coaching.services import cards, profiles
from coaching.values.enums import LearningStyle, OnboardingStep, Tension
from tests.support import factories
from tests.support.cast import IN_DEBT, join
from tests.support.states import open_tab
from toney_app.arrival_state import ArrivalState
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState
from toney_app.views.home.state import HomeState
from toney_app.views.onboarding import present
from toney_app.views.onboarding.again_state import AgainState
from toney_app.views.onboarding.state import OnboardingState
from toney_app.views.pattern.state import PatternState
from toney_app.views.settings.state import SettingsState
from toney_app.views.style.state import StyleState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.models import Profile, RewireCard
    from tests.support.states import Tab

    NewTab = Callable[..., Awaitable[Tab]]

AVOID = {f"q{n}": f"q{n}_avoid" for n in (1, 2, 3, 5, 6, 7)} | {"q4": "q4_numb"}


async def profile(tab: Tab) -> Profile:
    async with tab.coaching.unit(tab.owner) as s:
        return await profiles.require(s, tab.owner)


async def answer(tab: Tab, *options: str, why: str = "") -> None:
    for option in options:
        await tab.does(OnboardingState.choose, option)
    await tab.does(OnboardingState.go_on, {"why": why})


async def test_nobody_is_shown_the_door(engine: Coaching) -> None:
    tab = open_tab(engine, await join(engine.db, IN_DEBT))
    await tab.does(ArrivalState.arrive)
    session = await tab.state(SessionState)
    assert (session.ready, session.step, session.accent) == (True, "welcome", "neutral")


async def test_nothing_of_a_person_is_left_in_a_tab_without_a_session(tab: Tab) -> None:
    await tab.does(ArrivalState.arrive)
    tab.root.router = open_tab(tab.coaching, tab.owner).root.router
    await tab.does(ArrivalState.arrive)
    session, home = await tab.state(SessionState), await tab.state(HomeState)
    assert (session.step, session.name, session.accent, home.why) == ("welcome", "", "neutral", "")


async def test_who_has_begun_goes_on_with_the_questions(newcomer: NewTab) -> None:
    tab = await newcomer()
    await tab.does(ArrivalState.arrive)
    assert (await tab.state(SessionState)).step == "questions"
    question = (await tab.state(OnboardingState)).question
    assert (question.id, len(question.options)) == ("q1", 7)


async def test_who_is_through_lands_on_home(tab: Tab) -> None:
    await tab.does(ArrivalState.arrive)
    session = await tab.state(SessionState)
    assert (session.step, session.accent, session.name) == ("home", "avoid", "Mara")
    assert (await tab.state(HomeState)).now


async def test_a_reload_goes_on_at_the_same_question(
    newcomer: NewTab, tab_of: Callable[[UUID], Awaitable[Tab]]
) -> None:
    tab = await newcomer()
    await tab.does(ArrivalState.arrive)
    await answer(tab, "q1_avoid")
    reloaded = await tab_of(tab.owner)
    await reloaded.does(ArrivalState.arrive)
    asked = await reloaded.state(OnboardingState)
    assert (asked.question.id, asked.number) == ("q2", 2)
    await reloaded.does(OnboardingState.back)
    assert (asked.question.id, asked.chosen) == ("q1", ["q1_avoid"])


async def test_a_question_can_be_skipped(newcomer: NewTab) -> None:
    tab = await newcomer()
    await tab.does(ArrivalState.arrive)
    await tab.does(OnboardingState.skip)
    assert (await tab.state(OnboardingState)).question.id == "q2"
    assert (await profile(tab)).onboarding_answers == {}


@pytest.mark.parametrize(
    ("taps", "chosen"),
    [
        (["ctx_debt", "ctx_work"], ["ctx_debt", "ctx_work"]),
        (["ctx_debt", "ctx_debt"], []),
        (["ctx_debt", "ctx_work", "ctx_loss", "ctx_partner"], ["ctx_debt", "ctx_work", "ctx_loss"]),
        (["ctx_debt", "ctx_none"], ["ctx_none"]),
        (["ctx_none", "ctx_debt"], ["ctx_debt"]),
    ],
)
def test_up_to_three_things_can_be_going_on(taps: list[str], chosen: list[str]) -> None:
    question = present.question(load_onboarding().context, "en")
    now: list[str] = []
    for tap in taps:
        now = present.choose(question, now, tap)
    assert now == chosen


async def test_nine_answers_lead_to_a_first_guess(newcomer: NewTab) -> None:
    tab = await newcomer()
    await tab.does(ArrivalState.arrive)
    for question in sorted(AVOID):
        await answer(tab, AVOID[question])
    await answer(tab, "ctx_debt", "ctx_work")
    await answer(tab, why="I want to open the post.")
    found = await profile(tab)
    assert (found.onboarding_answers, found.life_context) == (AVOID, ["ctx_debt", "ctx_work"])
    assert (await tab.state(PatternState)).pattern.guess.label == "Avoid"


async def at_pattern(newcomer: NewTab, answers: dict[str, str]) -> Tab:
    tab = await newcomer(
        onboarding_step=OnboardingStep.QUESTIONS, onboarding_position=8, onboarding_answers=answers
    )
    await tab.does(ArrivalState.arrive)
    await answer(tab, why="I want to open the post.")
    return tab


async def test_the_why_is_kept_word_for_word(newcomer: NewTab) -> None:
    tab = await at_pattern(newcomer, AVOID)
    assert (await profile(tab)).emotional_why == "I want to open the post."


async def test_something_serious_in_the_why_opens_help(newcomer: NewTab) -> None:
    tab = await newcomer(onboarding_step=OnboardingStep.QUESTIONS, onboarding_position=8)
    await tab.does(ArrivalState.arrive)
    await answer(tab, why="I want to kill myself.")
    assert (await tab.state(NoticeState)).sheet == "help"
    assert (await tab.state(SessionState)).step == "pattern"


async def test_the_guess_is_shown_with_ones_own_answers(newcomer: NewTab) -> None:
    tab = await at_pattern(newcomer, AVOID)
    shown = await tab.state(PatternState)
    assert (shown.pattern.guess.id, shown.is_picking) == ("avoid", False)
    assert shown.pattern.evidence[0] == "Swipe it away. I’ll look another time."
    assert (await tab.state(SessionState)).accent == "avoid"


async def test_without_answers_all_seven_are_offered(newcomer: NewTab) -> None:
    tab = await at_pattern(newcomer, {})
    shown = await tab.state(PatternState)
    assert (shown.pattern.pick, len(shown.pattern.candidates)) == ("none", 7)
    assert (await tab.state(SessionState)).accent == "neutral"
    await tab.does(PatternState.keep_none)
    assert (await profile(tab)).tension_type is None
    assert (await tab.state(SessionState)).step == "style_intro"


async def test_when_answers_are_torn_up_to_three_are_offered(newcomer: NewTab) -> None:
    torn = {"q1": "q1_avoid", "q2": "q2_worry", "q3": "q3_chase"}
    tab = await at_pattern(newcomer, torn)
    shown = await tab.state(PatternState)
    assert (shown.pattern.pick, shown.is_picking) == ("low", True)
    assert 1 < len(shown.pattern.candidates) <= 3


async def test_the_person_decides(newcomer: NewTab) -> None:
    tab = await at_pattern(newcomer, AVOID)
    await tab.does(PatternState.look_at_all)
    assert len((await tab.state(PatternState)).pattern.candidates) == 7
    await tab.does(PatternState.pick, Tension.GIVE)
    await tab.does(PatternState.keep_picked)
    found = await profile(tab)
    assert (found.tension_type, found.tension_source) == (Tension.GIVE, "user")


async def test_what_fits_partly_may_be_said(newcomer: NewTab) -> None:
    tab = await at_pattern(newcomer, AVOID)
    await tab.does(PatternState.say_partly)
    await tab.does(PatternState.fits_partly, {"note": "The last part."})
    found = await profile(tab)
    assert found.tension_type is Tension.AVOID
    assert "The last part." in found.onboarding_answers.values()


async def in_quiz(newcomer: NewTab, **columns: object) -> Tab:
    tab = await newcomer(
        tension_type=Tension.AVOID, onboarding_step=OnboardingStep.STYLE_INTRO, **columns
    )
    await tab.does(ArrivalState.arrive)
    await tab.does(StyleState.begin)
    return tab


async def choose(tab: Tab, option: str) -> None:
    await tab.does(StyleState.choose, option)
    await tab.does(StyleState.go_on)


async def test_help_comes_before_the_quiz_for_who_lacks_the_basics(newcomer: NewTab) -> None:
    tab = await in_quiz(newcomer, life_context=["ctx_urgent"], country="GB")
    assert (await tab.state(StyleState)).category == "acute_debt"


async def test_after_one_choice_the_dial_shows_the_tone_that_it_gives(newcomer: NewTab) -> None:
    tab = await in_quiz(newcomer)
    await choose(tab, "s1_d")
    quiz = await tab.state(StyleState)
    assert (quiz.dial.is_shown, quiz.dial.tone, quiz.dial.band) == (True, 8.0, "direct")
    await tab.does(StyleState.back)
    assert (quiz.question.id, quiz.chosen) == ("s1", "s1_d")


async def test_the_dial_wins_over_the_choice(newcomer: NewTab) -> None:
    tab = await in_quiz(newcomer)
    await choose(tab, "s1_d")
    await tab.does(StyleState.set_tone, 3.5)
    await tab.does(StyleState.go_on)
    await choose(tab, "s3_c")
    await choose(tab, "s4_b")
    await tab.does(StyleState.name, {"name": " Mara "})
    found = await profile(tab)
    assert (found.tone, found.depth, found.learning_style) == (3.5, "deep", LearningStyle.STORY)
    assert found.onboarding_step is OnboardingStep.HOME
    assert (await tab.state(SessionState)).name == "Mara"


async def test_back_from_the_next_choice_is_the_dial(newcomer: NewTab) -> None:
    tab = await in_quiz(newcomer)
    for _ in range(2):
        await tab.does(StyleState.skip)
    quiz = await tab.state(StyleState)
    assert quiz.question.id == "s3"
    await tab.does(StyleState.back)
    assert quiz.dial.is_shown


async def test_the_questions_are_answered_again_and_nothing_is_lost(
    newcomer: NewTab, engine: Coaching
) -> None:
    tab = await in_quiz(newcomer, onboarding_answers=AVOID, name="Mara")
    for _ in range(4):
        await tab.does(StyleState.skip)
    session = await tab.state(SessionState)
    assert session.step == "home"
    await factories.card(engine.db, tab.owner, title="The drawer")
    await tab.does(SettingsState.store, {"setting": "tone", "value": "7.5"})
    await tab.does(AgainState.begin)
    asked = await tab.state(OnboardingState)
    assert (session.step, asked.question.id, asked.chosen) == ("questions", "q1", ["q1_avoid"])
    await tab.does(OnboardingState.back)
    assert session.step == "home"

    await tab.does(AgainState.begin)
    for question in load_onboarding().scored:
        option = question.option(f"{question.id}_worry")
        await (answer(tab, option.id) if option else tab.does(OnboardingState.skip))
    await tab.does(OnboardingState.skip)
    await answer(tab, why="I want to sleep.")
    await tab.does(PatternState.fits)
    await tab.does(StyleState.begin)
    for _ in range(4):
        await tab.does(StyleState.go_on)
    found = await profile(tab)
    assert (found.tension_type, found.tone, session.step) == (Tension.WORRY, 7.5, "home")
    assert [card.title for card in await cards_of(tab)] == ["The drawer"]


async def cards_of(tab: Tab) -> list[RewireCard]:
    async with tab.coaching.unit(tab.owner) as s:
        return list((await cards.page(s, tab.owner)).items)


async def test_the_tension_is_changed_in_the_settings(tab: Tab) -> None:
    await tab.does(SettingsState.store, {"setting": "tension", "value": "grip"})
    assert (await tab.state(SessionState)).accent == "grip"
    assert (await profile(tab)).tension_type is Tension.GRIP


async def test_the_end_is_home(newcomer: NewTab) -> None:
    tab = await in_quiz(newcomer)
    for _ in range(4):
        await tab.does(StyleState.skip)
    assert (await tab.state(StyleState)).asks_name
    await tab.does(StyleState.name, {"name": ""})
    assert (await tab.state(SessionState)).step == "home"
    assert (await tab.state(HomeState)).now
    assert (await profile(tab)).onboarding_completed_at
