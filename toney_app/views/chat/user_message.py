from __future__ import annotations

import reflex as rx
from reflex_base.vars.base import Var

from coaching.values.clean_text import MAX_MESSAGE
from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.row_menu import copy_words, entry, held_open, row_menu
from toney_app.copy import t
from toney_app.props import Prop
from toney_app.views.chat import present
from toney_app.views.chat.editing import start_edit
from toney_app.views.chat.forget_state import ForgetState
from toney_app.views.chat.sent_state import SentState
from toney_app.views.chat.state import ChatState

TurnVar = rx.vars.ObjectVar[present.Turn]
_LONG = "$/utils/toney/long"
_OUTBOX = "$/utils/toney/outbox"


def said(turn: TurnVar) -> rx.Component:
    """The person's message, and its status until it is stored."""
    return rx.fragment(
        rx.el.div(
            rx.el.span(t("ui.chat.you_said"), class_name=theme.SCREEN_READER),
            rx.cond(_is_answered(turn), _menu(turn)),
            rx.cond(_is_long(turn), _folded(turn), _bubble(turn)),
            class_name="said-row held",
            special_props=[held_open()],
        ),
        rx.match(
            turn.said_state,
            ("pending", _waits(turn)),
            ("failed", rx.cond(turn.until, _limit(turn), _not_sent(turn))),
            rx.fragment(),
        ),
    )


def _menu(turn: TurnVar) -> rx.Component:
    """The last message of an open conversation can be edited, each one copied and deleted."""
    is_last = turn.newest & ~turn.over & ~ChatState.reading.to(bool)
    edit = start_edit(turn.id.to(str), turn.said.to(str))
    return row_menu(
        t("ui.chat.menu_own"),
        entry("copy", t("ui.copy"), copy_words(turn.said), "said-copy"),
        rx.cond(is_last, entry("pencil", t("ui.edit"), edit, "said-edit")),
        entry("book_open_text", t("ui.sent.title"), SentState.show(turn.id), "said-sent"),
        entry(
            "trash_2",
            t("ui.chat.delete"),
            ForgetState.delete(turn.id),
            "said-delete",
            tone="text-danger",
        ),
        test_id="said-menu",
    )


def _is_answered(turn: TurnVar) -> rx.vars.BooleanVar:
    is_over = ~rx.Var.create(["", "waiting", "streaming"]).contains(turn.status)
    return (is_over & (turn.id != "")).to(bool)


def length_line() -> rx.Component:
    """Character counter, shown near the limit; the text is never cut."""
    hook = 'const length = useLength("message");'
    length = browser.js_value("length", _LONG, "useLength", hook=hook).to(int)
    words = rx.cond(
        length > MAX_MESSAGE,
        t("ui.chat.too_long", count=length, most=MAX_MESSAGE),
        t("ui.chat.length", count=length, most=MAX_MESSAGE),
    )
    return rx.cond(
        length,
        rx.el.p(
            words,
            class_name=f"{theme.SMALL} num mx-4 mb-1 text-ink-2 data-[bad=true]:text-danger",
            role="status",
            data_bad=rx.cond(length > MAX_MESSAGE, "true", "false"),
            data_testid="chat-length",
        ),
    )


def _is_long(turn: TurnVar) -> rx.vars.BooleanVar:
    words = turn.said.to(str)
    return browser.js_value(f"isLong({words!s})", _LONG, "isLong", reads=[words]).to(bool)


def _bubble(turn: TurnVar) -> rx.Component:
    return rx.el.div(
        turn.said,
        class_name="said",
        data_testid="message-user",
        data_status=turn.said_state,
    )


def _folded(turn: TurnVar) -> rx.Component:
    words = turn.said.to(str)
    folds: Var[Prop] = browser.js_value(f"fold({words!s})", _LONG, "fold", reads=[words])
    return rx.el.div(
        _bubble(turn),
        rx.el.button(
            rx.el.span(t("ui.chat.show_all"), class_name="when-folded"),
            rx.el.span(t("ui.chat.show_less"), class_name="when-unfolded"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM}",
            aria_expanded="false",
            special_props=[folds],
            data_testid="said-unfold",
        ),
        class_name="said-fold",
    )


def _waits(turn: TurnVar) -> rx.Component:
    return rx.el.p(
        icon("clock_3", theme.ICON_SMALL),
        t("ui.chat.kept"),
        _edit_unsent(turn),
        class_name="said-state said-state-late",
    )


def _not_sent(turn: TurnVar) -> rx.Component:
    return rx.el.p(
        icon("circle_alert", theme.ICON_SMALL),
        rx.cond(turn.problem, t(turn.problem), t("ui.chat.not_sent")),
        rx.el.button(
            t("ui.chat.try_again"),
            type="button",
            class_name="underline underline-offset-3 min-h-11 px-1",
            special_props=[browser.send_again(turn.key)],
        ),
        _edit_unsent(turn),
        class_name="said-state",
        data_bad="true",
        role="alert",
    )


def _edit_unsent(turn: TurnVar) -> rx.Component:
    """Put what the server doesn't have yet back into its field."""
    key = turn.key.to(str)
    edits = f"({{onClick: () => editUnsent({key!s})}})"
    props: Var[Prop] = browser.js_value(edits, _OUTBOX, "editUnsent", reads=[key])
    return rx.el.button(
        t("ui.edit"),
        type="button",
        class_name="underline underline-offset-3 min-h-11 px-1",
        special_props=[props],
        data_testid="said-edit-unsent",
    )


def _limit(turn: TurnVar) -> rx.Component:
    """The day's messages are used up: when they begin anew, and what is there meanwhile."""
    when = browser.date(turn.until.to(str), "time")
    return rx.el.div(
        icon("clock_3"),
        rx.el.div(
            rx.el.p(t("ui.chat.day_limit", count=turn.most, time=when)),
            rx.el.button(
                t("ui.chat.to_cards"),
                type="button",
                class_name=f"{theme.LINK} min-h-11",
                on_click=browser.go_to("rewire"),
            ),
        ),
        class_name="banner",
        role="status",
        data_testid="day-limit",
    )
