from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.chat.draft_state import CARD, DraftState

if TYPE_CHECKING:
    from toney_app.props import Handler, Shown


def draft_card(draft: Shown) -> rx.Component:
    """Something to decide on; once decided or expired it is one line."""
    fate = rx.match(
        draft.state,
        ("open", _open(draft)),
        ("approved", _line("check", t(f"ui.draft.kept.{draft.kind}"))),
        ("undone", _line("undo_2", t("ui.tool.undone"))),
        ("rejected", _line("undo_2", t("ui.draft.left"))),
        _line("clock_3", t("ui.draft.rested")),
    )
    return rx.fragment(fate)


def _line(name: str, words: rx.Var[str]) -> rx.Component:
    return rx.el.div(
        icon(name, theme.ICON_SMALL),
        rx.el.span(words, class_name="flex-1 min-w-0 my-2"),
        class_name="tool",
        role="status",
    )


def _open(draft: Shown) -> rx.Component:
    is_card = draft.kind == CARD
    return rx.el.section(
        rx.el.p(
            rx.cond(is_card, icon("bookmark", theme.ICON_SMALL), icon("target", theme.ICON_SMALL)),
            t(f"ui.draft.lead.{draft.kind}"),
            class_name="confirm-lead",
        ),
        rx.cond(DraftState.editing == draft.id, _edit(draft), _asked(draft)),
        class_name="confirm",
        aria_label=t(f"ui.draft.lead.{draft.kind}"),
        data_testid="draft-card",
        data_kind=draft.kind,
    )


def _asked(draft: Shown) -> rx.Component:
    """What is proposed, and the two answers. A card has an editor of its own."""
    in_editor = [CardEditorState.start_from_draft(draft.id), browser.open_sheet("card-editor")]
    return rx.fragment(
        rx.el.h2(draft.title, class_name=f"{theme.HEADING} mt-2"),
        rx.el.p(draft.content, class_name=f"{theme.CARD_TEXT} mt-1.5 whitespace-pre-line"),
        rx.cond(
            draft.kind == CARD,
            _pencil(in_editor, "draft-change"),
            rx.cond(draft.editable, _pencil(DraftState.edit(draft.id), "draft-edit")),
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
    )


def _pencil(on_click: Handler, test_id: str) -> rx.Component:
    return rx.el.button(
        icon("pencil", theme.ICON_SMALL, "text-current!"),
        t("ui.draft.change"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} -ml-3 mt-1",
        on_click=on_click,
        data_testid=test_id,
    )


def _edit(draft: Shown) -> rx.Component:
    """Everything in one field; of a plan only the plan, whose goal keeps its title."""
    whole = draft.title.to(str) + "\n" + draft.content.to(str)
    return rx.el.form(
        rx.el.textarea(
            name="words",
            rows="5",
            max_length=5000,
            auto_focus=True,
            default_value=rx.cond(draft.kind == "plan", draft.content, whole),
            aria_label=t("ui.draft.words"),
            class_name=f"{theme.AREA} {theme.CARD_TEXT} mt-2",
            data_testid="draft-words",
        ),
        rx.el.div(
            rx.el.button(
                t("ui.draft.keep"),
                type="submit",
                class_name=theme.PRIMARY,
                data_testid="draft-keep-edited",
            ),
            rx.el.button(
                t("ui.cancel"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=DraftState.edit(draft.id),
            ),
            class_name=f"{theme.PAIR} mt-2",
        ),
        on_submit=DraftState.keep_edited,
    )
