from __future__ import annotations

import reflex as rx
from reflex_base.vars.function import FunctionVar

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import icon_button, needs_connection
from toney_app.components.row_menu import entry, row_menu
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.notice_state import NoticeState
from toney_app.props import Shown
from toney_app.views.chat.state import ChatState
from toney_app.views.sessions.list_state import SessionsState
from toney_app.views.undo_state import UndoState

_FIELD = "sessions-query"
_SCROLL = "$/utils/toney/scroll"


def sessions_sheet() -> rx.Component:
    """Past conversations, newest first, and the field that looks through them."""
    return sheet(
        "sessions",
        t("ui.sessions.title"),
        rx.el.label(t("ui.sessions.search"), html_for=_FIELD, class_name=theme.SCREEN_READER),
        rx.el.div(
            icon("search"),
            rx.el.input(
                type="search",
                max_length=200,
                placeholder=t("ui.sessions.search"),
                on_change=SessionsState.look_for.debounce(250),
                on_mount=SessionsState.load,
                class_name=theme.INPUT,
                custom_attrs={"id": _FIELD, "autoComplete": "off", "enterKeyHint": "search"},
                data_testid="sessions-query",
            ),
            icon_button(
                "x",
                t("ui.sessions.clear"),
                on_click=[browser.js_call("clearField", _FIELD), SessionsState.load],
                data_testid="sessions-clear",
            ),
            class_name="search tall mt-2",
        ),
        _deleted(),
        rx.cond(
            SessionsState.rows.length() > 0,
            rx.el.ul(
                rx.foreach(SessionsState.rows, _row),
                class_name=f"{theme.LIST} mt-4 overflow-visible!",
                role="list",
            ),
            rx.cond(
                browser.cut_off,
                needs_connection(),
                rx.el.p(
                    rx.cond(SessionsState.query, t("ui.sessions.nothing"), t("ui.sessions.empty")),
                    class_name=f"{theme.BODY} {theme.MUTED} py-6 text-center",
                    role="status",
                ),
            ),
        ),
        rx.cond(
            SessionsState.has_more,
            rx.el.button(
                t("ui.sessions.more"),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.WIDE}",
                on_click=SessionsState.show_more,
            ),
        ),
    )


def _row(row: Shown) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            _opens(row),
            row_menu(
                t("ui.sessions.menu"),
                entry(
                    "trash_2",
                    t("ui.delete"),
                    SessionsState.ask(row.id),
                    "session-delete",
                    tone="text-danger",
                ),
                test_id="session-menu",
            ),
            class_name="flex items-center pr-4",
        ),
        rx.cond(SessionsState.asking == row.id, _question(row)),
    )


def _question(row: Shown) -> rx.Component:
    return rx.el.div(
        rx.el.p(t("ui.sessions.delete_question"), class_name=theme.BODY),
        rx.el.div(
            rx.el.button(
                t("ui.sessions.keep"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=SessionsState.ask(""),
                data_testid="session-delete-no",
            ),
            rx.el.button(
                t("ui.delete"),
                type="button",
                class_name=f"{theme.SECONDARY} text-danger",
                on_click=SessionsState.delete(row.id),
                data_testid="session-delete-yes",
            ),
            class_name=f"{theme.PAIR} mt-3",
        ),
        role="group",
        class_name="px-[18px] pb-4",
    )


def _deleted() -> rx.Component:
    """The notice of the page is behind the sheet: its Undo is here too."""
    return rx.cond(
        NoticeState.key == "ui.toast.session_deleted",
        rx.el.div(
            rx.el.span(t("ui.toast.session_deleted"), class_name="flex-1"),
            rx.el.button(
                t("ui.undo"),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.SLIM}",
                on_click=UndoState.take_back(NoticeState.undo_kind, NoticeState.undo_id),
                data_testid="session-undo",
            ),
            class_name="banner mt-4 items-center",
            role="status",
        ),
    )


def _opens(row: Shown) -> rx.Component:
    when = t("ui.sessions.when", number=row.number, day=browser.date(row.at, "day"))
    place = rx.fragment(
        row.before,
        rx.el.mark(row.hit, class_name="hit"),
        row.after,
    )
    line = rx.cond(
        row.line, row.line, rx.cond(row.is_open, t("ui.sessions.running"), t("ui.sessions.unnamed"))
    )
    return rx.el.button(
        rx.el.span(
            rx.el.span(when, class_name=f"block {theme.SMALL} {theme.QUIET}"),
            rx.el.span(
                rx.cond(row.hit, place, rx.fragment(line)),
                class_name=f"block {theme.VOICE} leading-[1.35] mt-px line-clamp-3",
            ),
            class_name="grow",
        ),
        type="button",
        class_name=f"{theme.ROW_ITEM} min-w-0",
        on_click=[
            ChatState.read(row.id, row.turn),  # pyrefly: ignore[no-matching-overload] - Vars
            browser.go_to("chat"),
            _show_turn(row.turn),
        ],
        data_testid="session-item",
    )


def _show_turn(turn: rx.Var[str]) -> FunctionVar:
    """Scroll to a turn as soon as it is there and mark it for a moment."""
    call = f"(() => showTurn({turn!s}))"
    return browser.js_value(call, _SCROLL, "showTurn", reads=[turn]).to(FunctionVar)
