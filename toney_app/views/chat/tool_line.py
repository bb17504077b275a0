"""The line of a tool in the chat: what was saved or looked at, with Undo or Show."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import reflex as rx

from coaching import conversation
from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.chat import present
from toney_app.views.chat.sent_state import SentState
from toney_app.views.chat.state import ChatState
from toney_app.views.goals.state import GoalsState
from toney_app.views.home.state import HomeState
from toney_app.views.wins.state import WinsState

if TYPE_CHECKING:
    from toney_app.props import Handler

_LOOKUPS = ("web_search", "wikipedia_search", "fetch_url")
"""Tools whose question, and where it went, are in the sheet of what was sent."""
_SHEETS = {
    "get_goal": "goals",
    "get_goals": "goals",
    "get_money": "money",
    "retrieve_notes": "notes",
}
"""Tools that look at something of the person, and the sheet that shows it."""


TurnVar = rx.vars.ObjectVar[present.Turn]


def tool_line(turn: TurnVar, tool: rx.vars.ObjectVar[present.Tool]) -> rx.Component:
    """One call, with the ways to change, undo or open what it was about."""
    undone = ChatState.undone.contains(tool.call_id) | (tool.state == "undone")
    label = rx.cond(undone, t("ui.tool.undone"), t(f"tool.{tool.name}.{tool.state}"))
    look = rx.match(
        rx.cond(undone, "undone", tool.state),
        ("running", rx.el.span(class_name="dot")),
        ("failed", icon("circle_alert", theme.ICON_SMALL, "text-danger!")),
        ("undone", icon("undo_2", theme.ICON_SMALL)),
        icon("check", theme.ICON_SMALL),
    )
    is_saved = (tool.state == "done") | (tool.state == "undone")
    is_kept = is_saved & _is_one_of(tool.name, conversation.undoable())
    is_named, can_undo = is_kept & (tool.detail != ""), is_kept & ~undone
    named = t("ui.tool.named", label=label, what=tool.detail)
    return rx.el.div(
        look,
        rx.el.span(rx.cond(is_named, named, label), class_name="flex-1 min-w-0 my-2 line-clamp-2"),
        rx.cond(
            can_undo & _is_one_of(tool.name, conversation.editable()),
            rx.el.button(
                t("ui.tool.edit"),
                type="button",
                on_click=[
                    CardEditorState.start_from_kept(turn.id, tool.call_id),
                    browser.open_sheet("card-editor"),
                ],
                data_testid="card-edit-kept",
            ),
        ),
        rx.cond(
            can_undo,
            rx.el.button(
                t("ui.undo"),
                type="button",
                aria_label=rx.cond(
                    is_named, t("ui.tool.undo_named", what=tool.detail), t("ui.undo")
                ),
                on_click=[
                    ChatState.undo(turn.id, tool.call_id),
                    HomeState.load,
                    WinsState.load,
                    GoalsState.load,
                ],
                data_testid="undo",
            ),
        ),
        rx.cond(
            (tool.state == "done") & ~_is_running(turn),
            rx.fragment(
                rx.match(
                    tool.name,
                    *[(name, _show(label, browser.open_sheet(of))) for name, of in _SHEETS.items()],
                    *[(name, _show(label, SentState.show(turn.id))) for name in _LOOKUPS],
                    rx.fragment(),
                )
            ),
        ),
        class_name="tool",
        role="status",
    )


def _show(label: rx.Var[str], on_click: Handler) -> rx.Component:
    """Open what was looked at."""
    return rx.el.button(
        t("ui.tool.show"),
        rx.el.span(": ", label, class_name=theme.SCREEN_READER),
        type="button",
        on_click=on_click,
        data_testid="tool-show",
    )


def _is_running(turn: TurnVar) -> rx.Var[bool]:
    return (turn.status == "waiting") | (turn.status == "streaming")


def _is_one_of(name: rx.Var[str], names: tuple[str, ...]) -> rx.Var[bool]:
    return reduce(or_, (name == each for each in names))
