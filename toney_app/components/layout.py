from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.props import Prop


def section(title: rx.Var[str], beside: rx.Component | None = None) -> rx.Component:
    """The head of a part of a page."""
    return rx.el.div(rx.el.h2(title), beside or rx.fragment(), class_name="sect")


def row(
    name: str, label: rx.Var[str], *, value: rx.Var[str] | rx.Component | None = None, **props: Prop
) -> rx.Component:
    """A line of a list that leads somewhere; what is chosen there stands under its name."""
    below = () if value is None else (rx.el.span(value, class_name=f"row-value {theme.SMALL}"),)
    return rx.el.button(
        icon(name, tone=theme.MUTED),
        rx.el.span(rx.el.span(label, class_name=f"block {theme.BODY}"), *below, class_name="grow"),
        icon("chevron_right", tone=theme.QUIET),
        type="button",
        class_name=theme.ROW_ITEM,
        **props,
    )


def icon_button(name: str, label: rx.Var[str], **props: Prop) -> rx.Component:
    return rx.el.button(
        icon(name, theme.ICON_LARGE),
        type="button",
        class_name=theme.ICON_BUTTON,
        aria_label=label,
        **props,
    )


def problem(text: rx.Var[str]) -> rx.Component:
    """What went wrong with a field, in words and with an icon."""
    return rx.el.p(icon("circle_alert", theme.ICON_SMALL), text, class_name="problem", role="alert")


def busy(label: rx.Var[str]) -> rx.Component:
    """Three breathing dots before a verb in -ing."""
    dots = rx.el.span(rx.el.i(), rx.el.i(), rx.el.i(), class_name="dots", aria_hidden="true")
    return rx.fragment(dots, label)


def empty(drawing: rx.Component, title: rx.Var[str], line: rx.Var[str]) -> rx.Component:
    """Nothing here yet: a resting string, one heading, one line."""
    return rx.el.div(
        rx.el.div(drawing, class_name="w-[150px] mx-auto mb-2.5 text-accent"),
        rx.el.p(title, class_name=theme.HEADING),
        rx.el.p(line, class_name=f"{theme.BODY} {theme.MUTED} mt-1"),
        class_name="px-6 pt-8 text-center",
    )


def skeleton() -> rx.Component:
    """The shapes of what is coming, shown when it takes a moment; offline, why nothing comes."""
    return rx.cond(browser.cut_off, needs_connection(), _shapes())


def waiting(size: str) -> rx.Component:
    """The shape of one part that is coming; offline, why it doesn't."""
    shape = rx.el.div(class_name=f"skeleton mt-3 rounded-card! {size}", aria_hidden="true")
    return rx.cond(browser.cut_off, needs_connection(), shape)


def needs_connection() -> rx.Component:
    """Instead of what only the server has."""
    return rx.el.p(
        t("ui.offline.needed"), class_name=f"{theme.BODY} {theme.MUTED} py-6 text-center"
    )


def once_known(is_known: rx.Var[bool], content: rx.Component) -> rx.Component:
    """What only the server has; offline, as long as it wasn't read, why it isn't here."""
    return rx.cond(browser.cut_off & ~is_known, needs_connection(), content)


def _shapes() -> rx.Component:
    return rx.el.div(
        rx.el.div(class_name="skeleton mt-3 h-9 w-[46%]"),
        rx.el.div(class_name="skeleton mt-6 h-[280px] rounded-focus!"),
        rx.el.div(class_name="skeleton mt-4 h-[84px] rounded-card!"),
        aria_hidden="true",
    )


def offline_line(place: str) -> rx.Component:
    """That there is no connection, and what becomes of what is done meanwhile."""
    return rx.cond(browser.cut_off, _offline_line(place=place))


@rx.memo
def _offline_line(place: rx.Var[str]) -> rx.Component:
    return rx.el.p(
        icon("cloud_off"),
        t("ui.no_connection"),
        class_name=f"banner {place}",
        role="status",
        data_testid="offline-line",
    )
