"""On home: the goal that was touched last, with its plan and its steps, or else a dream."""

from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import section
from toney_app.components.lazy import later
from toney_app.copy import t
from toney_app.views.goals.dream_state import DreamsState
from toney_app.views.goals.parts import if_then, steps_bar
from toney_app.views.goals.state import GoalsState


def working_towards() -> rx.Component:
    """Loaded in a part of its own when home is seen: other views don't pay for it."""
    return later("home", _section, needed="laterView", among="working_towards")


def _section() -> rx.Component:
    shown = GoalsState.towards
    return rx.el.div(
        rx.cond(
            shown.id,
            rx.fragment(
                section(t("ui.home.towards")),
                rx.cond(shown.is_dream, _dream(), _goal()),
            ),
        ),
    )


def _goal() -> rx.Component:
    shown = GoalsState.towards
    return rx.el.button(
        _title("chevron_right"),
        rx.cond(shown.response, if_then(shown, f"{theme.BODY} {theme.MUTED} mt-1.5")),
        rx.cond(shown.steps.length() > 0, steps_bar(shown)),
        type="button",
        class_name=f"{theme.CARD} {theme.WIDE} text-left",
        on_click=[GoalsState.choose(shown.id), browser.open_sheet("goal")],
        data_testid="towards-goal",
    )


def _dream() -> rx.Component:
    return rx.el.button(
        rx.el.span(
            icon("cloud", theme.ICON_SMALL),
            t("ui.goals.dream"),
            class_name=f"{theme.LABEL} {theme.ACCENT} flex items-center gap-2 mb-1",
        ),
        _title("chevron_right"),
        type="button",
        class_name="dream-tint",
        on_click=[
            DreamsState.start_edit(GoalsState.towards.id),
            browser.open_sheet("dream-edit"),
        ],
        data_testid="towards-dream",
    )


def _title(name: str) -> rx.Component:
    return rx.el.span(
        rx.el.span(GoalsState.towards.title, class_name=f"{theme.HEADING} grow"),
        icon(name, tone=theme.QUIET),
        class_name="flex items-center justify-between gap-3",
    )
