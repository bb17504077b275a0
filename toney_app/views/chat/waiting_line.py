from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.copy import t
from toney_app.views.home.state import HomeState
from toney_app.views.insight.state import InsightState


def waiting_line() -> rx.Component:
    """One quiet line while something sensitive waits for a yes or a no."""
    return rx.cond(
        HomeState.asks,
        rx.el.button(
            t("ui.insight.asks"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM} when-calm self-center",
            on_click=[InsightState.load, browser.open_sheet("insight")],
            data_testid="waiting-line",
        ),
    )
