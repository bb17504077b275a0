"""The way out: a neutral page at once. And the page that somebody finds who comes back."""

from __future__ import annotations

import reflex as rx

from toney_app import browser_help, theme
from toney_app.components.icons import icon
from toney_app.copy import t


def leave_button() -> rx.Component:
    """Return the button that leaves quickly."""
    return rx.el.button(
        icon("x", theme.ICON_SMALL),
        t("ui.help.leave"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM}",
        on_click=browser_help.leave(),
        data_testid="quick-exit",
    )


def leave_bar() -> rx.Component:
    """Return the bar at the top of every screen, seen once danger or abuse was named."""
    return rx.el.div(leave_button(), class_name="when-named leave-bar")


def gate() -> rx.Component:
    """Return what is shown to somebody who left quickly: nothing but a button (boot.js)."""
    return rx.el.div(
        rx.el.button(
            t("ui.away.open"),
            type="button",
            class_name=theme.SECONDARY,
            custom_attrs={"data-open": ""},
            data_testid="open-again",
        ),
        class_name="gate",
    )
