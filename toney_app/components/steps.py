"""A screen of the onboarding: bars above, a question, a button that stays in sight."""

from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.layout import icon_button
from toney_app.copy import t
from toney_app.props import Handler


def step_bar(back: Handler, bars: rx.Component, skip: Handler) -> rx.Component:
    return rx.el.div(
        icon_button("chevron_left", t("onboarding.back"), on_click=back),
        bars,
        rx.el.button(
            t("onboarding.skip"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM} font-medium",
            on_click=skip,
            data_testid="onboarding-skip",
        ),
        class_name="step-bar",
    )


def question_head(prompt: rx.Var[str], help_text: rx.Var[str]) -> rx.Component:
    return rx.fragment(
        rx.el.h1(
            prompt,
            id="question",
            class_name=f"{theme.TITLE} pt-3.5",
            special_props=[browser.arrival()],
        ),
        rx.cond(help_text, rx.el.p(help_text, class_name=f"{theme.BODY} {theme.MUTED} mt-2")),
    )


def foot(*children: rx.Component) -> rx.Component:
    return rx.el.div(*children, class_name="step-foot")
