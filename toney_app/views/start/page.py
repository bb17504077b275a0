from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import mark
from toney_app.components.layout import busy, problem
from toney_app.components.strings import hero
from toney_app.copy import t
from toney_app.session_state import SessionState
from toney_app.views.consent.sheet import receiver


@rx.memo
def start_view() -> rx.Component:
    """The door: what is kept, who receives the words, what Toney is and is not."""
    state, begins = browser.start(SessionState.text_version)
    return rx.el.main(
        rx.el.div(
            mark("size-7"),
            rx.el.span(t("app.name"), class_name=theme.HEADING),
            class_name="flex items-center gap-[9px] pt-3.5",
        ),
        rx.el.div(hero(), class_name="hero"),
        rx.el.h1(
            t("onboarding.welcome.title"),
            class_name=f"{theme.DISPLAY} text-[2.5rem]! leading-[1.1]!",
        ),
        rx.el.p(t("onboarding.welcome.body"), class_name=f"{theme.VOICE} {theme.MUTED} mt-3.5"),
        rx.el.button(
            rx.cond(state == "busy", busy(t("ui.start.beginning")), t("onboarding.welcome.begin")),
            type="button",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-7",
            disabled=state == "busy",
            special_props=[begins],
            data_testid="start-guest",
        ),
        rx.cond(
            (state == "failed") | (state == "limited"),
            rx.el.div(problem(t(f"ui.start.{state}")), class_name="mt-2"),
        ),
        _legal(),
        class_name="step pb-8",
        data_testid="onboarding-welcome",
    )


def _legal() -> rx.Component:
    return rx.el.p(
        t("onboarding.welcome.legal"),
        " ",
        t("consent.text"),
        " ",
        rx.cond(SessionState.ready, receiver(), ""),
        " ",
        rx.el.button(
            t("ui.help.now"),
            type="button",
            class_name="link text-ink-2 font-medium min-h-6",
            on_click=browser.open_sheet("help"),
            data_testid="help-now",
        ),
        class_name=f"{theme.SMALL} {theme.QUIET} mt-4",
    )


def splash() -> rx.Component:
    """What somebody who has been here sees until the page knows where they were."""
    return rx.el.div(
        mark("size-10 text-accent"),
        class_name="m-auto",
        role="status",
        aria_label=t("ui.loading"),
    )
