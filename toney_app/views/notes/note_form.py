from __future__ import annotations

import reflex as rx

from coaching.values.notes import CONTENT_MAX, NoteType
from toney_app import browser, outbox, theme
from toney_app.components.icons import icon
from toney_app.components.layout import problem
from toney_app.copy import t
from toney_app.views.goals.parts import field, one_line
from toney_app.views.notes.note_state import NoteState

_PROBLEMS = ("title", "content", "tags", "taken", "full")


def note_form() -> rx.Component:
    """The fields of a new note, or of one to change."""
    note = NoteState.note
    return rx.el.form(
        field(
            "note-title",
            t("ui.note.field_title"),
            one_line("note-title", note.title, t("ui.note.title_hint")),
            is_optional=False,
        ),
        field("note-content", t("ui.note.field_content"), _text(), is_optional=False),
        rx.el.p(t("ui.note.content_hint"), class_name="hint"),
        field(
            "note-tags",
            t("ui.note.field_tags"),
            one_line("note-tags", note.tag_line, t("ui.note.tags_hint"), most=800),
        ),
        field("note-kind", t("ui.note.field_kind"), _kinds(), is_optional=False),
        *map(_problem, _PROBLEMS),
        rx.el.div(
            rx.el.button(
                t("ui.note.save"), type="submit", class_name=theme.PRIMARY, data_testid="note-save"
            ),
            rx.el.button(
                t("ui.note.cancel"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=[NoteState.stop_edit, browser.to_head("note")],
                data_testid="note-cancel",
            ),
            class_name=f"{theme.PAIR} mt-5",
        ),
        on_submit=NoteState.save,
        special_props=[outbox.kept_form("note-", NoteState.note.id)],
        key=NoteState.number,
    )


def _problem(name: str) -> rx.Component:
    return rx.cond(NoteState.problem == name, problem(t(f"ui.note.problem.{name}")))


def _text() -> rx.Component:
    return rx.el.textarea(
        name="content",
        rows="7",
        max_length=CONTENT_MAX,
        default_value=NoteState.note.content,
        class_name=f"{theme.AREA} {theme.CARD_TEXT}",
        custom_attrs={"id": "note-content-field"},
        data_testid="field-note-content",
    )


def _kinds() -> rx.Component:
    kinds = [rx.el.option(t(f"ui.note.kind.{kind}"), value=kind.value) for kind in NoteType]
    return rx.el.div(
        rx.el.select(
            *kinds,
            name="kind",
            default_value=NoteState.note.kind,
            class_name=theme.INPUT,
            custom_attrs={"id": "note-kind-field"},
            data_testid="field-note-kind",
        ),
        icon("chevron_down", theme.ICON_SMALL),
        class_name="picker",
    )
