"""The phone's frame: one column, the views by hash, tabs, notices; onboarding has none of these."""

from __future__ import annotations

import reflex as rx

from coaching.values.enums import OnboardingStep
from toney_app import account, browser, browser_help, guest_start, offline, outbox, theme
from toney_app.components.icons import icon
from toney_app.components.layout import offline_line
from toney_app.components.leaving import gate, leave_bar
from toney_app.copy import t
from toney_app.device_state import DeviceState
from toney_app.notice_state import NoticeState
from toney_app.props import Handler, Prop
from toney_app.session_state import SessionState
from toney_app.views.help.state import HelpState
from toney_app.views.home.state import HomeState
from toney_app.views.install_sheet import hint_effect
from toney_app.views.undo_state import UndoState


class _Column(rx.el.Div):
    """The column; its hooks keep colour, keyboard, time zone and sheets in step with the state."""

    def add_hooks(self) -> list[str | rx.Var[Prop]]:
        return [
            browser.accent_effect(SessionState.ready, SessionState.zone != "", _accent()),
            browser.care_effect(),
            browser.js_value("useEarlyTap();", browser.PAGE, "useEarlyTap"),
            browser.title_effect(_title()),
            browser_help.exit_effect(HelpState.is_named),
            browser_help.told_effect(
                HelpState.danger,
                HelpState.danger_turn,
                HelpState.safe_until,
                HelpState.safe_turn,
                SessionState.zone != "",
            ),
            browser_help.country_effect(SessionState.zone != ""),
            browser.keyboard_effect(),
            browser.zone_effect(SessionState.zone),
            guest_start.language_effect(DeviceState.language),
            account.lock_effect(SessionState.zone != ""),
            outbox.stored_effect(NoticeState.stored),
            browser.fresh_effect(),
            *offline.effects(),
            hint_effect(),
            browser.sheet_orders(NoticeState.order, NoticeState.sheet),
        ]


def column(*children: rx.Component) -> rx.Component:
    return _Column.create(gate(), leave_bar(), *children, class_name="app")


def _accent() -> rx.Var[str]:
    """The person's colour; none in the days after a crisis."""
    return rx.cond(HomeState.is_quiet, "neutral", SessionState.accent)


def _title() -> rx.Var[str]:
    """The name of the view that is shown, as in the tabs; none before there are views."""
    shown = t("ui.page_title", view=t(f"ui.tab.{browser.view}"))
    return rx.cond(SessionState.step == OnboardingStep.HOME.value, shown, "")


def view(name: str, *children: rx.Component, shape: str = "view") -> rx.Component:
    """One of the four views: all stay in the page, one is shown."""
    return rx.el.main(*children, id=f"view-{name}", class_name=shape, hidden=browser.view != name)


def no_connection() -> rx.Component:
    """Above the views that write something down; home and the chat say it in their own words."""
    has_own = (browser.view == "chat") | (browser.view == "home")
    return rx.cond(has_own, rx.fragment(), offline_line("line-on-top"))


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
    """The way into the chat from the other views; on home, once it is scrolled.

    At the top of home it would cover a check-in, and each of its states leads to the chat itself.
    """
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
        rx.cond(
            NoticeState.undo_kind,
            _undo(UndoState.take_back(NoticeState.undo_kind, NoticeState.undo_id)),
        ),
        key=NoticeState.number,
        class_name="toast",
        on_mount=NoticeState.fade(NoticeState.number, NoticeState.undo_kind != ""),
        data_testid="toast",
    )


def _undo(on_click: Handler) -> rx.Component:
    return rx.el.button(t("ui.undo"), type="button", on_click=on_click, data_testid="undo")
