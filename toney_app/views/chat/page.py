from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import avatar, icon
from toney_app.components.strings import string
from toney_app.copy import t
from toney_app.props import Prop
from toney_app.session_state import SessionState
from toney_app.views.chat import present
from toney_app.views.chat.state import ChatState
from toney_app.views.chat.turn import chat_turn
from toney_app.views.chat.waiting_line import waiting_line
from toney_app.views.sessions.doors import chat_doors
from toney_app.views.sessions.doors_state import DoorsState
from toney_app.views.sessions.list_state import SessionsState


class _Thread(rx.el.Div):
    """The scrolling part; it stays at its end unless the person scrolled up."""

    def add_hooks(self) -> list[str | rx.Var[Prop]]:
        return [browser.scroll_effect()]


def _turns() -> rx.vars.ArrayVar[list[present.Turn]]:
    return browser.thread(
        ChatState.turns,
        ChatState.answers,
        ChatState.loaded,
        ChatState.reading,
        kind=list[present.Turn],
    )


def chat_view() -> rx.Component:
    return rx.fragment(_head(), _thread(), waiting_line(), _composer(), _delivery())


def _head() -> rx.Component:
    return rx.el.header(
        rx.el.button(
            t("ui.chat.skip"), type="button", class_name="skip", on_click=browser.to_field()
        ),
        rx.el.button(
            _name(t("ui.chat.ai_coach"), _history()),
            type="button",
            class_name="when-calm flex-1 min-w-0 min-h-11 text-left",
            aria_label=t("ui.sessions.title"),
            on_click=[SessionsState.refresh, browser.open_sheet("sessions")],
            data_testid="sessions-open",
        ),
        rx.el.div(_name(t("ui.chat.paused")), class_name="when-care flex-1 min-w-0"),
        rx.cond(SessionState.absence, _offline_badge()),
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


def _history() -> rx.Component:
    """Where a narrow head has no room for it, the settings lead there as well."""
    return rx.el.span(
        icon("history", theme.ICON_SMALL),
        class_name=rx.cond(SessionState.absence, "hidden min-[420px]:inline", ""),
    )


def _name(what: rx.Var[str], *beside: rx.Component) -> rx.Component:
    return rx.el.span(
        avatar("avatar avatar-l"),
        rx.el.span(
            rx.el.span(
                t("ui.chat.toney"),
                *beside,
                class_name=f"flex items-center gap-1.5 {theme.STRONG} text-[1.0625rem]!",
            ),
            rx.el.span(what, class_name=f"block {theme.CAPTION} {theme.QUIET}"),
            class_name="min-w-0",
        ),
        class_name="flex items-center gap-2.5",
    )


def _offline_badge() -> rx.Component:
    return rx.el.button(
        icon("cloud_off", theme.ICON_SMALL),
        rx.el.span(t("ui.chat.offline_coach"), class_name="tag-words"),
        type="button",
        class_name="tag tag-button when-calm",
        on_click=browser.open_sheet("about-coach"),
        data_testid="offline-badge",
    )


@rx.memo
def _thread() -> rx.Component:
    turns = _turns()
    return rx.el.div(
        rx.cond(browser.cut_off, _no_connection(), _stand_in()),
        rx.cond(ChatState.reading, _reading()),
        _Thread.create(
            rx.cond(ChatState.has_older, _older()),
            rx.foreach(turns, lambda turn: rx.el.div(chat_turn(turn=turn), key=turn.key)),
            rx.cond(ChatState.loaded & (turns.length() == 0), _beginning()),
            rx.cond(~ChatState.reading & (DoorsState.doors.length() > 0), chat_doors()),
            id="thread",
            class_name="thread",
            aria_live="off",
            role="log",
            aria_label=t("ui.chat.thread"),
            tab_index=0,
        ),
        _live_region(turns),
        class_name="relative flex flex-1 min-h-0 flex-col",
    )


def _reading() -> rx.Component:
    """An earlier conversation is shown; one tap leads back."""
    return rx.el.div(
        rx.el.span(t("ui.sessions.reading", number=ChatState.reading), class_name="flex-1"),
        rx.el.button(
            t("ui.sessions.back"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM} whitespace-nowrap",
            on_click=ChatState.load,
            data_testid="sessions-back",
        ),
        class_name="banner m-4 mb-0 items-center",
        role="status",
    )


def _no_connection() -> rx.Component:
    return rx.el.p(
        icon("cloud_off"),
        t("ui.chat.no_connection"),
        class_name="banner m-4 mb-0",
        role="status",
        data_testid="offline-note",
    )


def _stand_in() -> rx.Component:
    """Why the offline coach answers, where that is about to change; without a key it is not."""
    words = rx.match(
        SessionState.absence,
        ("away", t("ui.chat.absence.away")),
        ("over_limit", t("ui.chat.absence.over_limit")),
        ("switched_off", t("ui.chat.absence.switched_off")),
        "",
    )
    return rx.cond(
        words,
        rx.el.p(
            icon("cloud_off"),
            words,
            class_name="banner m-4 mb-0 when-calm",
            role="status",
            data_testid="stand-in",
        ),
    )


def _older() -> rx.Component:
    return rx.el.button(
        t("ui.chat.older"),
        type="button",
        id="older",
        class_name=f"{theme.SUBTLE} {theme.SLIM} self-center",
        on_click=ChatState.load_older,
        data_testid="older-messages",
    )


def _live_region(turns: rx.vars.ArrayVar[list[present.Turn]]) -> rx.Component:
    """What a screen reader hears: that Toney is writing, then the whole reply."""
    last = turns[-1]
    said = rx.match(
        last.status,
        ("waiting", t("ui.chat.writing")),
        ("streaming", t("ui.chat.writing")),
        ("done", last.text),
        ("stopped", last.text),
        ("interrupted", t("ui.chat.lost_thread")),
        ("failed", t("ui.chat.lost_thread")),
        "",
    )
    return rx.el.div(said, class_name=theme.SCREEN_READER, role="status", aria_live="polite")


def _beginning() -> rx.Component:
    """An empty thread: three ways to begin, and the open field."""
    accent = SessionState.accent
    return rx.el.div(
        rx.el.div(string(accent, weight="1.9"), class_name="w-[190px] mx-auto mb-2 text-accent"),
        rx.el.h2(t("ui.chat.begin_title"), class_name=f"{theme.TITLE} text-center"),
        rx.el.p(t("ui.chat.begin_line"), class_name=f"{theme.BODY} {theme.MUTED} mt-1 text-center"),
        rx.el.div(
            *[_starter(t(f"ui.starter.{n}.{accent}")) for n in (1, 2, 3)],
            class_name="grid gap-2 mt-6",
        ),
        class_name="m-auto w-full px-1",
    )


def _starter(words: rx.Var[str]) -> rx.Component:
    return rx.el.button(
        rx.el.span(words, class_name="flex-1"),
        type="button",
        class_name="opt",
        on_click=browser.write(words),
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
                max_length=8000,
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
    """The page fills this in and submits it: once for a new message, again for a kept one."""
    return rx.el.form(
        rx.el.textarea(name="text", read_only=True, aria_hidden="true", tab_index=-1),
        rx.el.input(name="client", type="hidden"),
        on_submit=ChatState.send,
        hidden=True,
        custom_attrs={"id": "deliver"},
    )
