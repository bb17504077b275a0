"""How the simulator is drawn: the talk, and a draft of the prompt beside the one that was sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme
from admin_app.components.description_list import pairs_of
from admin_app.components.empty_state import empty_state
from admin_app.copy import t
from admin_app.pages.simulator_people import people
from admin_app.pages.simulator_sent import sent
from admin_app.pages.simulator_state import SimulatorState
from admin_app.session_state import SessionState
from coaching.values.clean_text import MAX_MESSAGE

if TYPE_CHECKING:
    from admin_app.pages.simulator_rows import Line, Side

LINES = 12


def simulator_view() -> rx.Component:
    """The page; a viewer is told that this is for admins."""
    return rx.fragment(
        rx.el.h1(t("simulator.title"), class_name=theme.TITLE),
        rx.el.p(t("simulator.note"), class_name=theme.NOTE),
        rx.cond(
            ~SimulatorState.has_model,
            rx.el.p(t("simulator.simple"), class_name=theme.SAID, data_testid="simple-mode"),
        ),
        rx.cond(
            SessionState.may_change,
            rx.fragment(
                rx.el.div(people(), _talk(), sent(), class_name=theme.SIMULATOR),
                rx.cond(SimulatorState.has_model, _compare()),
            ),
            empty_state(t("simulator.admins_only")),
        ),
    )


def _talk() -> rx.Component:
    return rx.el.section(
        rx.el.h2(
            rx.cond(
                SimulatorState.name != "",
                t("simulator.talk") + " " + SimulatorState.name,
                t("simulator.talk_empty"),
            ),
            class_name=theme.PANEL_TITLE,
        ),
        rx.el.p(SimulatorState.coming, role="status", class_name=theme.NOTE),
        rx.cond(
            SimulatorState.chosen == "",
            rx.cond(SimulatorState.coming == "", empty_state(t("simulator.choose"))),
            rx.fragment(
                rx.el.div(
                    rx.el.ol(
                        rx.foreach(SimulatorState.lines, _line),
                        rx.cond(
                            SimulatorState.busy != "",
                            rx.el.li(t("simulator.thinking"), class_name=theme.NOTE),
                        ),
                        class_name=theme.TALK,
                    ),
                    class_name=theme.TALK_BOX,
                    role="log",
                    aria_label=t("simulator.talk_empty"),
                    tab_index=0,
                    data_testid="talk",
                ),
                _composer(),
            ),
        ),
        class_name=theme.PANEL + " admin-talk-panel",
        aria_busy=rx.cond(SimulatorState.busy + SimulatorState.coming != "", "true", "false"),
    )


def _line(line: rx.vars.ObjectVar[Line]) -> rx.Component:
    return rx.el.li(
        rx.el.span(line.note, class_name=theme.NOTE),
        rx.el.p(line.text),
        class_name=rx.cond(line.is_toney, "admin-toney", "admin-person"),
        data_testid=rx.cond(line.is_toney, "reply", "message"),
    )


def _composer() -> rx.Component:
    return rx.el.form(
        rx.el.label(
            t("simulator.message"),
            rx.el.textarea(
                name="text",
                key=SimulatorState.proposal + SimulatorState.lines.length().to_string(),
                default_value=SimulatorState.proposal,
                rows=2,
                required=True,
                max_length=MAX_MESSAGE,
                class_name=theme.INPUT + " " + theme.AREA,
                data_testid="field-message",
            ),
            class_name=theme.FIELD,
        ),
        rx.el.div(
            rx.el.button(
                t("simulator.propose"),
                type="button",
                on_click=SimulatorState.propose,
                class_name=theme.SELECT,
                data_testid="propose",
            ),
            rx.el.button(
                t("simulator.send"),
                type="submit",
                disabled=SimulatorState.busy != "",
                class_name=theme.PRIMARY,
                data_testid="send",
            ),
            class_name=theme.DIALOG_BUTTONS,
        ),
        on_submit=SimulatorState.send,
        class_name=theme.COMPOSER,
    )


def _compare() -> rx.Component:
    return rx.el.section(
        rx.el.h2(t("simulator.compare"), class_name=theme.PANEL_TITLE),
        rx.el.p(t("simulator.compare_note"), class_name=theme.NOTE),
        rx.cond(
            SimulatorState.parts.length() == 0,
            empty_state(t("simulator.compare_first")),
            rx.fragment(
                rx.el.label(
                    t("simulator.part"),
                    rx.el.select(
                        rx.el.option(t("simulator.part_choose"), value=""),
                        rx.foreach(
                            SimulatorState.parts, lambda part: rx.el.option(part, value=part)
                        ),
                        value=SimulatorState.part,
                        on_change=SimulatorState.choose_part,
                        class_name=theme.SELECT,
                        data_testid="part",
                    ),
                    class_name=theme.FIELD,
                ),
                rx.cond(SimulatorState.part != "", _draft()),
            ),
        ),
        rx.cond(
            SimulatorState.sides.length() > 0,
            rx.el.div(rx.foreach(SimulatorState.sides, _side), class_name=theme.SIDES),
        ),
        class_name=theme.PANEL,
    )


def _part(name: rx.Var[str]) -> rx.Component:
    return rx.el.option(name, value=name)


def _draft() -> rx.Component:
    return rx.el.form(
        rx.el.label(
            t("simulator.draft"),
            rx.el.textarea(
                name="draft",
                key=SimulatorState.part,
                default_value=SimulatorState.source,
                rows=LINES,
                class_name=theme.INPUT + " " + theme.AREA + " admin-mono",
                data_testid="field-draft",
            ),
            class_name=theme.FIELD,
        ),
        rx.el.div(
            rx.el.button(
                t("simulator.again"),
                type="submit",
                class_name=theme.PRIMARY,
                data_testid="compare",
            ),
            class_name=theme.DIALOG_BUTTONS,
        ),
        on_submit=SimulatorState.compare,
        class_name=theme.COMPOSER,
    )


def _side(side: rx.vars.ObjectVar[Side]) -> rx.Component:
    return rx.el.article(
        rx.el.h3(side.title, class_name=theme.LOOK_WHAT),
        rx.el.p(side.text, class_name=theme.DIFFERENCE),
        pairs_of(side.facts.to(list[list[str]])),
        class_name=theme.SIDE,
        data_testid="side",
    )
