from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import empty, section, skeleton
from toney_app.components.row_menu import entry, row_menu
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.views.goals import present
from toney_app.views.goals.direction_state import DirectionsState
from toney_app.views.goals.dream_state import DreamsState
from toney_app.views.goals.parts import (
    if_then,
    line_form,
    question,
    refused,
    steps_bar,
    talk,
)
from toney_app.views.goals.state import GoalsState


def overview_sheet() -> rx.Component:
    """Goals and dreams: what somebody works towards, one tap from home."""
    shown = rx.cond(GoalsState.board.loaded, _board(), skeleton())
    return sheet("goals", t("ui.goals.title"), rx.el.div(shown, on_mount=GoalsState.load))


def home_row() -> rx.Component:
    """The way in from home."""
    return rx.el.button(
        icon("target", tone=theme.MUTED),
        rx.el.span(t("ui.goals.title"), class_name="grow t-body"),
        icon("chevron_right", tone=theme.QUIET),
        type="button",
        class_name=theme.ROW_ITEM,
        on_click=browser.open_sheet("goals"),
        data_testid="goals-open",
    )


def _board() -> rx.Component:
    board = GoalsState.board
    return rx.fragment(
        rx.foreach(board.dreams, _dream),
        _link("cloud", t("ui.dreams.title"), "dreams", "dreams-open"),
        rx.cond(
            (board.goals.length() == 0) & (board.parked.length() == 0),
            empty(string(REST, weight="1.8"), t("ui.goals.none"), t("ui.goals.none_line")),
        ),
        rx.foreach(board.goals, _goal),
        rx.foreach(board.parked, _parked),
        rx.cond(GoalsState.problem == "full", refused()),
        rx.el.button(
            icon("plus"),
            t("ui.goals.new"),
            type="button",
            class_name=f"{theme.SECONDARY} {theme.WIDE} mt-4",
            on_click=[GoalsState.start_new, browser.open_sheet("goal-edit")],
            data_testid="goal-new",
        ),
        talk("planning", "", t("ui.goals.think"), theme.SECONDARY),
        talk("reflection", "", t("ui.goals.look_back"), theme.SUBTLE, name="history"),
        rx.cond(board.completed.length() > 0, _completed()),
        _directions(),
    )


def _dream(dream: rx.vars.ObjectVar[present.Dream]) -> rx.Component:
    return rx.el.button(
        rx.el.span(
            icon("cloud", theme.ICON_SMALL),
            t("ui.goals.dream"),
            class_name=f"{theme.LABEL} {theme.ACCENT} flex items-center gap-2",
        ),
        rx.el.span(dream.title, class_name=f"{theme.HEADING} block mt-1"),
        type="button",
        class_name="dream-tint",
        on_click=[DreamsState.start_edit(dream.id), browser.open_sheet("dream-edit")],
        data_testid="dream-item",
    )


def _link(name: str, label: rx.Var[str], leads_to: str, test_id: str) -> rx.Component:
    return rx.el.button(
        icon(name, theme.ICON_SMALL),
        label,
        icon("chevron_right", theme.ICON_SMALL),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} -ml-3 mt-1",
        on_click=browser.open_sheet(leads_to),
        data_testid=test_id,
    )


def _goal(goal: rx.vars.ObjectVar[present.Goal]) -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.button(
                goal.title,
                type="button",
                class_name=f"{theme.HEADING} grow text-left min-h-11 py-2 -my-2",
                on_click=[GoalsState.choose(goal.id), browser.open_sheet("goal")],
                data_testid="goal-open",
            ),
            row_menu(
                t("ui.goals.menu"),
                entry(
                    "circle_check",
                    t("ui.goals.complete"),
                    GoalsState.set_status(goal.id, "completed"),
                    "goal-complete",
                ),
                entry(
                    "circle_pause",
                    t("ui.goals.park"),
                    GoalsState.set_status(goal.id, "parked"),
                    "goal-park",
                ),
            ),
            class_name="flex items-start gap-3",
        ),
        rx.cond(goal.response, if_then(goal, f"{theme.CARD_TEXT} {theme.MUTED} mt-1.5")),
        rx.cond(
            goal.steps.length() > 0,
            rx.fragment(
                steps_bar(goal),
                rx.cond(
                    goal.next_step,
                    rx.el.p(
                        t("ui.goals.next_step", step=goal.next_step),
                        class_name=f"{theme.SMALL} {theme.QUIET} mt-1.5",
                    ),
                ),
            ),
        ),
        class_name=f"{theme.CARD} mt-2.5",
        data_testid="goal-item",
    )


def _parked(goal: rx.vars.ObjectVar[present.Goal]) -> rx.Component:
    return rx.el.div(
        icon("circle_pause", tone=theme.QUIET),
        rx.el.button(
            t("ui.goals.parked", title=goal.title),
            type="button",
            class_name="grow t-body text-left min-h-11",
            on_click=[GoalsState.choose(goal.id), browser.open_sheet("goal")],
        ),
        rx.el.button(
            t("ui.goals.pick_up"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM}",
            on_click=GoalsState.set_status(goal.id, "active"),
            data_testid="goal-pick-up",
        ),
        class_name="mt-2 flex items-center gap-2.5",
    )


def _completed() -> rx.Component:
    def row(goal: rx.vars.ObjectVar[present.Goal]) -> rx.Component:
        return rx.el.button(
            icon("circle_check", tone=theme.ACCENT),
            rx.el.span(goal.title, class_name="grow t-body"),
            icon("chevron_right", tone=theme.QUIET),
            type="button",
            class_name=theme.ROW_ITEM,
            on_click=[GoalsState.choose(goal.id), browser.open_sheet("goal")],
        )

    return rx.fragment(
        section(t("ui.goals.completed")),
        rx.el.div(rx.foreach(GoalsState.board.completed, row), class_name=theme.LIST),
    )


def _directions() -> rx.Component:
    board = GoalsState.board
    return rx.fragment(
        section(t("ui.directions.title")),
        rx.el.p(t("ui.directions.line"), class_name=f"{theme.SMALL} {theme.QUIET}"),
        rx.foreach(board.directions, _direction),
        line_form(
            "direction",
            t("ui.directions.add"),
            DirectionsState.add_direction,
            DirectionsState.lines,
        ),
        rx.cond(GoalsState.problem == "lines", refused()),
        rx.cond(
            board.archived.length() > 0,
            rx.fragment(
                section(t("ui.directions.archived")),
                rx.foreach(board.archived, _archived),
            ),
        ),
    )


def _direction(row: rx.vars.ObjectVar[present.Direction]) -> rx.Component:
    return rx.fragment(
        _direction_row(row),
        rx.cond(
            DirectionsState.deleting == row.id,
            question(
                t("ui.directions.delete_question"),
                t("ui.dreams.delete_yes"),
                DirectionsState.delete_direction(row.id),
                DirectionsState.ask_to_delete(""),
                "direction-delete-yes",
            ),
        ),
        key=row.id,
    )


def _direction_row(row: rx.vars.ObjectVar[present.Direction]) -> rx.Component:
    return rx.el.div(
        rx.el.textarea(
            default_value=row.text,
            rows="1",
            max_length=280,
            aria_label=t("ui.directions.label"),
            class_name=f"plain-field {theme.CARD_TEXT}",
            on_blur=DirectionsState.change_direction(row.id),
            key=DirectionsState.fields,
            data_testid="direction-item",
        ),
        row_menu(
            t("ui.directions.menu"),
            entry(
                "archive",
                t("ui.directions.archive"),
                DirectionsState.archive_direction(row.id, True),  # noqa: FBT003 - sent by the page
                "direction-archive",
            ),
            entry(
                "trash_2",
                t("ui.delete"),
                DirectionsState.ask_to_delete(row.id),
                "direction-delete",
                tone="text-danger",
            ),
        ),
        class_name="mt-1 flex items-center gap-2",
    )


def _archived(row: rx.vars.ObjectVar[present.Direction]) -> rx.Component:
    return rx.el.div(
        icon("archive", theme.ICON_SMALL, theme.QUIET),
        rx.el.span(row.text, class_name=f"grow {theme.BODY} {theme.MUTED}"),
        rx.el.button(
            t("ui.directions.back"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM}",
            on_click=DirectionsState.archive_direction(row.id, False),  # noqa: FBT003 - sent by the page
        ),
        class_name="flex min-h-11 items-center gap-2.5",
        key=row.id,
    )
