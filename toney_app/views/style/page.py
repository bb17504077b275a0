from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.inputs import option, progress, tone_dial
from toney_app.components.steps import foot, question_head, step_bar
from toney_app.components.strings import REST, string
from toney_app.copy import t
from toney_app.views.help.safety_card import safety_card
from toney_app.views.onboarding import present
from toney_app.views.style.state import TOTAL_CHOICES, StyleState

_NOT_A_CRISIS = rx.Var.create(value=False)


def style_intro_view() -> rx.Component:
    """Between the guess and the quiz; practical help first, where it was needed."""
    return rx.el.main(
        rx.el.div(
            string(REST, weight="1.9"), class_name="mx-auto w-full max-w-[300px] pt-10 text-accent"
        ),
        rx.el.h1(t("onboarding.style_intro.title"), class_name=f"{theme.DISPLAY} mt-6"),
        rx.el.p(t("onboarding.style_intro.body"), class_name=f"{theme.VOICE} {theme.MUTED} mt-3"),
        rx.cond(
            StyleState.resources.length() > 0,
            rx.el.div(
                safety_card(StyleState.resources, is_crisis=_NOT_A_CRISIS), class_name="mt-6"
            ),
        ),
        foot(
            rx.el.button(
                t("onboarding.next"),
                type="button",
                class_name=f"{theme.PRIMARY} {theme.WIDE}",
                on_click=StyleState.begin,
                data_testid="onboarding-next",
            )
        ),
        class_name="view step",
    )


def style_quiz_view() -> rx.Component:
    """Four choices; after the second, the dial shows the tone that they give."""
    return rx.el.main(
        step_bar(
            StyleState.back,
            progress(
                t("onboarding.progress", number=StyleState.number, total=TOTAL_CHOICES),
                StyleState.number,
                TOTAL_CHOICES,
            ),
            StyleState.skip,
        ),
        rx.cond(StyleState.dial.is_shown, _dial(), _choice()),
        foot(
            rx.el.button(
                t("onboarding.next"),
                type="button",
                class_name=f"{theme.PRIMARY} {theme.WIDE}",
                on_click=StyleState.go_on,
                data_testid="onboarding-next",
            )
        ),
        class_name="view step",
    )


def _choice() -> rx.Component:
    question = StyleState.question
    return rx.fragment(
        question_head(question.prompt, question.help),
        rx.el.div(
            rx.foreach(question.options, _option),
            role="radiogroup",
            aria_labelledby="question",
            class_name="mt-[18px] grid gap-2",
        ),
    )


def _option(found: rx.vars.ObjectVar[present.Option]) -> rx.Component:
    return option(
        found.text,
        StyleState.chosen == found.id,
        f"onboarding-option-{found.id}",
        role="radio",
        on_click=StyleState.choose(found.id),
    )


def _dial() -> rx.Component:
    dial = StyleState.dial
    return rx.fragment(
        question_head(t("onboarding.style_quiz.dial_title"), t("onboarding.style_quiz.dial_help")),
        rx.el.div(
            rx.el.p(
                t("onboarding.style_quiz.sample_label"),
                class_name=f"{theme.CAPTION} {theme.QUIET} mb-2.5",
            ),
            rx.el.p(
                t("ui.quoted", words=t(f"onboarding.style_quiz.sample_{dial.band}")),
                class_name=theme.CARD_TEXT,
                aria_live="polite",
            ),
            class_name="sample mt-6",
        ),
        rx.el.div(
            tone_dial(dial.tone, dial.band, StyleState.set_tone.debounce(80)), class_name="mt-7"
        ),
        rx.el.p(t("onboarding.style_quiz.note"), class_name=f"{theme.SMALL} {theme.QUIET} mt-4"),
    )
