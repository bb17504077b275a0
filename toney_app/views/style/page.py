from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.inputs import option, progress, tone_dial, tone_sample
from toney_app.components.steps import foot, question_head, step_bar
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.props import Handler
from toney_app.views.help.safety_card import safety_card
from toney_app.views.onboarding import present
from toney_app.views.style.state import TOTAL_CHOICES, StyleState


def style_intro_view() -> rx.Component:
    """Between the guess and the quiz; practical help first, where it was needed."""
    return rx.el.main(
        rx.el.div(
            string(REST, weight="1.9"), class_name="mx-auto w-full max-w-[300px] pt-10 text-accent"
        ),
        rx.el.h1(
            t("onboarding.style_intro.title"),
            class_name=f"{theme.DISPLAY} mt-6",
            special_props=[browser.arrival()],
        ),
        rx.el.p(t("onboarding.style_intro.body"), class_name=f"{theme.VOICE} {theme.MUTED} mt-3"),
        rx.cond(
            StyleState.category,
            rx.el.div(
                safety_card(category=StyleState.category, level="concern"), class_name="mt-6"
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
    """Three choices and a dial; then the name, for who likes to be called by one."""
    return rx.cond(StyleState.asks_name, _name(), _quiz())


def _quiz() -> rx.Component:
    needs_choice = ~StyleState.dial.is_shown & (StyleState.chosen == "")
    return rx.el.main(
        _bar(StyleState.skip(StyleState.number)),  # pyrefly: ignore[no-matching-overload]
        rx.cond(StyleState.dial.is_shown, _dial(), _choice()),
        foot(
            rx.el.button(
                t("onboarding.next"),
                type="button",
                class_name=f"{theme.PRIMARY} {theme.WIDE}",
                disabled=needs_choice,
                on_click=StyleState.go_on(StyleState.number),  # pyrefly: ignore[no-matching-overload]
                data_testid="onboarding-next",
            )
        ),
        key=StyleState.number,
        class_name="view step",
    )


def _bar(skip: Handler) -> rx.Component:
    return step_bar(
        StyleState.back,
        progress(
            t("onboarding.progress", number=StyleState.number, total=TOTAL_CHOICES),
            StyleState.number,
            TOTAL_CHOICES,
        ),
        skip,
    )


def _name() -> rx.Component:
    """Skipping sends the form as well, with nothing in it."""
    return rx.el.main(
        rx.el.form(
            _bar(StyleState.name({"name": ""})),  # pyrefly: ignore[no-matching-overload] - a form
            question_head(t("ui.settings.name_label"), t("onboarding.name_help")),
            rx.el.input(
                name="name",
                max_length=60,
                aria_labelledby="question",
                class_name=f"{theme.INPUT} mt-[18px]",
                custom_attrs={"autoComplete": "given-name", "enterKeyHint": "done"},
                data_testid="onboarding-name",
            ),
            foot(
                rx.el.button(
                    t("onboarding.to_home"),
                    type="submit",
                    class_name=f"{theme.PRIMARY} {theme.WIDE}",
                    data_testid="onboarding-next",
                )
            ),
            on_submit=StyleState.name,
            class_name="flex flex-1 flex-col",
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
        StyleState.choose(found.id),
        group="answer",
    )


def _dial() -> rx.Component:
    dial = StyleState.dial
    return rx.fragment(
        question_head(t("onboarding.style_quiz.dial_title"), t("onboarding.style_quiz.dial_help")),
        tone_sample(dial.band),
        rx.el.div(
            tone_dial(dial.tone, dial.band, StyleState.set_tone.debounce(80), waits=True),
            class_name="mt-7",
        ),
        rx.el.p(t("onboarding.style_quiz.note"), class_name=f"{theme.SMALL} {theme.QUIET} mt-4"),
    )
