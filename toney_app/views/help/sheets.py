from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.session_state import SessionState
from toney_app.views.help.safety_card import places
from toney_app.views.help.state import HelpState


def help_sheets() -> rx.Component:
    """Help now, and a breath: both are in the page, with or without a connection."""
    return rx.fragment(_help(), _breathe())


def _help() -> rx.Component:
    return sheet(
        "help",
        t("safety.help.title"),
        rx.el.p(t("safety.help.body"), class_name=f"{theme.BODY} {theme.MUTED} mt-1"),
        places(HelpState.shown),
        rx.cond(
            SessionState.country,
            rx.fragment(),
            rx.el.p(
                t("safety.help.choose_country"), class_name=f"{theme.SMALL} {theme.MUTED} mt-3"
            ),
        ),
        rx.el.div(
            rx.el.button(
                icon("wind"),
                t("safety.grounding.title"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=browser.open_sheet("breathe"),
            ),
            rx.cond(
                SessionState.ready & (SessionState.step != "welcome"),
                rx.el.button(
                    t("ui.help.other_countries"),
                    type="button",
                    class_name=theme.SECONDARY,
                    on_click=browser.open_sheet("country"),
                ),
            ),
            class_name=f"{theme.PAIR} *:flex-auto *:px-3 mt-4",
        ),
        rx.el.button(
            t("ui.help.leave"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.WIDE} mt-1",
            on_click=browser.leave(),
        ),
        at_once=True,
    )


def _breathe() -> rx.Component:
    return sheet(
        "breathe",
        t("safety.grounding.title"),
        rx.el.div(class_name="breath", aria_hidden="true"),
        rx.el.ol(
            *[
                rx.el.li(t(f"safety.grounding.step_{n}"), class_name=theme.CARD_TEXT)
                for n in (1, 2, 3, 4)
            ],
            class_name="mt-2 mb-4 grid gap-3",
        ),
        at_once=True,
    )
