from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import empty, icon_button, skeleton
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.notice_state import NoticeState
from toney_app.views.notes import present
from toney_app.views.notes.files import files
from toney_app.views.notes.note_state import NoteState
from toney_app.views.notes.state import NotesState
from toney_app.views.undo_state import UndoState

_FIELD = "notes-query"
RowVar = rx.vars.ObjectVar[present.Row]


def notes_sheet() -> rx.Component:
    """All notes, newest first; found by words and tags."""
    return sheet(
        "notes",
        t("ui.notes.title"),
        rx.cond(_is_open(), rx.el.span(hidden=True, on_mount=NotesState.load)),
        _search(),
        _deleted(),
        rx.cond(NotesState.tags.length() > 0, _tags()),
        rx.cond(NotesState.loaded, _list(), skeleton()),
        rx.el.button(
            icon("plus"),
            t("ui.notes.new"),
            type="button",
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-4",
            on_click=[NoteState.start_new, browser.open_sheet("note")],
            data_testid="note-new",
        ),
        files(),
    )


def _is_open() -> rx.vars.BooleanVar:
    """Return True while the sheet is open; its list is read each time that it opens."""
    hook = 'const notesOpen = useIsOpen("notes");'
    return browser.js_value("notesOpen", browser.PAGE, "useIsOpen", hook=hook).to(bool)


def _search() -> rx.Component:
    return rx.fragment(
        rx.el.label(t("ui.notes.search"), html_for=_FIELD, class_name=theme.SCREEN_READER),
        rx.el.div(
            icon("search"),
            rx.el.input(
                type="search",
                max_length=200,
                placeholder=t("ui.notes.search"),
                on_change=NotesState.look_for.debounce(250),
                class_name=theme.INPUT,
                custom_attrs={"id": _FIELD, "autoComplete": "off", "enterKeyHint": "search"},
                data_testid="notes-query",
            ),
            icon_button(
                "x",
                t("ui.sessions.clear"),
                on_click=[browser.js_call("clearField", _FIELD), NotesState.clear],
                data_testid="notes-clear",
            ),
            class_name="search tall mt-2",
        ),
    )


def _tags() -> rx.Component:
    def chip(name: rx.Var[str], label: rx.Var[str]) -> rx.Component:
        is_on = NotesState.tag == name
        return rx.el.button(
            rx.cond(is_on, icon("check", theme.ICON_SMALL)),
            label,
            type="button",
            class_name="chip chip-choice",
            aria_pressed=rx.cond(is_on, "true", "false"),
            on_click=NotesState.show_tag(name),
            data_testid="notes-tag",
        )

    everything = rx.Var.create("")
    return rx.el.div(
        chip(everything, t("ui.notes.all")),
        rx.foreach(NotesState.tags, lambda name: chip(name, name)),
        role="group",
        aria_label=t("ui.notes.tags"),
        class_name="chips-row mt-3!",
    )


def _list() -> rx.Component:
    nothing = rx.cond(
        (NotesState.query != "") | (NotesState.tag != ""),
        rx.el.p(
            t("ui.sessions.nothing"),
            class_name=f"{theme.BODY} {theme.MUTED} py-6 text-center",
            role="status",
        ),
        empty(string(REST, weight="1.8"), t("ui.notes.none"), t("ui.notes.none_line")),
    )
    return rx.fragment(
        rx.cond(
            NotesState.rows.length() > 0,
            rx.el.ul(
                rx.foreach(NotesState.rows, _row), class_name=f"{theme.LIST} mt-1", role="list"
            ),
            nothing,
        ),
        rx.cond(
            NotesState.first,
            rx.el.p(
                t("ui.notes.first_results", count=NotesState.first),
                class_name=f"{theme.SMALL} {theme.QUIET} mt-3",
                role="status",
            ),
        ),
        rx.cond(
            NotesState.has_more,
            rx.el.button(
                t("ui.sessions.more"),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.WIDE}",
                on_click=NotesState.show_more,
                data_testid="notes-more",
            ),
        ),
    )


def _row(row: RowVar) -> rx.Component:
    tags = rx.foreach(row.tags, lambda tag: rx.el.span(tag, class_name="tag px-[9px]! py-[3px]!"))
    connected = rx.el.span(
        icon("link_2", theme.ICON_SMALL),
        row.connected,
        rx.el.span(t("ui.notes.connected"), class_name=theme.SCREEN_READER),
        class_name=f"{theme.SMALL} {theme.QUIET} num flex items-center gap-1.5",
    )
    return rx.el.li(
        rx.el.button(
            rx.el.span(
                rx.el.span(
                    row.title, class_name=f"{theme.HEADING} text-[1.1875rem]! grow basis-36"
                ),
                rx.el.span(
                    browser.date(row.at, "day"),
                    class_name=f"{theme.SMALL} {theme.QUIET} whitespace-nowrap",
                ),
                class_name="flex flex-wrap items-baseline justify-between gap-x-3 w-full",
            ),
            rx.cond(
                row.excerpt,
                rx.el.span(
                    row.excerpt,
                    class_name=f"block {theme.BODY} {theme.MUTED} mt-[3px] line-clamp-2",
                ),
            ),
            rx.cond(
                (row.tags.length() > 0) | (row.connected.to(int) > 0),
                rx.el.span(
                    rx.el.span(tags, class_name="flex flex-wrap gap-1.5"),
                    rx.cond(row.connected.to(int) > 0, connected),
                    class_name="flex items-center justify-between gap-3 w-full mt-[9px]",
                ),
            ),
            type="button",
            class_name="block w-full text-left py-3.5 wrap-anywhere",
            on_click=[NoteState.choose(row.id), browser.open_sheet("note")],
            data_testid="note-item",
        ),
        class_name="mx-[18px] not-first:border-t border-line",
        key=row.id,
    )


def _deleted() -> rx.Component:
    """The notice of the page is behind the sheet: its Undo is here too."""
    return rx.cond(
        NoticeState.key == "ui.toast.note_deleted",
        rx.el.div(
            rx.el.span(t("ui.toast.note_deleted"), class_name="flex-1"),
            rx.el.button(
                t("ui.undo"),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.SLIM}",
                on_click=UndoState.take_back(NoticeState.undo_kind, NoticeState.undo_id),
                data_testid="note-undo",
            ),
            class_name="banner mt-4 items-center",
            role="status",
        ),
    )
