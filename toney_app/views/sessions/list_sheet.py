from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.props import Shown
from toney_app.views.chat.state import ChatState
from toney_app.views.sessions.list_state import SessionsState


def sessions_sheet() -> rx.Component:
    """Past conversations, newest first, and the field that looks through them."""
    return sheet(
        "sessions",
        t("ui.sessions.title"),
        rx.el.label(
            t("ui.sessions.search"), html_for="sessions-query", class_name=theme.SCREEN_READER
        ),
        rx.el.input(
            type="search",
            max_length=200,
            placeholder=t("ui.sessions.search"),
            on_change=SessionsState.look_for.debounce(250),
            on_mount=SessionsState.load,
            class_name=f"{theme.INPUT} mt-2",
            custom_attrs={"id": "sessions-query", "autoComplete": "off"},
            data_testid="sessions-query",
        ),
        rx.el.ul(
            rx.foreach(SessionsState.rows, _row), class_name=f"{theme.LIST} tall mt-4", role="list"
        ),
        rx.cond(
            SessionsState.rows.length() == 0,
            rx.el.p(
                rx.cond(SessionsState.query, t("ui.sessions.nothing"), t("ui.sessions.empty")),
                class_name=f"{theme.BODY} {theme.MUTED} py-6 text-center",
                role="status",
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
    when = t("ui.sessions.when", number=row.number, day=browser.date(row.at, "day"))
    place = rx.fragment(
        row.before,
        rx.el.mark(row.hit, class_name="bg-transparent font-semibold text-accent"),
        row.after,
    )
    line = rx.cond(
        row.line, row.line, rx.cond(row.is_open, t("ui.sessions.running"), t("ui.sessions.unnamed"))
    )
    return rx.el.li(
        rx.el.button(
            rx.el.span(
                rx.el.span(when, class_name=f"block {theme.SMALL} {theme.QUIET}"),
                rx.el.span(
                    rx.cond(row.hit, place, rx.fragment(line)),
                    class_name=f"block {theme.VOICE} leading-[1.35] mt-px line-clamp-3",
                ),
                class_name="grow",
            ),
            type="button",
            class_name=theme.ROW_ITEM,
            on_click=[ChatState.read(row.id), browser.go_to("chat")],
            data_testid="session-item",
        ),
    )
