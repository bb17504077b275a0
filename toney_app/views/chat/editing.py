"""Editing the last message (toney_app/js/edit.js)."""

from __future__ import annotations

import reflex as rx
from reflex_base.vars.function import FunctionVar

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t

_EDIT = "$/utils/toney/edit"
_edited: rx.vars.StringVar = browser.js_value(
    "editedTurn", _EDIT, "useEdited", hook="const editedTurn = useEdited();"
).to(str)


def start_edit(turn: rx.Var[str], words: rx.Var[str]) -> FunctionVar:
    """Put a sent message into the field; what is sent next replaces it."""
    call = f"(() => startEdit({turn!s}, {words!s}))"
    return browser.js_value(call, _EDIT, "startEdit", reads=[turn, words]).to(FunctionVar)


@rx.memo
def editing_line() -> rx.Component:
    """Shown while the last message is edited: sending replaces it."""
    return rx.cond(
        _edited,
        rx.el.div(
            icon("pencil", theme.ICON_SMALL),
            rx.el.span(t("ui.chat.editing"), class_name="flex-1", role="status"),
            rx.el.button(
                t("ui.cancel"),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.SLIM}",
                on_click=browser.js_call("cancelEdit", module=_EDIT),
                data_testid="edit-cancel",
            ),
            class_name="waiting",
            data_testid="chat-editing",
        ),
    )
