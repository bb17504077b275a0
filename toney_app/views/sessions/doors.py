from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import section
from toney_app.copy import t
from toney_app.props import Handler, Shown
from toney_app.views.sessions.doors_state import DoorsState


def home_doors() -> rx.Component:
    """The nearest ways into the next session, and the open one."""
    return rx.fragment(
        section(t("ui.doors.title")),
        door_list(DoorsState.doors, browser.go_to("chat")),
    )


def chat_doors() -> rx.Component:
    """After a closing, or when a session is long over: the nearest ways in."""
    return rx.el.section(
        rx.el.h2(t("ui.doors.title"), class_name=f"{theme.LABEL} {theme.MUTED} mb-2"),
        door_list(DoorsState.doors, browser.to_field()),
        class_name="mt-2",
        aria_label=t("ui.doors.title"),
    )


def door_list(doors: Shown, talk: Handler) -> rx.Component:
    return rx.el.div(
        rx.foreach(doors, _door),
        rx.el.button(
            icon("message_circle", tone=theme.ACCENT),
            rx.el.span(t("ui.doors.talk"), class_name="grow t-body"),
            type="button",
            class_name=theme.ROW_ITEM,
            on_click=talk,
            data_testid="door-talk",
        ),
        class_name=theme.LIST,
    )


def _door(door: Shown) -> rx.Component:
    return rx.el.button(
        rx.el.span(
            rx.el.span(door.title, class_name=f"block {theme.VOICE} leading-[1.3]"),
            rx.el.span(door.why_now, class_name=f"block {theme.SMALL} {theme.MUTED}"),
            class_name="grow",
        ),
        rx.el.span(
            t(f"ui.doors.length.{door['length']}"),
            class_name=f"{theme.CAPTION} {theme.MUTED} whitespace-nowrap",
        ),
        type="button",
        class_name=theme.ROW_ITEM,
        on_click=[DoorsState.open(door.id), browser.go_to("chat")],
        data_testid="door",
    )
