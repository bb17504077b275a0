from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.layout import icon_button
from toney_app.copy import t
from toney_app.views.reminders.state import RemindersState


def reminders_ended() -> rx.Component:
    """On home: that reminders ended by themselves, and a way to have them again."""
    return rx.cond(
        RemindersState.has_ended,
        rx.el.div(
            rx.el.div(
                rx.el.p(t("ui.reminders.ended"), class_name=theme.BODY),
                rx.el.button(
                    t("ui.reminders.again"),
                    type="button",
                    class_name=f"{theme.TINT} {theme.SLIM} mt-2",
                    on_click=RemindersState.start_again,
                    data_testid="home-reminders-again",
                ),
                class_name="grow",
            ),
            rx.el.div(
                icon_button(
                    "x",
                    t("ui.reminders.leave_off"),
                    on_click=RemindersState.leave_off,
                    data_testid="home-reminders-off",
                ),
                class_name="-mt-2.5 -mr-3",
            ),
            class_name=f"{theme.CARD} mt-4 mb-4 flex items-start gap-2",
            data_testid="home-reminders-ended",
        ),
    )
