from __future__ import annotations

from typing import Any

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import section, skeleton
from toney_app.components.row_menu import entry, row_menu
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.props import Attributes
from toney_app.session_state import SessionState
from toney_app.views.goals import present
from toney_app.views.goals.milestones_state import MilestonesState
from toney_app.views.goals.parts import (
    if_then,
    line_form,
    question,
    refused,
    talk,
    talk_foot,
    words_form,
)
from toney_app.views.goals.plans import more_plans, plan_b
from toney_app.views.goals.state import GoalsState
from toney_app.views.goals.steps import steps
from toney_app.views.goals.talk_state import TalkState
from toney_app.views.reminders.follow_up import follow_up


def goal_sheet() -> rx.Component:
    """A goal: why, its plan, its small steps, its milestones and the notes."""
    return sheet(
        "goal",
        t("ui.goal.title"),
        rx.el.div(rx.cond(GoalsState.goal.id, _goal(), skeleton()), on_mount=GoalsState.arrive),
        back="goals",
    )


def _goal() -> rx.Component:
    goal = GoalsState.goal
    return rx.fragment(
        rx.el.div(
            rx.el.h3(goal.title, class_name=f"{theme.TITLE} grow"),
            _menu(),
            class_name="flex items-start gap-3 mt-2",
        ),
        # Under its menu: at the end of a long sheet nobody would see it.
        rx.cond(
            GoalsState.confirming,
            question(
                t("ui.goal.delete_question"),
                t("ui.goal.delete_yes"),
                GoalsState.delete,
                GoalsState.choose(goal.id),
                "goal-delete-yes",
            ),
        ),
        rx.cond(
            goal.parent_title,
            rx.el.p(
                t("ui.goal.part_of", title=goal.parent_title),
                class_name=f"{theme.SMALL} {theme.QUIET} mt-1",
            ),
        ),
        rx.cond(goal.why, _why()),
        rx.cond(goal.response, rx.fragment(_plan(), more_plans(), follow_up("goal", goal.id))),
        steps(),
        _milestones(),
        refused(),
        rx.cond(goal.notes, _notes()),
        # Rules look nothing up.
        rx.cond(
            (SessionState.absence == "") | (SessionState.absence == "local"),
            talk("research", goal.id, t("ui.goal.look_up"), theme.SUBTLE, name="search"),
        ),
        talk("reflection", goal.id, t("ui.goals.look_back"), theme.SUBTLE, name="history"),
        rx.cond(
            GoalsState.confirming,
            rx.fragment(),
            talk_foot(t("ui.goal.talk"), TalkState.talk("planning", goal.id)),
        ),
    )


def _menu() -> rx.Component:
    goal = GoalsState.goal
    return row_menu(
        t("ui.goals.menu"),
        entry("pencil", t("ui.edit"), _EDIT, "goal-edit-open"),
        rx.cond(
            goal.status == "active",
            rx.fragment(
                entry(
                    "circle_check",
                    t("ui.goals.complete"),
                    GoalsState.set_status(goal.id, "completed"),
                    "goal-done",
                ),
                entry(
                    "circle_pause",
                    t("ui.goals.park"),
                    GoalsState.set_status(goal.id, "parked"),
                    "goal-parked",
                ),
            ),
            entry(
                "undo_2",
                t("ui.goals.pick_up"),
                GoalsState.set_status(goal.id, "active"),
                "goal-again",
            ),
        ),
        entry(
            "trash_2", t("ui.delete"), GoalsState.ask_to_delete, "goal-delete", tone="text-danger"
        ),
    )


_EDIT = [GoalsState.start_edit, browser.open_sheet("goal-edit")]


def _why() -> rx.Component:
    return rx.el.div(
        rx.el.p(t("ui.goal.why"), class_name=f"{theme.CAPTION} {theme.QUIET}"),
        rx.el.p(t("ui.quoted", words=GoalsState.goal.why), class_name=theme.OWN_WORDS),
        class_name="quote-bar mt-3",
    )


def _plan() -> rx.Component:
    goal = GoalsState.goal
    return rx.el.section(
        rx.el.div(
            rx.el.p(t("ui.goal.plan"), class_name=f"{theme.LABEL} {theme.ACCENT}"),
            rx.el.button(
                icon("pencil"),
                type="button",
                class_name=f"{theme.ICON_BUTTON} -my-3 -mr-3 {theme.ACCENT}",
                aria_label=t("ui.edit"),
                on_click=_EDIT,
            ),
            class_name="flex items-center justify-between",
        ),
        if_then(goal, f"{theme.CARD_TEXT} mt-1"),
        plan_b(goal),
        class_name="dream-tint mt-4",
    )


def _milestones() -> rx.Component:
    points = GoalsState.goal.milestones
    day = rx.el.input(
        type="date",
        name="due",
        aria_label=t("ui.goal.due"),
        class_name=f"{theme.INPUT} flex-1 min-w-[7rem]",
    )
    return rx.fragment(
        section(t("ui.goal.milestones")),
        rx.cond(points.length() > 0, _string(points)),
        rx.foreach(points, _milestone),
        line_form(
            "milestone", t("ui.goal.add_milestone"), MilestonesState.add, MilestonesState.lines, day
        ),
    )


def _string(points: rx.Var[Any]) -> rx.Component:
    """Milestones as coins on one slack string: full where one was reached."""
    drawn: Attributes = {"stroke": "currentColor", "strokeWidth": "2", "strokeLinecap": "round"}

    def coin(point: rx.vars.ObjectVar[present.Milestone]) -> rx.Component:
        look = rx.cond(point.is_reached, "coin-full", "coin-open")
        return rx.el.circle(cx=point.x, cy=point.y, r="8", class_name=look)

    return rx.el.svg(
        rx.el.path(d="M6 10C90 56 250 56 334 10", custom_attrs=drawn),
        rx.foreach(points, coin),
        view_box="0 0 340 58",
        class_name="w-full text-accent",
        custom_attrs={"aria-hidden": "true", "fill": "none"},
    )


MilestoneVar = rx.vars.ObjectVar[present.Milestone]


def _milestone(point: MilestoneVar) -> rx.Component:
    form = words_form(
        "milestone",
        point.title,
        t("ui.goal.milestone_words"),
        MilestonesState.change,
        MilestonesState.leave,
    )
    return rx.el.div(
        rx.cond(MilestonesState.editing == point.key, form, _milestone_row(point)), key=point.key
    )


def _milestone_row(point: MilestoneVar) -> rx.Component:
    day = browser.date(point.day, "day")
    return rx.el.div(
        rx.el.button(
            rx.cond(
                point.is_reached,
                rx.el.span(icon("check", theme.ICON_SMALL), class_name="step-done"),
                rx.el.span(class_name="step-open"),
            ),
            rx.el.span(
                rx.el.span(point.title, class_name="block t-body"),
                rx.cond(
                    point.day,
                    rx.el.span(
                        rx.cond(
                            point.is_reached,
                            t("ui.goal.reached_on", day=day),
                            t("ui.goal.due_on", day=day),
                        ),
                        class_name=f"{theme.SMALL} {theme.QUIET}",
                    ),
                ),
            ),
            type="button",
            role="checkbox",
            aria_checked=rx.cond(point.is_reached, "true", "false"),
            class_name="flex min-h-11 flex-1 items-center gap-4 py-1 text-left",
            on_click=MilestonesState.reach(point.place),
            data_testid="milestone-item",
        ),
        row_menu(
            t("ui.goal.milestone_menu"),
            entry("pencil", t("ui.edit"), MilestonesState.edit(point.place), "milestone-edit"),
            entry(
                "trash_2",
                t("ui.delete"),
                MilestonesState.drop(point.place),
                "milestone-delete",
                tone="text-danger",
            ),
        ),
        class_name="flex items-center gap-2",
    )


def _notes() -> rx.Component:
    goal = GoalsState.goal
    day = browser.date(goal.notes_on, "day")
    return rx.fragment(
        section(
            t("ui.goal.notes"),
            rx.el.button(t("ui.edit"), type="button", class_name="more", on_click=_EDIT),
        ),
        rx.el.div(
            rx.el.p(goal.notes, class_name=f"{theme.CARD_TEXT} whitespace-pre-line"),
            rx.el.p(
                rx.cond(
                    goal.notes_by == "coach",
                    t("ui.goal.notes_by_coach", day=day),
                    t("ui.goal.notes_by_you", day=day),
                ),
                class_name=f"{theme.SMALL} {theme.QUIET} mt-3",
            ),
            class_name=theme.CARD,
        ),
    )
