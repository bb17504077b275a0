from __future__ import annotations

from dataclasses import dataclass

import reflex as rx

from toney_app import account, browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import once_known, problem, section
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.reminders.lock_screen import lock_screen
from toney_app.views.reminders.times import times

MODULE = "$/utils/toney/reminders"
_TROUBLE = ("unsupported", "install", "denied", "clash", "no_day")


@dataclass(frozen=True, slots=True)
class Open:
    """A reminder for a day that has not come yet."""

    id: str = ""
    words: str = ""
    day: str = ""


def reminders_sheet() -> rx.Component:
    """When and how somebody is reminded; what silences it; what the lock screen says."""
    return sheet("reminders", t("ui.reminders.title"), _reminders(), back="settings")


@rx.memo
def _reminders() -> rx.Component:
    hook = account.Hook("useReminders", MODULE)
    return once_known(
        hook.flag("ready"),
        rx.el.div(
            rx.cond(hook.text("endedAt"), _ended(hook)),
            rx.match(
                hook.text("state"),
                *[(name, problem(t(f"ui.reminders.{name}"))) for name in _TROUBLE],
                ("failed", problem(t("ui.recovery.failed"))),
                rx.fragment(),
            ),
            rx.el.div(
                _switch(hook, "isOn", t("ui.reminders.on"), t("ui.reminders.most")),
                _switch(hook, "isPaused", t("ui.reminders.pause"), t("ui.reminders.paused")),
                class_name=theme.LIST,
            ),
            rx.cond(hook.rows("open", Open).length() > 0, _open(hook)),
            section(t("ui.reminders.how")),
            rx.el.div(
                _switch(hook, "byPush", t("ui.reminders.push"), _hindrance(hook)),
                rx.cond(
                    hook.flag("hasMail"),
                    _switch(hook, "byMail", t("ui.reminders.mail")),
                    _without_mail(),
                ),
                class_name=theme.LIST,
            ),
            # What is typed before the answer came would be lost.
            rx.cond(hook.flag("ready"), _chosen(hook)),
            rx.el.p(t("ui.reminders.three"), class_name=f"{theme.SMALL} {theme.MUTED} mt-3"),
            class_name="pt-1 pb-6",
        ),
    )


def _chosen(hook: account.Hook) -> rx.Component:
    return rx.fragment(
        section(t("ui.reminders.when")),
        times(hook),
        _quiet(hook),
        section(t("ui.reminders.lock_title")),
        lock_screen(hook),
    )


def _open(hook: account.Hook) -> rx.Component:
    """What they asked for and has not come yet."""
    return rx.fragment(
        section(t("ui.reminders.open")),
        rx.el.ul(
            rx.foreach(hook.rows("open", Open), lambda one: _one_open(hook, one)),
            class_name=theme.LIST,
        ),
    )


def _one_open(hook: account.Hook, one: rx.vars.ObjectVar[Open]) -> rx.Component:
    words = rx.cond(one.words, one.words, t("ui.reminders.about.none"))
    return rx.el.li(
        rx.el.span(
            rx.el.span(words, class_name=f"block {theme.BODY}"),
            rx.el.span(one.day, class_name=f"row-value {theme.SMALL}"),
            class_name="grow",
        ),
        rx.el.button(
            icon("x"),
            type="button",
            class_name=theme.ICON_BUTTON,
            aria_label=t("ui.reminders.drop", words=words),
            special_props=[hook.presses("drop", one.id)],
            data_testid="reminders-open-drop",
        ),
        class_name=theme.ROW_ITEM,
        data_testid="reminders-open",
    )


def _without_mail() -> rx.Component:
    """No address yet: the way to add one."""
    return rx.el.button(
        rx.el.span(
            rx.el.span(t("ui.reminders.mail"), class_name=f"block {theme.BODY}"),
            rx.el.span(t("ui.reminders.mail_none"), class_name=f"row-value {theme.SMALL}"),
            class_name="grow text-left",
        ),
        icon("chevron_right", tone=theme.QUIET),
        type="button",
        class_name=theme.ROW_ITEM,
        on_click=browser.open_sheet("save-place"),
        data_testid="reminders-save-place",
    )


def _hindrance(hook: account.Hook) -> rx.Component:
    """Why this browser can't show reminders, before somebody tries."""
    return rx.fragment(
        rx.match(
            hook.text("hinder"),
            *[(name, t(f"ui.reminders.{name}")) for name in ("unsupported", "install", "denied")],
            "",
        )
    )


def _ended(hook: account.Hook) -> rx.Component:
    return rx.el.div(
        rx.el.p(t("ui.reminders.ended"), class_name=theme.BODY, data_testid="reminders-ended"),
        rx.el.button(
            t("ui.reminders.again"),
            type="button",
            class_name=f"{theme.TINT} {theme.SLIM} mt-2",
            on_click=hook.calls("toggle", "isOn"),
            data_testid="reminders-again",
        ),
        class_name="mb-4",
    )


def _switch(
    hook: account.Hook,
    name: str,
    label: rx.Var[str],
    below: rx.Var[str] | rx.Component | None = None,
) -> rx.Component:
    line = (
        rx.fragment() if below is None else rx.el.span(below, class_name=f"row-value {theme.SMALL}")
    )
    return rx.el.label(
        rx.el.span(rx.el.span(label, class_name=f"block {theme.BODY}"), line, class_name="grow"),
        rx.el.input(
            type="checkbox",
            class_name="switch",
            checked=hook.flag(name),
            on_change=hook.calls("toggle", name),
            data_testid=f"reminders-{name}",
        ),
        class_name=theme.ROW_ITEM,
    )


def _quiet(hook: account.Hook) -> rx.Component:
    return rx.el.form(
        section(t("ui.reminders.quiet")),
        rx.el.div(
            _time(hook, "quietFrom", t("ui.reminders.from")),
            _time(hook, "quietTo", t("ui.reminders.to")),
            class_name=theme.PAIR,
        ),
        rx.el.button(
            t("ui.save"),
            type="submit",
            class_name=f"{theme.SECONDARY} {theme.WIDE}",
            data_testid="reminders-save",
        ),
        key=hook.text("quietFrom") + hook.text("quietTo"),
        special_props=[hook.sends("save")],
    )


def _time(hook: account.Hook, name: str, label: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.label(label, html_for=f"reminders-{name}", class_name="field-label"),
        rx.el.input(
            name=name,
            type="time",
            required=True,
            default_value=hook.text(name),
            class_name=f"{theme.INPUT} num",
            custom_attrs={"id": f"reminders-{name}"},
            data_testid=f"reminders-{name}",
        ),
        class_name="mb-3",
    )
