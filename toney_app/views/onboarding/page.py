from __future__ import annotations

import reflex as rx

from toney_app import browser, outbox, theme
from toney_app.components.inputs import option, progress
from toney_app.components.steps import foot, question_head, step_bar
from toney_app.copy import t
from toney_app.views.onboarding import present
from toney_app.views.onboarding.state import TOTAL_QUESTIONS, OnboardingState


def questions_view() -> rx.Component:
    """One question per screen."""
    question = OnboardingState.question
    return rx.el.main(
        step_bar(
            OnboardingState.back,
            progress(
                t("onboarding.progress", number=OnboardingState.number, total=TOTAL_QUESTIONS),
                OnboardingState.number,
                TOTAL_QUESTIONS,
            ),
            OnboardingState.skip(OnboardingState.number),  # pyrefly: ignore[no-matching-overload]
        ),
        rx.el.form(
            rx.el.input(type="hidden", name="nth", value=OnboardingState.number),
            question_head(question.prompt, question.help),
            rx.match(question.kind, ("text", _why()), _options()),
            outbox.not_saved("why"),
            foot(_next()),
            on_submit=[outbox.waits("why"), OnboardingState.go_on],
            # Each question is its own form: nothing typed or scrolled is carried over.
            key=question.id,
            class_name="flex flex-1 flex-col",
        ),
        class_name="view step",
        key=question.id,
    )


def _options() -> rx.Component:
    is_multi = OnboardingState.question.kind == "multi"
    return rx.el.div(
        rx.foreach(OnboardingState.question.options, _option),
        role=rx.cond(is_multi, "group", "radiogroup"),
        aria_labelledby="question",
        class_name="mt-[18px] grid gap-2",
    )


def _option(found: rx.vars.ObjectVar[present.Option]) -> rx.Component:
    is_multi = OnboardingState.question.kind == "multi"
    chosen = OnboardingState.chosen.contains(found.id)
    is_full = OnboardingState.question.most.to(int) <= OnboardingState.chosen.length()
    return option(
        found.text,
        chosen,
        f"onboarding-option-{found.id}",
        OnboardingState.choose(found.id),
        group="answer",
        kind=rx.cond(is_multi, "checkbox", "radio"),
        none=found.without_box,
        is_off=is_multi & is_full & ~chosen & ~found.without_box,
    )


def _why() -> rx.Component:
    """The person's own words, kept word for word; telling later is as large as going on."""
    return rx.el.textarea(
        name="why",
        rows="6",
        max_length=OnboardingState.question.max_chars,
        default_value=OnboardingState.why,
        placeholder=OnboardingState.question.placeholder,
        class_name=f"{theme.AREA} {theme.OWN_WORDS} mt-[18px]",
        aria_labelledby="question",
        special_props=[browser.draft("why")],
        data_testid="onboarding-why",
    )


def _next() -> rx.Component:
    go_on = rx.el.button(
        t("onboarding.next"),
        type="submit",
        class_name=f"{theme.PRIMARY} {theme.WIDE}",
        disabled=(OnboardingState.question.kind != "text") & (OnboardingState.chosen.length() == 0),
        data_testid="onboarding-next",
    )
    later = rx.el.button(
        t("ui.onboarding.later"),
        type="button",
        class_name=f"{theme.SECONDARY} {theme.WIDE} mt-2",
        on_click=OnboardingState.skip(OnboardingState.number),  # pyrefly: ignore[no-matching-overload]
        data_testid="onboarding-later",
    )
    return rx.fragment(go_on, rx.cond(OnboardingState.question.kind == "text", later))
