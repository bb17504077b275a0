from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import section, skeleton
from toney_app.components.markdown import markdown
from toney_app.components.row_menu import entry, row_menu
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.notes import present
from toney_app.views.notes.link_state import LinkState
from toney_app.views.notes.note_form import note_form
from toney_app.views.notes.note_state import NoteState
from toney_app.views.notes.state import NotesState

_LOOK_FOR = "note-link-query"


def note_sheet() -> rx.Component:
    """A note with its tags and connections, or the form of one."""
    title = rx.cond(
        NoteState.editing,
        rx.cond(NoteState.note.id, t("ui.note.edit"), t("ui.notes.new")),
        t("ui.note.title"),
    )
    shown = rx.cond(NoteState.note.id, _note(), skeleton())
    return sheet(
        "note",
        title,
        rx.el.div(rx.cond(NoteState.editing, note_form(), shown), on_mount=NoteState.arrive),
        back="notes",
    )


def _note() -> rx.Component:
    note = NoteState.note
    return rx.fragment(
        rx.el.div(
            rx.el.p(browser.date(note.at, "day"), class_name=f"{theme.SMALL} {theme.QUIET}"),
            _menu(),
            class_name="flex items-center justify-between",
        ),
        rx.el.h3(note.title, class_name=f"{theme.TITLE} wrap-anywhere"),
        rx.cond(
            note.content,
            rx.el.div(
                markdown(note.blocks),
                class_name=f"{theme.VOICE} note-text mt-2.5 wrap-anywhere",
                data_testid="note-text",
            ),
        ),
        _tags(),
        section(t("ui.note.linked")),
        rx.cond(
            note.links.length() > 0,
            rx.el.ul(rx.foreach(note.links, _link), class_name=f"{theme.LIST} overflow-visible!"),
            rx.el.p(t("ui.note.no_links"), class_name=f"{theme.SMALL} {theme.QUIET}"),
        ),
        rx.cond(LinkState.linking == NoteState.note.id, _matches(), _add_link()),
        rx.el.button(
            icon("message_circle"),
            t("ui.note.talk"),
            type="button",
            class_name=f"{theme.PRIMARY} {theme.WIDE} mt-6",
            on_click=[
                browser.write(t("ui.note.talk_words", title=note.title)),
                browser.close_and_go_to("chat"),
            ],
            data_testid="note-talk",
        ),
    )


def _menu() -> rx.Component:
    return row_menu(
        t("ui.note.menu"),
        entry("pencil", t("ui.edit"), NoteState.start_edit, "note-edit"),
        entry("trash_2", t("ui.delete"), NoteState.delete, "note-delete", tone="text-danger"),
        test_id="note-menu",
    )


def _tags() -> rx.Component:
    def chip(name: rx.Var[str]) -> rx.Component:
        return rx.el.button(
            icon("tag", theme.ICON_SMALL),
            name,
            type="button",
            class_name="chip chip-choice",
            on_click=[NotesState.show_tag(name), browser.replace_sheet("notes")],
            data_testid="note-tag",
        )

    return rx.el.div(
        rx.foreach(NoteState.note.tags, chip),
        rx.el.button(
            icon("plus", theme.ICON_SMALL),
            t("ui.note.add_tag"),
            type="button",
            class_name="chip chip-choice",
            on_click=[NoteState.start_edit, browser.focus_soon("note-tags-field")],
            data_testid="note-add-tag",
        ),
        class_name="chips mt-3.5!",
    )


def _link(link: rx.vars.ObjectVar[present.Linked]) -> rx.Component:
    unlink = row_menu(
        t("ui.note.link_menu"),
        entry("unlink", t("ui.note.unlink"), LinkState.unlink(link.id), "note-unlink"),
    )
    return rx.el.li(
        rx.el.div(
            rx.el.button(
                icon("sticky_note", tone=theme.MUTED),
                rx.el.span(
                    rx.el.span(link.title, class_name=f"block {theme.VOICE} leading-[1.35]"),
                    rx.el.span(
                        t(f"ui.note.{link.how}"), class_name=f"block {theme.SMALL} {theme.QUIET}"
                    ),
                    class_name="grow",
                ),
                icon("chevron_right", tone=theme.QUIET),
                type="button",
                class_name=f"{theme.ROW_ITEM} min-w-0 text-left wrap-anywhere",
                on_click=[NoteState.choose(link.id), browser.to_head("note")],
                data_testid="note-link",
            ),
            rx.cond(link.by_hand, unlink),
            class_name="flex items-center",
        ),
        key=link.id,
    )


def _add_link() -> rx.Component:
    return rx.el.button(
        icon("link_2"),
        t("ui.note.add_link"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.ACCENT} -ml-3 mt-1",
        on_click=[LinkState.start_link, browser.focus_soon(_LOOK_FOR)],
        data_testid="note-add-link",
    )


def _matches() -> rx.Component:
    """Find the note to connect: the newest ones, or those with some words."""

    def match(row: rx.vars.ObjectVar[present.Row]) -> rx.Component:
        return rx.el.li(
            rx.el.button(
                icon("plus", tone=theme.MUTED),
                rx.el.span(row.title, class_name=f"grow {theme.BODY}"),
                type="button",
                class_name=f"{theme.ROW_ITEM} text-left wrap-anywhere",
                on_click=LinkState.link(row.id),
                data_testid="note-match",
            ),
            key=row.id,
        )

    return rx.el.div(
        rx.el.label(t("ui.note.look_for"), html_for=_LOOK_FOR, class_name="field-label"),
        rx.el.input(
            type="search",
            max_length=200,
            on_change=LinkState.look_for.debounce(250),
            class_name=theme.INPUT,
            custom_attrs={"id": _LOOK_FOR, "autoComplete": "off"},
            data_testid="note-link-query",
        ),
        rx.cond(
            LinkState.matches.length() > 0,
            rx.el.ul(rx.foreach(LinkState.matches, match), class_name=f"{theme.LIST} mt-2"),
            rx.el.p(
                t("ui.sessions.nothing"),
                class_name=f"{theme.SMALL} {theme.QUIET} mt-2",
                role="status",
            ),
        ),
        class_name="mt-3",
    )
