from __future__ import annotations

import reflex as rx

from toney_app import browser, browser_help, theme
from toney_app.components.icons import icon
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.session_state import SessionState
from toney_app.views.help.lines import checked, lines
from toney_app.views.help.state import HelpState


def help_sheets() -> rx.Component:
    """Help now, and a breath: both are in the page, with or without a connection."""
    return rx.fragment(_help(), _breathe())


def _help() -> rx.Component:
    return sheet(
        "help",
        t("safety.help.title"),
        _places(),
        rx.el.button(
            icon("wind"),
            t("safety.grounding.title"),
            type="button",
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-4",
            on_click=browser.open_sheet("breathe"),
        ),
        at_once=True,
        leaves=True,
    )


@rx.memo
def _places() -> rx.Component:
    about = rx.cond(browser_help.care_for, browser_help.care_for, HelpState.category)
    help_ = browser_help.help_for(about, SessionState.country)
    is_in = SessionState.ready & (SessionState.step == "home")
    return rx.fragment(
        rx.el.p(
            t("safety.help.body"),
            " ",
            rx.cond(is_in, t("safety.help.keep_writing"), ""),
            class_name=f"{theme.BODY} {theme.MUTED} mt-1",
        ),
        lines(help_, help_.all, field_id="country-of-help"),
        checked(help_),
    )


def _breathe() -> rx.Component:
    return sheet("breathe", t("safety.grounding.title"), _breath(), at_once=True)


@rx.memo
def _breath() -> rx.Component:
    """In and out as words with their seconds, three rounds; still when motion is reduced."""
    breath, again = browser_help.breath("breathe")
    phase = rx.match(
        breath.phase,
        ("in", t("safety.breath.in")),
        ("out", t("safety.breath.out")),
        t("safety.breath.done"),
    )
    is_done = breath.phase == "done"
    return rx.el.div(
        rx.el.div(
            rx.el.div(class_name="breath-ring", data_phase=breath.phase, aria_hidden="true"),
            rx.el.p(
                rx.el.span(phase, class_name=theme.TITLE, role="status", aria_live="polite"),
                rx.cond(
                    is_done,
                    rx.fragment(),
                    rx.el.span(
                        breath.left, class_name=f"{theme.DISPLAY} num", data_testid="breath-left"
                    ),
                ),
                class_name="breath-words",
            ),
            class_name="breath",
            data_testid="breath",
        ),
        rx.el.p(
            rx.cond(
                is_done, t("safety.breath.after"), t("safety.breath.round", round=breath.round)
            ),
            class_name=f"{theme.BODY} {theme.MUTED} text-center",
        ),
        rx.cond(is_done, _after(again)),
    )


def _after(again: rx.Var) -> rx.Component:
    return rx.el.div(
        rx.el.button(
            t("safety.breath.again"),
            type="button",
            class_name=theme.SECONDARY,
            special_props=[again],
            data_testid="breath-again",
        ),
        rx.el.button(
            t("safety.breath.finish"),
            type="button",
            class_name=theme.SAFE,
            on_click=browser.close_sheet(),
            data_testid="breath-done",
        ),
        class_name=f"{theme.PAIR} mt-4",
    )
