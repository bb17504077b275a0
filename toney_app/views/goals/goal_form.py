from __future__ import annotations

import reflex as rx

from coaching.domains.goals.fields import NOTES_MAX
from toney_app import outbox, theme
from toney_app.components.icons import icon
from toney_app.components.layout import problem
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.goals import present
from toney_app.views.goals.parts import field, lines, one_line, save_foot
from toney_app.views.goals.state import GoalsState


def goal_form_sheet() -> rx.Component:
    """A new goal, or one to change."""
    draft = GoalsState.draft
    return sheet(
        "goal-edit",
        rx.cond(draft.id, t("ui.goal.edit"), t("ui.goal.new")),
        rx.el.form(
            field(
                "goal-title",
                t("ui.goal.what"),
                one_line("goal-title", draft.title, t("ui.goal.what_hint")),
                is_optional=False,
            ),
            field(
                "goal-why", t("ui.goal.why"), lines("goal-why", draft.why, t("ui.goal.why_hint"))
            ),
            field(
                "goal-cue",
                t("ui.goal.cue"),
                one_line("goal-cue", draft.cue, t("ui.goal.cue_hint"), most=300),
            ),
            field(
                "goal-response",
                t("ui.goal.response"),
                one_line("goal-response", draft.response, t("ui.goal.response_hint"), most=300),
            ),
            field(
                "goal-backup",
                t("ui.goal.backup"),
                one_line("goal-backup", draft.backup, t("ui.goal.backup_hint"), most=300),
            ),
            _parent(),
            notes_field(),
            save_foot(
                t("ui.goal.save"),
                "goal-save",
                rx.cond(GoalsState.problem == "words", problem(t("ui.goal.needs_words"))),
                rx.cond(GoalsState.problem == "plan", problem(t("ui.goal.needs_both"))),
                rx.cond(GoalsState.problem == "full", problem(t("ui.goals.full"))),
            ),
            on_submit=GoalsState.save,
            special_props=[outbox.kept_form("goal-", GoalsState.draft.id)],
            key=GoalsState.number,
            data_begins_anew="true",
        ),
    )


def notes_field() -> rx.Component:
    """The notes, which may be a plan of two pages by the coach."""
    hint = t("ui.goal.notes_hint")
    area = lines("goal-notes", GoalsState.draft.notes, hint, rows="4", most=NOTES_MAX)
    return field("goal-notes", t("ui.goal.notes"), area)


def _parent() -> rx.Component:
    def choice(parent: rx.vars.ObjectVar[present.Parent]) -> rx.Component:
        return rx.el.option(parent.title, value=parent.value)

    return field(
        "goal-parent",
        t("ui.goal.parent"),
        rx.el.div(
            rx.el.select(
                rx.el.option(t("ui.goal.no_parent"), value=""),
                rx.cond(
                    GoalsState.has_hidden_parent,
                    rx.el.option(GoalsState.draft.parent_title, value=GoalsState.draft.parent),
                ),
                rx.foreach(GoalsState.board.parents, choice),
                name="parent",
                default_value=GoalsState.draft.parent,
                class_name=theme.INPUT,
                custom_attrs={"id": "goal-parent-field"},
                data_testid="field-goal-parent",
            ),
            icon("chevron_down", theme.ICON_SMALL),
            class_name="picker",
        ),
    )
