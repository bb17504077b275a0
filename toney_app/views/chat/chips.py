"""The quick replies under the last reply: buttons that send their words or open something."""

from __future__ import annotations

import reflex as rx

from coaching.values.chips import SCALE, Chip
from toney_app import browser
from toney_app.copy import t
from toney_app.props import Prop
from toney_app.views.card_editor.state import CardEditorState
from toney_app.views.chat import present
from toney_app.views.notes.note_state import NoteState
from toney_app.views.practices.library_state import PracticesState
from toney_app.views.practices.player_state import PlayerState

TurnVar = rx.vars.ObjectVar[present.Turn]
ChipVar = rx.vars.ObjectVar[Chip]


def chips(turn: TurnVar) -> rx.Component:
    return rx.el.div(
        rx.foreach(turn.chips, lambda chip: _chip(turn, chip)),
        class_name=rx.cond(turn.chips.length() == len(SCALE), "chips chips-scale", "chips"),
        role="group",
        aria_label=t("ui.chat.chips"),
    )


def _chip(turn: TurnVar, chip: ChipVar) -> rx.Component:
    button = rx.match(
        chip.action,
        (
            "practice",
            "practice_start",
            "practice_resume",
            _button(chip, on_click=PlayerState.start(chip.target), data_action=chip.action),
        ),
        ("practice_leave", _button(chip, on_click=PracticesState.leave)),
        ("practices", _button(chip, on_click=_list())),
        ("help", _button(chip, on_click=browser.open_sheet("help"))),
        ("note", _button(chip, on_click=NoteState.show(chip.target))),
        ("your_data", _button(chip, on_click=browser.open_sheet("data"))),
        ("reminders", _button(chip, on_click=browser.open_sheet("reminders"))),
        ("keep_win", _button(chip, on_click=browser.write_win(chip.target))),
        ("keep_card", _button(chip, on_click=_write_card(turn))),
        _button(chip, special_props=[browser.send_chip(chip.text)]),
    )
    return rx.fragment(button, key=chip.id)


def _button(chip: ChipVar, **does: Prop) -> rx.Component:
    return rx.el.button(chip.text, type="button", class_name="chip", data_testid="chip", **does)


def _list() -> Prop:
    return [PracticesState.load, browser.open_sheet("practices")]


def _write_card(turn: TurnVar) -> Prop:
    return [
        CardEditorState.start_from_reply(turn.message_id),
        browser.open_sheet("card-editor"),
    ]
