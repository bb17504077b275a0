from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.chat.draft_state import DraftState

if TYPE_CHECKING:
    from toney_app.props import Shown


def draft_card(draft: Shown) -> rx.Component:
    """A card that waits for the person's word; once it has it, or has rested, it is one line."""
    fate = rx.match(
        draft.state,
        ("open", _open(draft)),
        ("approved", _line("check", t("ui.draft.kept"))),
        ("rejected", _line("undo_2", t("ui.draft.left"))),
        _line("clock_3", t("ui.draft.rested")),
    )
    return rx.fragment(fate)


def _line(name: str, words: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        icon(name, theme.ICON_SMALL), rx.el.span(words), class_name="tool", role="status"
    )


def _open(draft: Shown) -> rx.Component:
    return rx.el.section(
        rx.el.p(icon("bookmark", theme.ICON_SMALL), t("ui.draft.lead"), class_name="confirm-lead"),
        rx.el.h3(draft.title, class_name=f"{theme.HEADING} mt-2"),
        rx.el.p(draft.content, class_name=f"{theme.CARD_TEXT} mt-1.5 whitespace-pre-line"),
        rx.el.button(
            icon("pencil", theme.ICON_SMALL, "text-current!"),
            t("ui.draft.change"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM} -ml-3 mt-1",
            on_click=[
                CardEditorState.start_from_draft(draft.id),
                browser.open_sheet("card-editor"),
            ],
            data_testid="draft-change",
        ),
        rx.el.div(
            rx.el.button(
                t("ui.draft.keep"),
                type="button",
                class_name=theme.PRIMARY,
                on_click=DraftState.keep(draft.id),
                data_testid="confirm-approve",
            ),
            rx.el.button(
                t("ui.draft.leave"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=DraftState.leave(draft.id),
                data_testid="confirm-reject",
            ),
            class_name=f"{theme.PAIR} mt-2",
        ),
        class_name="confirm",
        aria_label=t("ui.draft.lead"),
        data_testid="draft-card",
    )
