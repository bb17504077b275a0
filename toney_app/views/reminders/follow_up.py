from __future__ import annotations

import reflex as rx

from toney_app import account, theme
from toney_app.components.icons import icon
from toney_app.components.layout import problem
from toney_app.copy import t
from toney_app.views.reminders.follow_up_state import FollowUpState
from toney_app.views.reminders.sheet import MODULE

_TROUBLE = ("unsupported", "install", "denied")


def follow_up(about: str, about_id: rx.Var[str]) -> rx.Component:
    """A day on which to be reminded of a goal or a card; it is shown once it is chosen."""
    return _follow_up(about=about, about_id=about_id)


@rx.memo
def _follow_up(about: rx.Var[str], about_id: rx.Var[str]) -> rx.Component:
    hook = account.Hook("useFollowUp", MODULE, about, about_id)
    return rx.el.div(
        rx.cond(
            hook.flag("ready"), rx.cond(hook.text("on"), _chosen(hook), _form(hook)), rx.fragment()
        ),
        rx.match(
            hook.text("state"),
            *[(name, problem(t(f"ui.reminders.{name}"))) for name in _TROUBLE],
            ("day", problem(t("ui.follow_up.day"))),
            ("failed", problem(t("ui.recovery.failed"))),
            rx.fragment(),
        ),
        class_name="mt-4",
    )


def _chosen(hook: account.Hook) -> rx.Component:
    return rx.el.div(
        icon("bell", tone=theme.MUTED),
        rx.el.p(
            t("ui.follow_up.on", day=hook.text("on")),
            class_name=f"grow {theme.BODY}",
            data_testid="follow-up-on",
        ),
        rx.el.button(
            t("ui.follow_up.drop"),
            type="button",
            class_name=theme.LINK,
            special_props=[hook.presses("drop")],
            data_testid="follow-up-drop",
        ),
        class_name="flex flex-wrap items-center gap-3",
    )


def _form(hook: account.Hook) -> rx.Component:
    return rx.el.form(
        rx.el.label(
            rx.el.span(t("ui.follow_up.ask"), class_name="field-label"),
            rx.el.div(
                rx.el.input(
                    type="date",
                    name="on",
                    required=True,
                    class_name=f"{theme.INPUT} grow w-auto",
                    data_testid="follow-up-day",
                ),
                rx.el.button(
                    t("ui.reminders.on"),
                    type="submit",
                    class_name=theme.SECONDARY,
                    data_testid="follow-up-save",
                ),
                class_name="flex flex-wrap gap-2",
            ),
        ),
        special_props=[hook.sends("ask")],
    )


def follow_up_opener() -> rx.Component:
    """The form that the page fills in when a notification was opened."""
    return rx.el.form(
        rx.el.input(name="about", type="hidden"),
        rx.el.input(name="about_id", type="hidden"),
        on_submit=FollowUpState.open,
        hidden=True,
        custom_attrs={"id": "open-follow-up"},
    )
