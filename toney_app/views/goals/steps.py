"""The small steps of the open goal: ticked, changed and deleted, with undo where they are."""

from __future__ import annotations

import reflex as rx

from toney_app import theme
from toney_app.components.icons import icon
from toney_app.components.layout import section
from toney_app.components.row_menu import entry, row_menu
from toney_app.copy import t
from toney_app.notice_state import NoticeState
from toney_app.views.goals import present
from toney_app.views.goals.parts import line_form, words_form
from toney_app.views.goals.state import GoalsState
from toney_app.views.goals.steps_state import UNDO, StepsState
from toney_app.views.undo_state import UndoState

StepVar = rx.vars.ObjectVar[present.Step]


def steps() -> rx.Component:
    """The small steps, and a line to add one."""
    goal = GoalsState.goal
    count = rx.el.span(
        t("ui.goal.of", done=goal.done, total=goal.steps.length()),
        class_name=f"{theme.LABEL} {theme.QUIET} num",
    )
    return rx.fragment(
        section(t("ui.goal.steps"), rx.cond(goal.steps.length() > 0, count, rx.fragment())),
        rx.foreach(goal.steps, _step),
        _undo(),
        line_form("step", t("ui.goal.add_step"), StepsState.add_step, StepsState.lines),
    )


def _step(step: StepVar) -> rx.Component:
    return rx.el.div(
        rx.cond(StepsState.editing == step.id, _form(step), _row(step)),
        key=step.id,
    )


def _row(step: StepVar) -> rx.Component:
    return rx.el.div(
        rx.el.button(
            rx.cond(
                step.is_done,
                rx.el.span(icon("check", theme.ICON_SMALL), class_name="step-done"),
                rx.el.span(class_name="step-open"),
            ),
            rx.el.span(
                step.text,
                class_name=rx.cond(step.is_done, f"t-body {theme.MUTED}", "t-body"),
            ),
            type="button",
            role="checkbox",
            aria_checked=rx.cond(step.is_done, "true", "false"),
            class_name="flex min-h-11 flex-1 items-center gap-4 text-left",
            on_click=StepsState.tick(step.id, ~step.is_done),
            data_testid="step-item",
        ),
        row_menu(
            t("ui.goal.step_menu"),
            entry("pencil", t("ui.edit"), StepsState.edit(step.id), "step-edit"),
            entry(
                "trash_2",
                t("ui.delete"),
                StepsState.drop_step(step.id),
                "step-delete",
                tone="text-danger",
            ),
        ),
        class_name="flex items-center gap-2",
    )


def _form(step: StepVar) -> rx.Component:
    return words_form(
        "step", step.text, t("ui.goal.step_words"), StepsState.change, StepsState.edit("")
    )


def _undo() -> rx.Component:
    """The notice of the page is behind the sheet: its Undo is here too."""
    said = rx.cond(
        NoticeState.key == "ui.toast.step_deleted",
        t("ui.toast.step_deleted"),
        t("ui.toast.step_changed"),
    )
    return rx.cond(
        NoticeState.undo_kind == UNDO,
        rx.el.div(
            rx.el.span(said, class_name="flex-1"),
            rx.el.button(
                t("ui.undo"),
                type="button",
                class_name=f"{theme.SUBTLE} {theme.SLIM}",
                on_click=UndoState.take_back(NoticeState.undo_kind, NoticeState.undo_id),
                data_testid="step-undo",
            ),
            class_name="banner mt-2 items-center",
            role="status",
        ),
    )
