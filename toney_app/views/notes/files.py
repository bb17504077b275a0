from __future__ import annotations

import reflex as rx
from reflex_base.vars.base import Var

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import busy, problem
from toney_app.copy import t
from toney_app.props import Prop
from toney_app.views.notes.state import NotesState

_MODULE = "$/utils/toney/notes"
_FAULTS = ("unreadable", "large", "failed")


@rx.memo
def files() -> rx.Component:
    """Notes from Markdown files, and all of them as such."""
    state = _value("now.state").to(str)
    return rx.el.details(
        rx.el.summary(t("ui.notes.files"), class_name="link", data_testid="notes-files"),
        rx.el.p(t("ui.notes.files_what"), class_name=f"{theme.BODY} {theme.MUTED} mt-2"),
        rx.el.div(_import(state), _export(), class_name=f"{theme.LIST} mt-3"),
        *(rx.cond(state == fault, problem(t(f"ui.notes.import.{fault}"))) for fault in _FAULTS),
        rx.cond(state == "done", _done()),
        rx.el.button(type="button", hidden=True, id="notes-read", on_click=NotesState.load),
        class_name="mt-5",
    )


def _value(of: str) -> Prop:
    hook = "const notesFiles = useNotesImport();"
    return browser.js_value(f"notesFiles.{of}", _MODULE, "useNotesImport", hook=hook)


def _import(state: rx.Var[str]) -> rx.Component:
    field: Var[Prop] = _value("field")
    return rx.el.label(
        icon("plus", tone=theme.MUTED),
        rx.el.span(
            rx.cond(state == "busy", busy(t("ui.notes.importing")), t("ui.notes.import")),
            class_name="grow t-body",
        ),
        rx.el.input(
            type="file",
            multiple=True,
            accept=".md,.markdown,.zip",
            class_name=theme.SCREEN_READER,
            special_props=[field],
            data_testid="notes-import",
        ),
        class_name=f"{theme.ROW_ITEM} cursor-pointer focus-within:outline-2",
    )


def _export() -> rx.Component:
    return rx.el.a(
        icon("download", tone=theme.MUTED),
        rx.el.span(t("ui.notes.export"), class_name="grow t-body"),
        href="/api/notes/export",
        class_name=theme.ROW_ITEM,
        custom_attrs={"download": "", "reloadDocument": True},
        data_testid="notes-export",
    )


def _done() -> rx.Component:
    """How many notes were added, and each file that wasn't, with the reason."""
    skipped = _value("now.skipped").to(list[dict[str, str]])
    added = _value("now.added").to(int)
    return rx.el.div(
        rx.el.p(t("ui.notes.added", count=added), class_name=f"{theme.BODY} mt-3"),
        rx.cond(
            skipped.length() > 0,
            rx.fragment(
                rx.el.p(t("ui.notes.left_out"), class_name=f"{theme.SMALL} {theme.MUTED} mt-2"),
                rx.el.ul(rx.foreach(skipped, _skipped), class_name=f"{theme.SMALL} mt-1"),
            ),
        ),
        role="status",
        data_testid="notes-added",
    )


def _skipped(file: rx.vars.ObjectVar[dict[str, str]]) -> rx.Component:
    return rx.el.li(
        file["path"],
        " · ",
        t(f"ui.notes.skipped.{file['why']}"),
        class_name="wrap-anywhere mt-1",
        key=file["path"],
    )
