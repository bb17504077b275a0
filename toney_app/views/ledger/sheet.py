from __future__ import annotations

import reflex as rx

from coaching.domains.ledger.entries import Kind
from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import section, skeleton
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.notice_state import NoticeState
from toney_app.props import Shown
from toney_app.views.ledger import present
from toney_app.views.ledger.state import LedgerState
from toney_app.views.undo_state import UndoState

ICONS = {
    Kind.WIN: "sprout",
    Kind.CARD: "book_open_text",
    Kind.MEMORY: "archive",
    Kind.DREAM: "cloud",
    Kind.GOAL: "flag",
    Kind.STEP: "circle_check",
    Kind.STEP_CHANGE: "circle_check",
    Kind.DONE: "circle_check",
    Kind.CHANGE: "pencil",
    Kind.PLAN: "route",
    Kind.NOTE: "notebook_pen",
    Kind.REMINDER: "bell",
    Kind.MONEY: "wallet",
}


def ledger_sheet() -> rx.Component:
    """What was saved for the person without their typing it: by whom, why, and Undo."""
    shown = rx.cond(LedgerState.loaded, _list(), skeleton())
    body = rx.el.div(shown, on_mount=LedgerState.load)
    return sheet("ledger", t("ui.ledger.title"), body, back="settings")


def _list() -> rx.Component:
    return rx.fragment(
        rx.el.p(t("ui.ledger.line"), class_name=f"{theme.BODY} {theme.MUTED}"),
        rx.el.div(
            *(_group(name) for name in ("", *present.GROUPS)),
            role="group",
            aria_label=t("ui.ledger.show"),
            class_name="chips-row mt-3",
        ),
        _undone(),
        rx.cond(
            LedgerState.rows.length() > 0,
            rx.el.ul(rx.foreach(LedgerState.rows, _row), class_name="timeline", role="list"),
            rx.el.p(
                t("ui.ledger.empty"),
                class_name=f"{theme.BODY} {theme.MUTED} py-6 text-center",
                role="status",
            ),
        ),
        rx.cond(
            LedgerState.has_more,
            rx.el.button(
                t("ui.ledger.more"),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.WIDE} mt-3",
                on_click=LedgerState.show_more,
                data_testid="ledger-more",
            ),
        ),
    )


def _group(name: str) -> rx.Component:
    is_on = LedgerState.group == name
    return rx.el.button(
        rx.cond(is_on, icon("check", theme.ICON_SMALL)),
        t(f"ui.ledger.group.{name}") if name else t("ui.ledger.all"),
        type="button",
        class_name="chip chip-choice",
        aria_pressed=rx.cond(is_on, "true", "false"),
        on_click=LedgerState.show(name),
        data_testid="ledger-group",
    )


def _row(row: Shown) -> rx.Component:
    return rx.el.li(
        rx.cond(row.day, section(browser.date(row.day, "near_day"))),
        rx.el.div(
            rx.el.span(
                rx.match(
                    row.kind,
                    *[(kind.value, icon(name, theme.ICON_SMALL)) for kind, name in ICONS.items()],
                    rx.fragment(),
                ),
                class_name="timeline-dot",
            ),
            rx.el.div(_head(row), _words(row), _why(row), class_name="grow min-w-0"),
            class_name="timeline-item",
        ),
        data_testid="ledger-entry",
    )


def _head(row: Shown) -> rx.Component:
    what = rx.match(row.kind, *[(kind.value, t(f"ui.ledger.what.{kind}")) for kind in ICONS], "")
    return rx.el.div(
        rx.el.p(
            what,
            rx.cond(row.is_undone, rx.fragment(" · ", t("ui.ledger.undone"))),
            class_name=rx.cond(
                row.is_undone,
                f"{theme.LABEL} {theme.QUIET} grow font-semibold",
                f"{theme.LABEL} grow font-semibold",
            ),
        ),
        rx.cond(
            row.can_undo,
            rx.el.button(
                t("ui.undo"),
                rx.el.span(row.title, " ", row.text, class_name=theme.SCREEN_READER),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.ACCENT} {theme.SLIM} -my-2 -mr-3 flex-none",
                on_click=LedgerState.undo(row.id),
                data_testid="ledger-undo",
            ),
        ),
        class_name="flex items-start justify-between gap-3",
    )


def _words(row: Shown) -> rx.Component:
    plain = rx.el.p(
        rx.cond(row.is_quote, t("ui.quoted", words=row.text), row.text),
        class_name=rx.cond(
            row.is_undone,
            f"{theme.VOICE} {theme.QUIET} line-through whitespace-pre-line",
            f"{theme.VOICE} whitespace-pre-line",
        ),
    )
    title = rx.el.p(
        row.title,
        class_name=rx.cond(
            row.is_undone, f"{theme.HEADING} text-ink-3! line-through", theme.HEADING
        ),
    )
    return rx.cond(row.before, _change(row), rx.fragment(rx.cond(row.title, title), plain))


def _change(row: Shown) -> rx.Component:
    def part(name: str, words: rx.Var[str]) -> rx.Component:
        return rx.el.div(
            rx.el.dt(t(f"ui.ledger.{name}"), class_name=f"{theme.SMALL} {theme.QUIET} w-14"),
            rx.el.dd(words, class_name=f"{theme.BODY} grow whitespace-pre-line"),
            class_name="flex gap-3 py-1.5",
        )

    return rx.el.dl(part("before", row.before), part("now", row.text), class_name="sunk mt-2")


def _why(row: Shown) -> rx.Component:
    by = [(name, t(f"ui.ledger.by.{name}")) for name in ("coach", "observer", "strategist")]
    why = [(name, t(f"ui.ledger.because.{name}")) for name in ("said", "agreed", "thought")]
    why.append(("quote", t("ui.ledger.because.quote", words=row.because)))
    has_words = (row.reason != "quote") | (row.because != "")
    return rx.el.p(
        rx.match(row.by, *by, ""),
        ", ",
        browser.date(row.at, "time"),
        rx.cond(has_words, rx.fragment(" · ", rx.match(row.reason, *why, ""))),
        class_name=f"{theme.SMALL} {theme.QUIET} mt-1",
    )


def _undone() -> rx.Component:
    """The notice of the page is behind the sheet: its Undo is here too."""
    return rx.cond(
        NoticeState.key == "ui.toast.ledger_undone",
        rx.el.div(
            rx.el.span(t("ui.toast.ledger_undone"), class_name="flex-1"),
            rx.cond(
                NoticeState.undo_kind,
                rx.el.button(
                    t("ui.ledger.back"),
                    type="button",
                    class_name=f"{theme.SUBTLE} {theme.SLIM}",
                    on_click=[
                        UndoState.take_back(NoticeState.undo_kind, NoticeState.undo_id),
                        LedgerState.load,
                    ],
                    data_testid="ledger-back",
                ),
            ),
            class_name="banner mt-4 items-center",
            role="status",
        ),
    )
