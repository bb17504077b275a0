from __future__ import annotations

import reflex as rx

from toney_app import browser, offline, theme
from toney_app.components.icons import avatar, icon
from toney_app.copy import t
from toney_app.session_state import SessionState
from toney_app.views.chat.editing import editing_line
from toney_app.views.chat.state import ChatState
from toney_app.views.chat.thread import thread
from toney_app.views.chat.user_message import length_line
from toney_app.views.chat.waiting_line import waiting_line
from toney_app.views.help.safety_card import care_bar
from toney_app.views.sessions.list_state import SessionsState


def chat_view() -> rx.Component:
    return rx.fragment(
        _head(),
        thread(),
        waiting_line(),
        length_line(),
        care_bar(),
        editing_line(),
        _composer(),
        _delivery(),
    )


IS_LOCAL = SessionState.absence == "local"


def _head() -> rx.Component:
    return rx.el.header(
        rx.el.button(
            t("ui.chat.skip"), type="button", class_name="skip", on_click=browser.to_field()
        ),
        rx.el.h1(t("ui.tab.chat"), class_name=theme.SCREEN_READER),
        rx.el.div(
            rx.cond(
                browser.cut_off,
                _name(offline.badge()),
                rx.cond(SessionState.absence, _offline_coach(), _name(t("ui.chat.ai_coach"))),
            ),
            class_name="when-calm flex-1 min-w-0",
        ),
        rx.el.div(_name(t("ui.chat.paused")), class_name="when-care flex-1 min-w-0"),
        # Earlier conversations come from the server.
        rx.cond(browser.cut_off, rx.fragment(), _earlier()),
        rx.el.button(
            icon("house"),
            type="button",
            class_name=f"{theme.ICON_BUTTON} when-care",
            aria_label=t("ui.tab.home"),
            on_click=browser.go_to("home"),
        ),
        rx.el.button(
            icon("life_buoy"),
            t("ui.help.now"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM} whitespace-nowrap pl-2 pr-3",
            on_click=browser.open_sheet("help"),
            data_testid="help-now",
        ),
        class_name="chat-head",
    )


def _earlier() -> rx.Component:
    return rx.el.button(
        icon("history"),
        type="button",
        class_name=f"{theme.ICON_BUTTON} when-calm",
        aria_label=t("ui.sessions.title"),
        on_click=[SessionsState.refresh, browser.open_sheet("sessions")],
        data_testid="sessions-open",
    )


def _name(what: rx.Var[str] | rx.Component) -> rx.Component:
    return rx.el.span(
        avatar("avatar avatar-l"),
        rx.el.span(
            rx.el.span(t("ui.chat.toney"), class_name=f"block {theme.STRONG} text-[1.0625rem]!"),
            " ",
            rx.el.span(what, class_name=f"block {theme.CAPTION} {theme.QUIET}"),
            class_name="min-w-0",
        ),
        class_name="flex items-center gap-2.5",
    )


def _offline_coach() -> rx.Component:
    """Name the mode without Claude; a tap explains it."""
    what = rx.el.span(
        rx.cond(IS_LOCAL, t("ui.chat.local_coach"), t("ui.chat.offline_coach")),
        icon("info", theme.ICON_SMALL),
        class_name="inline-flex items-center gap-1",
    )
    return rx.el.button(
        _name(what),
        type="button",
        class_name="coach-name",
        on_click=browser.open_sheet("about-coach"),
        data_testid="offline-badge",
    )


def _composer() -> rx.Component:
    return rx.el.form(
        rx.el.button(
            icon("arrow_down"),
            type="button",
            class_name="to-end",
            aria_label=t("ui.chat.to_end"),
            custom_attrs={"id": "to-end"},
            hidden=True,
            on_click=browser.to_end(),
        ),
        rx.el.div(
            rx.el.textarea(
                name="message",
                rows="1",
                enter_key_hint="send",
                placeholder=rx.cond(
                    browser.care, t("ui.chat.placeholder_care"), t("ui.chat.placeholder")
                ),
                aria_label=t("ui.chat.message"),
                custom_attrs={"id": "message", "autoComplete": "off"},
                special_props=[browser.draft("chat"), browser.enter_sends()],
                data_testid="chat-input",
            ),
            class_name="box",
        ),
        _send_or_stop(),
        class_name="composer",
        special_props=[browser.composing()],
    )


@rx.memo
def _send_or_stop() -> rx.Component:
    """While a reply comes and nothing new is typed, the button stops it."""
    running = browser.running
    return rx.fragment(
        rx.cond(
            running,
            rx.el.button(
                icon("square", theme.ICON_SMALL),
                type="button",
                class_name="send send-stop",
                aria_label=t("ui.chat.stop"),
                on_click=ChatState.stop(running),
                data_testid="chat-stop",
            ),
        ),
        rx.el.button(
            icon("arrow_up", theme.ICON_LARGE),
            type="submit",
            class_name="send send-go",
            aria_label=t("ui.chat.send"),
            data_testid="chat-send",
        ),
    )


def _delivery() -> rx.Component:
    """The page fills this in and submits it: once for a new message, again for a kept one.

    The text has a hidden field as well: before a textarea is read, the browser lays the page out.
    """
    return rx.el.form(
        rx.el.input(name="text", type="hidden"),
        rx.el.input(name="client", type="hidden"),
        rx.el.input(name="replaces", type="hidden"),
        on_submit=ChatState.send,
        hidden=True,
        custom_attrs={"id": "deliver"},
    )
