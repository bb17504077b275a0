from __future__ import annotations

import reflex as rx

from toney_app import browser, offline, outbox, theme
from toney_app.components.icons import icon
from toney_app.components.layout import empty
from toney_app.components.row_menu import copy_words, entry, held_open, row_menu
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.views.wins import present
from toney_app.views.wins.state import WinsState


def wins_view() -> rx.Component:
    return rx.el.div(
        rx.el.header(
            rx.el.h1(t("ui.wins.title"), class_name=f"{theme.DISPLAY} flex min-h-11 items-center"),
            rx.el.p(t("ui.wins.line"), class_name=f"{theme.BODY} {theme.MUTED} mt-0.5"),
        ),
        _line_to_write_on(),
        _waiting(),
        rx.cond(
            WinsState.loaded & (WinsState.months.length() == 0),
            empty(string(REST, weight="1.8"), t("ui.wins.empty_title"), t("ui.wins.empty_line")),
        ),
        rx.foreach(WinsState.months, _month),
        rx.cond(WinsState.has_older, _older()),
        class_name=theme.PAGE,
    )


def _line_to_write_on() -> rx.Component:
    form = rx.el.form(
        rx.el.textarea(
            name="win",
            rows="1",
            max_length=280,
            placeholder=t("ui.wins.placeholder"),
            aria_label=t("ui.wins.add_label"),
            class_name=f"{theme.AREA} grows flex-1 min-w-[7rem]",
            custom_attrs={"autoComplete": "off", "enterKeyHint": "done"},
            special_props=[browser.draft("win"), browser.enter_sends()],
            data_testid="win-input",
        ),
        rx.el.input(type="hidden", name="nth", value=WinsState.added),
        rx.el.button(
            t("ui.wins.add"), type="submit", class_name=theme.SECONDARY, data_testid="win-add"
        ),
        on_submit=[outbox.waits("win"), WinsState.add],
        special_props=[offline.win_form()],
        **outbox.marked("win"),
        # The field begins anew once a win is kept; until then the words stay in it.
        key=WinsState.added,
        class_name="writes mt-4 flex gap-2",
    )
    return rx.fragment(form, outbox.not_saved("win"))


@rx.memo
def _waiting() -> rx.Component:
    """Wins that were written without a connection: they show at once."""
    return rx.el.ul(rx.foreach(offline.waiting("win"), _waiting_win))


def _waiting_win(win: rx.vars.ObjectVar[offline.Waiting]) -> rx.Component:
    return rx.el.li(
        rx.el.div(icon("clock_3", tone=theme.QUIET), class_name="win-day"),
        rx.el.div(
            rx.el.p(win.text, class_name=f"{theme.CARD_TEXT} text-[1.125rem]"),
            rx.el.p(t("ui.offline.later"), class_name=f"{theme.SMALL} {theme.QUIET} mt-1"),
            class_name="flex-1 min-w-0",
        ),
        class_name="win",
        key=win.client,
        data_testid="win-waiting",
    )


def _month(month: rx.vars.ObjectVar[present.Month]) -> rx.Component:
    return rx.fragment(
        rx.el.div(rx.el.h2(browser.date(month.first, "month")), class_name="sect mb-0!"),
        rx.el.ul(rx.foreach(month.wins, _win)),
    )


def _win(win: rx.vars.ObjectVar[present.Win]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.span(win.number, class_name="t-title num leading-none text-accent"),
            rx.el.span(browser.date(win.day, "short"), class_name=f"{theme.CAPTION} {theme.QUIET}"),
            class_name="win-day",
        ),
        rx.cond(WinsState.editing == win.id, _change(win), _words(win)),
        class_name="win held",
        special_props=[held_open()],
        data_testid="win-item",
    )


def _words(win: rx.vars.ObjectVar[present.Win]) -> rx.Component:
    return rx.fragment(
        rx.el.div(
            rx.el.p(win.text, class_name=f"{theme.CARD_TEXT} text-[1.125rem]"),
            rx.cond(
                win.from_chat,
                rx.el.p(t("ui.wins.from_chat"), class_name=f"{theme.SMALL} {theme.QUIET} mt-1"),
            ),
            class_name="flex-1 min-w-0",
        ),
        row_menu(
            t("ui.wins.menu"),
            entry("copy", t("ui.copy"), copy_words(win.text), "win-copy"),
            entry(
                "pencil",
                t("ui.edit"),
                [WinsState.start_edit(win.id), browser.focus_soon("win-words")],
                "win-edit",
            ),
            entry(
                "trash_2",
                t("ui.delete"),
                WinsState.delete(win.id),
                "win-delete",
                tone="text-danger",
            ),
        ),
    )


def _change(win: rx.vars.ObjectVar[present.Win]) -> rx.Component:
    """A field in the place of the win."""
    return rx.el.form(
        rx.el.textarea(
            name="words",
            rows="3",
            max_length=280,
            default_value=win.text,
            aria_label=t("ui.wins.add_label"),
            class_name=f"{theme.AREA} {theme.CARD_TEXT}",
            custom_attrs={"id": "win-words"},
            data_testid="win-words",
        ),
        rx.el.div(
            rx.el.button(
                t("ui.save"), type="submit", class_name=theme.PRIMARY, data_testid="win-save"
            ),
            rx.el.button(
                t("ui.cancel"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=WinsState.stop_edit,
            ),
            class_name=f"{theme.PAIR} mt-2",
        ),
        on_submit=WinsState.change,
        class_name="flex-1 min-w-0",
    )


def _older() -> rx.Component:
    return rx.el.button(
        t("ui.wins.older"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.WIDE} mt-2",
        on_click=WinsState.load_older,
    )
