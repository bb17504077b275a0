from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.views.home.state import HomeState
from toney_app.views.insight.state import InsightState


def waiting_line() -> rx.Component:
    """One quiet line while something sensitive waits for a yes or a no."""
    return rx.cond(
        HomeState.asks,
        rx.el.button(
            icon("book_open_text", theme.ICON_SMALL),
            rx.el.span(t("ui.insight.asks"), class_name="flex-1"),
            icon("chevron_right", theme.ICON_SMALL),
            type="button",
            class_name="waiting when-calm",
            on_click=[InsightState.load, browser.open_sheet("insight")],
            data_testid="waiting-line",
        ),
    )
