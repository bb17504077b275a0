"""The phone's frame: one column, the views by hash, tabs, notices; onboarding has none of these."""

from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import offline_line
from toney_app.copy import t
from toney_app.notice_state import NoticeState
from toney_app.props import Handler, Prop
from toney_app.session_state import SessionState
from toney_app.views.rewire.state import RewireState
from toney_app.views.wins.state import WinsState


class _Column(rx.el.Div):
    """The column; its hooks keep colour, keyboard, time zone and sheets in step with the state."""

    def add_hooks(self) -> list[str | rx.Var[Prop]]:
        return [
            browser.accent_effect(SessionState.ready, SessionState.zone != "", SessionState.accent),
            browser.care_effect(),
            browser.keyboard_effect(),
            browser.zone_effect(SessionState.zone),
            browser.sheet_orders(NoticeState.order, NoticeState.sheet),
        ]


def column(*children: rx.Component) -> rx.Component:
    return _Column.create(*children, class_name="app")


def view(name: str, *children: rx.Component, shape: str = "view") -> rx.Component:
    """One of the four views: all stay in the page, one is shown."""
    return rx.el.main(*children, id=f"view-{name}", class_name=shape, hidden=browser.view != name)


def no_connection() -> rx.Component:
    """Above the views that write something down; the chat says it in its own words."""
    return rx.cond(browser.view == "chat", rx.fragment(), offline_line("line-on-top"))


def tab_bar(tabs: tuple[tuple[str, str], ...]) -> rx.Component:
    return rx.el.nav(
        toast(),
        _talk(),
        *[_tab(name, icon_name) for name, icon_name in tabs],
        class_name="tabs",
        aria_label=t("ui.tabs"),
    )


def _tab(name: str, icon_name: str) -> rx.Component:
    return rx.el.a(
        rx.icon(icon_name, custom_attrs={"aria-hidden": "true"}),
        rx.el.span(t(f"ui.tab.{name}")),
        href=f"#{name}",
        class_name="tab",
        aria_current=rx.cond(browser.view == name, "page", "false"),
        data_testid=f"tab-{name}",
    )


def _talk() -> rx.Component:
    """The way into the chat from the other views; home has its own until it has scrolled away."""
    view_name = browser.view
    on_home = (view_name == "home") & ~browser.scrolled("home")
    return rx.el.button(
        icon("message_circle", theme.ICON_LARGE),
        type="button",
        class_name="fab",
        aria_label=t("ui.talk"),
        hidden=(view_name == "chat") | on_home,
        on_click=browser.go_to("chat"),
    )


def toast() -> rx.Component:
    return rx.el.div(
        rx.cond(NoticeState.key, _notice()), class_name="toasts", role="status", aria_live="polite"
    )


def _notice() -> rx.Component:
    return rx.el.div(
        rx.el.span(t(NoticeState.key)),
        rx.match(
            NoticeState.undo_kind,
            ("win", _undo(WinsState.undo(NoticeState.undo_id))),
            ("card", _undo(RewireState.undo(NoticeState.undo_id))),
            rx.fragment(),
        ),
        key=NoticeState.number,
        class_name="toast",
        on_mount=NoticeState.fade(NoticeState.number),
        data_testid="toast",
    )


def _undo(on_click: Handler) -> rx.Component:
    return rx.el.button(t("ui.undo"), type="button", on_click=on_click, data_testid="undo")
