from __future__ import annotations

from dataclasses import dataclass, field

import reflex as rx

from toney_app import account, theme
from toney_app.components.icons import icon
from toney_app.copy import t


@dataclass(frozen=True, slots=True)
class Time:
    """A chosen time; `choice` is what its field holds, `skipped` the days that another one wins.

    `at` is the time as it is shown.
    """

    id: str = ""
    time: str = ""
    at: str = ""
    on: list[int] = field(default_factory=list)
    days: str = ""
    choice: str = ""
    words: str = ""
    every: bool = False
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """A goal that a time may be about."""

    id: str = ""
    words: str = ""


TimeVar = rx.vars.ObjectVar[Time]


def times(hook: account.Hook) -> rx.Component:
    """All chosen times; a tap on one opens its fields, the last row adds one."""
    return rx.el.ul(
        rx.foreach(hook.rows("times", Time), lambda one: _row(hook, one)),
        rx.cond(hook.flag("isFull"), rx.fragment(), _another(hook)),
        class_name=theme.LIST,
        data_testid="reminders-times",
    )


def name_of(one: TimeVar) -> rx.Var[str]:
    """Return what a time is about, in a few words."""
    own = rx.cond(one.words, one.words, t("ui.reminders.about.none"))
    return rx.cond(one.choice == "focus", t("ui.reminders.about.focus"), own)


def _row(hook: account.Hook, one: TimeVar) -> rx.Component:
    days = rx.cond(one.every, t("ui.reminders.every"), one.days)
    summary = rx.el.summary(
        rx.el.span(
            rx.el.span(name_of(one), class_name=f"block {theme.BODY}"),
            rx.el.span(days, class_name=f"row-value {theme.SMALL}"),
            rx.cond(
                one.skipped,
                rx.el.span(
                    t("ui.reminders.skipped", days=one.skipped),
                    class_name=f"row-value {theme.SMALL}",
                    data_testid="reminders-skipped",
                ),
            ),
            class_name="grow",
        ),
        rx.el.span(one.at, class_name=f"{theme.STRONG} num"),
        class_name=theme.ROW_ITEM,
    )
    remove = rx.el.button(
        t("ui.reminders.remove"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.WIDE} mt-1",
        special_props=[hook.presses("dropTime", one.id)],
        data_testid="reminders-time-remove",
    )
    return rx.el.li(
        rx.el.details(summary, _form(hook, one, remove)),
        key=hook.text("key") + one.id.to(str),
        data_testid="reminders-time",
    )


def _another(hook: account.Hook) -> rx.Component:
    usual = rx.Var.create(Time(time="18:30", on=[*range(7)])).to(Time)
    return rx.el.li(
        rx.el.details(
            rx.el.summary(
                icon("plus", tone=theme.MUTED),
                rx.el.span(t("ui.reminders.add"), class_name=f"grow {theme.BODY} {theme.MUTED}"),
                class_name=theme.ROW_ITEM,
                data_testid="reminders-add",
            ),
            _form(hook, usual, rx.fragment()),
        ),
        key=hook.text("key"),
    )


def _form(hook: account.Hook, one: TimeVar, remove: rx.Component) -> rx.Component:
    return rx.el.form(
        rx.el.label(
            rx.el.span(t("ui.reminders.about"), class_name="field-label"),
            rx.el.span(
                rx.el.select(
                    rx.el.option(t("ui.reminders.about.none"), value=""),
                    rx.el.option(t("ui.reminders.about.focus"), value="focus"),
                    rx.foreach(
                        hook.rows("subjects", Subject),
                        lambda goal: rx.el.option(goal.words, value=goal.id),
                    ),
                    name="about",
                    default_value=one.choice,
                    class_name=theme.INPUT,
                    data_testid="reminders-about",
                ),
                icon("chevron_down", theme.ICON_SMALL),
                class_name="picker",
            ),
            class_name="block mb-3",
        ),
        rx.el.label(
            rx.el.span(t("ui.reminders.time"), class_name="field-label"),
            rx.el.input(
                name="time",
                type="time",
                required=True,
                default_value=one.time,
                class_name=f"{theme.INPUT} num",
                data_testid="reminders-clock",
            ),
            class_name="block mb-3",
        ),
        rx.el.fieldset(
            rx.el.legend(t("ui.reminders.days"), class_name="field-label"),
            rx.el.div(*[_day(one, day) for day in range(7)], class_name="days"),
        ),
        rx.el.button(
            t("ui.save"),
            type="submit",
            class_name=f"{theme.TINT} {theme.WIDE} mt-3",
            data_testid="reminders-time-save",
        ),
        remove,
        class_name="px-4 pt-1 pb-4",
        special_props=[hook.sends("saveTime", one.id)],
    )


def _day(one: TimeVar, day: int) -> rx.Component:
    return rx.el.label(
        rx.el.input(
            type="checkbox",
            name="day",
            value=str(day),
            aria_label=t(f"ui.reminders.day.{day}"),
            default_checked=one.on.contains(day),
        ),
        rx.el.span(t(f"ui.reminders.short.{day}"), aria_hidden="true"),
        class_name="chip choice justify-center px-0!",
    )
