"""Back on a phone leads through the onboarding as the arrow at the top does (js/steps.js)."""

from __future__ import annotations

import reflex as rx

from coaching.values.enums import OnboardingStep
from toney_app import browser
from toney_app.props import Handler, Prop
from toney_app.session_state import SessionState
from toney_app.views.onboarding.state import OnboardingState
from toney_app.views.pattern.state import PatternState
from toney_app.views.style.state import StyleState

_STEP = SessionState.step
_QUESTIONS, _PATTERN = OnboardingStep.QUESTIONS.value, OnboardingStep.PATTERN.value
_INTRO, _QUIZ = OnboardingStep.STYLE_INTRO.value, OnboardingStep.STYLE_QUIZ.value
IS_ONE: rx.Var[bool] = (
    (_STEP == _QUESTIONS) | (_STEP == _PATTERN) | (_STEP == _INTRO) | (_STEP == _QUIZ)
)


class _Steps(rx.el.Div):
    """Nothing to see; its hook keeps the history in step."""

    def add_hooks(self) -> list[str | rx.Var[Prop]]:
        rank = _rank()
        hook = f"useSteps({rank!s});"
        return [browser.js_value(hook, "$/utils/toney/steps", "useSteps", reads=[rank])]


@rx.memo
def steps() -> rx.Component:
    back = rx.match(
        _STEP,
        (_QUESTIONS, _button(OnboardingState.back)),
        (
            _PATTERN,
            # What was opened on the pattern closes first, and the pattern is there again.
            rx.cond(_is_opened(), _button(PatternState.load), _button(OnboardingState.back)),
        ),
        (_INTRO, _button([StyleState.back, PatternState.load])),
        (_QUIZ, _button(StyleState.back)),
        rx.fragment(),
    )
    return _Steps.create(back, hidden=True)


def _is_opened() -> rx.Var[bool]:
    """Return true while they say what fits only in part, or look at the other tensions."""
    picks = PatternState.is_picking & (PatternState.pattern.pick == "")
    return PatternState.is_partly | picks


def _button(on_click: Handler) -> rx.Component:
    return rx.el.button(type="button", id="step-back", on_click=on_click)


def _rank() -> rx.Var[int]:
    """A number that grows with each screen."""
    dial = rx.cond(StyleState.dial.is_shown, 1, 0).to(int)
    quiz = 40 + StyleState.number * 2 + dial
    of_style = rx.cond(_STEP == _QUIZ, quiz, 0)
    pattern = rx.cond(_is_opened(), 21, 20)
    later = rx.cond(_STEP == _PATTERN, pattern, rx.cond(_STEP == _INTRO, 30, of_style))
    return rx.cond(_STEP == _QUESTIONS, OnboardingState.number, later).to(int)
