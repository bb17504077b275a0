from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.layout import icon_button
from toney_app.copy import t
from toney_app.views.reminders.follow_up_state import FollowUpState
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


def reminder_waiting() -> rx.Component:
    """On home: what they asked to be reminded of today, or what the lock screen doesn't show."""
    return rx.cond(
        RemindersState.waits,
        rx.el.div(
            rx.el.p(t("ui.reminders.waits"), class_name=theme.STRONG),
            rx.cond(RemindersState.words, rx.el.p(RemindersState.words, class_name=theme.BODY)),
            rx.el.div(
                rx.cond(
                    (RemindersState.words != "") & ~RemindersState.is_own,
                    rx.el.button(
                        t("ui.reminders.look"),
                        type="button",
                        class_name=f"{theme.TINT} {theme.SLIM}",
                        on_click=FollowUpState.look,
                        data_testid="home-reminder-look",
                    ),
                ),
                rx.el.button(
                    rx.cond(RemindersState.is_own, t("ui.reminders.done"), t("ui.reminders.seen")),
                    type="button",
                    class_name=f"{theme.SUBTLE} {theme.SLIM}",
                    on_click=RemindersState.seen,
                    data_testid="home-reminder-seen",
                ),
                class_name="flex gap-2 mt-2",
            ),
            class_name=f"{theme.CARD} mt-4 mb-4",
            data_testid="home-reminder",
        ),
    )
