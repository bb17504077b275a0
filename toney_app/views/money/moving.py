"""Money from one budget to another, and categories of their own that get another name."""

from __future__ import annotations

import reflex as rx

from coaching.values.transactions import CATEGORY_MAX
from toney_app import offline, theme
from toney_app.components.icons import icon
from toney_app.components.layout import problem
from toney_app.copy import t
from toney_app.views.money import parts, present
from toney_app.views.money.budgets_state import BudgetsState
from toney_app.views.money.moving_state import MovingState


def move_form(one: rx.vars.ObjectVar[present.Budget]) -> rx.Component:
    """How much of a budget goes to which other one in the same currency."""
    return rx.el.form(
        rx.el.label(
            t("ui.budgets.move_amount"),
            html_for="move-amount",
            class_name=f"block {theme.STRONG} mt-4 mb-2",
        ),
        rx.el.input(
            name="amount",
            class_name=f"{theme.INPUT} num",
            custom_attrs={"id": "move-amount", "autoComplete": "off", "inputMode": "decimal"},
            data_testid="move-amount",
        ),
        rx.el.p(t("ui.budgets.move_to"), class_name=f"{theme.STRONG} mt-4"),
        rx.el.div(
            rx.foreach(BudgetsState.rows, lambda other: _target(one, other)),
            class_name="chips",
            role="radiogroup",
            aria_label=t("ui.budgets.move_to"),
        ),
        rx.match(
            MovingState.problem,
            ("amount", problem(t("ui.budgets.too_much"))),
            ("to", problem(t("ui.budgets.no_target"))),
            rx.fragment(),
        ),
        _buttons(t("ui.budgets.move"), "move-save"),
        on_submit=MovingState.move,
        special_props=[offline.needs_server_to_submit()],
        class_name="mt-2 pb-2",
    )


def own_categories() -> rx.Component:
    """The categories of their own, each with a way to rename it."""
    return rx.cond(
        BudgetsState.own.length() > 0,
        rx.el.section(
            rx.el.h3(t("ui.budgets.own_title"), class_name=f"{theme.STRONG} mt-6 mb-2"),
            rx.foreach(BudgetsState.own, _category),
        ),
    )


def _target(
    one: rx.vars.ObjectVar[present.Budget], other: rx.vars.ObjectVar[present.Budget]
) -> rx.Component:
    return rx.cond(
        (other.id != one.id) & (other.currency == one.currency),
        rx.el.label(
            rx.el.input(type="radio", name="to", value=other.id, required=True),
            parts.category_icon(other.category, "i-s"),
            rx.el.span(parts.category_name(other.category)),
            class_name="chip choice money-chip",
            data_testid="move-to",
        ),
    )


def _category(name: rx.vars.StringVar) -> rx.Component:
    row = rx.el.div(
        icon("tag"),
        rx.el.span(name, class_name=f"{theme.BODY} grow"),
        rx.el.button(
            icon("pencil", theme.ICON_SMALL),
            t("ui.budgets.rename"),
            type="button",
            class_name=f"{theme.SUBTLE} {theme.SLIM} {theme.ACCENT}",
            aria_label=t("ui.budgets.rename_one", category=name),
            on_click=MovingState.start_rename(name),
            special_props=[offline.needs_server()],
            data_testid="category-rename",
        ),
        class_name="flex items-center gap-3 min-h-11",
    )
    return rx.el.div(rx.cond(MovingState.category == name, _rename_form(name), row), key=name)


def _rename_form(name: rx.vars.StringVar) -> rx.Component:
    return rx.el.form(
        rx.el.label(
            t("ui.budgets.new_name"),
            html_for="category-name",
            class_name=f"block {theme.STRONG} mt-4 mb-2",
        ),
        rx.el.input(
            name="name",
            default_value=name,
            max_length=CATEGORY_MAX,
            class_name=theme.INPUT,
            custom_attrs={"id": "category-name", "autoComplete": "off"},
            data_testid="category-name",
        ),
        rx.el.p(t("ui.budgets.rename_line"), class_name=f"{theme.SMALL} {theme.MUTED} mt-2"),
        rx.cond(MovingState.problem == "name", problem(t("ui.budgets.bad_name"))),
        _buttons(t("ui.save"), "category-save"),
        on_submit=MovingState.rename,
        special_props=[offline.needs_server_to_submit()],
        class_name="pb-2",
    )


def _buttons(label: rx.Var[str], test_id: str) -> rx.Component:
    return rx.el.div(
        rx.el.button(label, type="submit", class_name=theme.PRIMARY, data_testid=test_id),
        parts.text_button(t("ui.cancel"), MovingState.stop, "moving-cancel"),
        class_name=f"{theme.PAIR} mt-3",
    )
