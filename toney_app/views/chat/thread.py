from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.tension_drawings import string
from toney_app.copy import t
from toney_app.device_state import IS_KNOWN
from toney_app.props import Prop
from toney_app.session_state import SessionState
from toney_app.views.chat import present
from toney_app.views.chat.state import ChatState
from toney_app.views.chat.turn import chat_turn
from toney_app.views.sessions.doors import chat_doors
from toney_app.views.sessions.doors_state import DoorsState


class _Thread(rx.el.Div):
    """The scrolling part; it stays at its end unless the person scrolled up."""

    def add_hooks(self) -> list[str | rx.Var[Prop]]:
        return [browser.scroll_effect()]


def _parts() -> rx.vars.ArrayVar[list[present.Part]]:
    return browser.thread(
        ChatState.turns,
        ChatState.answers,
        ChatState.loaded & IS_KNOWN,
        ChatState.reading,
        kind=list[present.Part],
    )


@rx.memo
def thread() -> rx.Component:
    parts = _parts()
    return rx.el.div(
        rx.cond(browser.cut_off, _no_connection(), _stand_in()),
        rx.cond(ChatState.reading, _reading()),
        _Thread.create(
            rx.cond(ChatState.has_older, _older()),
            rx.foreach(parts, _part),
            rx.cond(ChatState.loaded & (parts.length() == 0), _beginning()),
            rx.cond(~ChatState.reading & (DoorsState.doors.length() > 0), chat_doors()),
            id="thread",
            class_name="thread",
            aria_live="off",
            role="log",
            aria_label=t("ui.chat.thread"),
            tab_index=0,
        ),
        _live_region(parts),
        class_name="relative flex flex-1 min-h-0 flex-col",
    )


def _part(part: rx.vars.ObjectVar[present.Part]) -> rx.Component:
    return rx.el.div(thread_part(turns=part.turns), key=part.key, class_name="part")


@rx.memo
def thread_part(turns: rx.Var[list[present.Turn]]) -> rx.Component:
    """Some turns; memoised, so that a long conversation is not gone through for each new word."""
    return rx.fragment(
        rx.foreach(turns, lambda turn: rx.el.div(chat_turn(turn=turn), key=turn.key))
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
        ("over_month", t("ui.chat.absence.over_month")),
        ("switched_off", t("ui.chat.absence.switched_off")),
        "",
    )
    return rx.cond(
        words,
        rx.el.p(
            icon("list_checks"),
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


def _live_region(parts: rx.vars.ArrayVar[list[present.Part]]) -> rx.Component:
    """Live region for screen readers: “Toney is writing”, then the whole reply."""
    last = parts[-1].turns.to(list[present.Turn])[-1]
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
