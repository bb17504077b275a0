from __future__ import annotations

import reflex as rx

from coaching.values.dreams import Priority
from toney_app import browser, outbox, theme
from toney_app.components.icons import icon
from toney_app.components.layout import problem
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.props import Handler
from toney_app.views.goals.dream_state import DreamsState
from toney_app.views.goals.parts import (
    CATEGORY_ICONS,
    field,
    lines,
    one_line,
    question,
    save_foot,
    talk_foot,
)
from toney_app.views.goals.state import GoalsState
from toney_app.views.goals.talk_state import TalkState


def dream_form_sheet() -> rx.Component:
    """A new dream, or one to change, set aside, take up again or delete."""
    draft = DreamsState.draft
    return sheet(
        "dream-edit",
        rx.cond(draft.id, t("ui.dreams.edit"), t("ui.dreams.new_title")),
        rx.el.form(
            field(
                "dream-title",
                t("ui.dreams.what"),
                one_line("dream-title", draft.title, t("ui.dreams.what_hint")),
                is_optional=False,
            ),
            field(
                "dream-description",
                t("ui.dreams.change"),
                lines("dream-description", draft.description, t("ui.dreams.change_hint")),
            ),
            _categories(),
            _when(),
            _priority(),
            save_foot(
                t("ui.dreams.save"),
                "dream-save",
                rx.cond(DreamsState.problem == "words", problem(t("ui.dreams.needs_words"))),
                rx.cond(
                    DreamsState.problem == "full",
                    problem(t("ui.dreams.full", count=GoalsState.board.limit)),
                ),
            ),
            on_submit=DreamsState.save,
            special_props=[outbox.kept_form("dream-", DreamsState.draft.id)],
            key=DreamsState.number,
            data_begins_anew="true",
        ),
        rx.cond(draft.id, rx.cond(DreamsState.confirming, _confirm(), _saved())),
        back="dreams",
    )


def _categories() -> rx.Component:
    chips = [
        rx.el.button(
            icon(name, theme.ICON_SMALL),
            t(f"ui.dreams.category.{kind.value}"),
            type="button",
            class_name="chip chip-choice",
            aria_pressed=rx.cond(DreamsState.category == kind.value, "true", "false"),
            on_click=DreamsState.choose_category(kind.value),
            data_testid=f"category-{kind.value}",
        )
        for kind, name in CATEGORY_ICONS.items()
    ]
    return rx.el.fieldset(
        rx.el.legend(t("ui.dreams.kind"), class_name="field-label"),
        rx.el.div(*chips, class_name="flex flex-wrap gap-2"),
        class_name="mt-4",
    )


def _when() -> rx.Component:
    return rx.fragment(
        field(
            "dream-target",
            t("ui.dreams.when"),
            rx.el.input(
                type="date",
                name="target",
                default_value=DreamsState.draft.target_on,
                class_name=theme.INPUT,
                custom_attrs={"id": "dream-target-field"},
                data_testid="field-dream-target",
            ),
        ),
        rx.el.p(t("ui.dreams.when_hint"), class_name="hint"),
    )


def _priority() -> rx.Component:
    ranks = [
        rx.el.option(t(f"ui.dreams.priority.{one.value}"), value=one.value) for one in Priority
    ]
    return field(
        "dream-priority",
        t("ui.dreams.priority"),
        rx.el.div(
            rx.el.select(
                *ranks,
                name="priority",
                default_value=DreamsState.draft.priority,
                class_name=theme.INPUT,
                custom_attrs={"id": "dream-priority-field"},
            ),
            icon("chevron_down", theme.ICON_SMALL),
            class_name="picker",
        ),
        is_optional=False,
    )


def _saved() -> rx.Component:
    """The actions on a saved dream, and the button that starts a chat about it."""
    talk_about = TalkState.talk_about_dream(DreamsState.draft.id)
    return rx.fragment(
        _actions(),
        rx.cond(
            DreamsState.draft.status == "active",
            talk_foot(t("ui.dreams.talk"), talk_about, theme.SECONDARY, is_fixed=False),
        ),
    )


def _actions() -> rx.Component:
    is_active = DreamsState.draft.status == "active"
    return rx.el.div(
        rx.cond(
            is_active,
            rx.fragment(
                _action("archive", t("ui.dreams.put_aside"), "set_aside"),
                _action("circle_check", t("ui.dreams.came_true"), "reached"),
            ),
            _action("undo_2", t("ui.dreams.take_up"), "active"),
        ),
        _row("trash_2", t("ui.delete"), DreamsState.ask_to_delete, "dream-delete", "text-danger"),
        class_name=f"{theme.LIST} mt-5",
    )


def _action(name: str, label: rx.Var[str], status: str) -> rx.Component:
    return _row(name, label, DreamsState.set_status(status), f"dream-{status}")


def _row(
    name: str, label: rx.Var[str], on_click: Handler, test_id: str, tone: str = ""
) -> rx.Component:
    return rx.el.button(
        icon(name, tone=tone or theme.MUTED),
        rx.el.span(label, class_name="grow t-body"),
        type="button",
        class_name=f"{theme.ROW_ITEM} {tone}".strip(),
        on_click=on_click,
        data_testid=test_id,
    )


def _confirm() -> rx.Component:
    return rx.el.div(
        question(
            t("ui.dreams.delete_question"),
            t("ui.dreams.delete_yes"),
            DreamsState.delete,
            [DreamsState.start_edit(DreamsState.draft.id), browser.open_sheet("dream-edit")],
            "dream-delete-yes",
        ),
        class_name="pb-6",
    )
