"""Budgets: a bar and a few words for each category, without red and without a minus."""

from __future__ import annotations

from typing import cast

import reflex as rx

from coaching.domains.transactions.budgets import Left
from toney_app import frame, offline, theme
from toney_app.components.icons import icon
from toney_app.components.layout import empty, problem, skeleton
from toney_app.components.row_menu import entry, row_menu
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.views.money import parts, present
from toney_app.views.money.budgets_state import NEW, BudgetsState
from toney_app.views.money.moving import move_form, own_categories
from toney_app.views.money.moving_state import MovingState

BudgetVar = rx.vars.ObjectVar[present.Budget]


def budgets_sheet() -> rx.Component:
    return sheet(
        "budgets",
        t("ui.budgets.title"),
        rx.el.div(
            rx.el.p(t("ui.budgets.line"), class_name=f"{theme.BODY} {theme.MUTED}"),
            rx.cond(BudgetsState.loaded, _list(), skeleton()),
            rx.cond(BudgetsState.open == NEW, _form(new=True)),
            own_categories(),
            class_name="tall money-tall",
        ),
        rx.el.div(
            frame.toast(),
            rx.cond(
                BudgetsState.open == NEW,
                rx.fragment(),
                rx.el.button(
                    icon("plus"),
                    t("ui.budgets.add"),
                    type="button",
                    class_name=f"{theme.SECONDARY} {theme.WIDE}",
                    on_click=BudgetsState.begin,
                    special_props=[offline.needs_server()],
                    data_testid="budget-add",
                ),
            ),
            class_name="sheet-foot",
        ),
        rx.el.span(hidden=True, on_mount=BudgetsState.load),
        back="money",
    )


def _list() -> rx.Component:
    nothing = empty(string(REST, weight="1.8"), t("ui.budgets.none"), t("ui.budgets.none_line"))
    return rx.cond(
        (BudgetsState.rows.length() == 0) & (BudgetsState.open != NEW),
        nothing,
        rx.fragment(rx.foreach(BudgetsState.rows, _budget)),
    )


def _budget(one: BudgetVar) -> rx.Component:
    words = _words(one)
    is_used_up = (one.left == Left.NONE.value) & ~BudgetsState.left_alone.contains(one.id)
    return rx.el.article(
        rx.el.div(
            parts.category_icon(one.category),
            rx.el.h3(
                parts.category_name(one.category), class_name=f"{theme.BODY} font-medium grow"
            ),
            rx.el.span(t("ui.budgets.of"), class_name=f"{theme.SMALL} {theme.QUIET}"),
            parts.money_amount(
                of=one.id, hundredths=one.amount, currency=one.currency, looks=rx.Var.create("")
            ),
            _menu(one),
            class_name="flex items-center gap-3 min-h-11",
        ),
        rx.el.progress(
            value=one.share,
            max="100",
            class_name=rx.cond(one.left == Left.NONE.value, "bar rest", "bar"),
            aria_label=words,
        ),
        rx.el.p(words, class_name=f"{theme.SMALL} {theme.MUTED} mt-2"),
        rx.cond(is_used_up & (BudgetsState.open != one.id), _used_up(one)),
        rx.cond(BudgetsState.open == one.id, _form(one)),
        rx.cond(MovingState.source == one.id, move_form(one)),
        class_name=f"{theme.CARD} budget-card",
        key=one.id,
        data_testid="budget",
    )


def _words(one: BudgetVar) -> rx.Var[str]:
    days = rx.cond(
        one.days == 0,
        t("ui.budgets.last_day"),
        rx.cond(one.days == 1, t("ui.budgets.one_day"), t("ui.budgets.days", count=one.days)),
    )
    named = [
        (left.value, t(f"ui.budgets.left.{left.value}", days=days))
        for left in Left
        if left is not Left.NONE
    ]
    return cast("rx.Var[str]", rx.match(one.left, *named, t("ui.budgets.left.none")))


def _used_up(one: BudgetVar) -> rx.Component:
    return rx.el.div(
        rx.el.button(
            t("ui.budgets.raise"),
            type="button",
            class_name="chip",
            on_click=BudgetsState.edit(one.id),
            special_props=[offline.needs_server()],
            data_testid="budget-raise",
        ),
        rx.el.button(
            t("ui.budgets.leave"),
            type="button",
            class_name="chip",
            on_click=BudgetsState.leave(one.id),
            data_testid="budget-leave",
        ),
        class_name="chips",
    )


def _menu(one: BudgetVar) -> rx.Component:
    return row_menu(
        t("ui.budgets.more", category=parts.category_name(one.category)),
        entry(
            "pencil",
            t("ui.edit"),
            BudgetsState.edit(one.id),
            "budget-edit",
            special_props=[offline.needs_server()],
        ),
        rx.cond(
            BudgetsState.rows.length() > 1,
            entry(
                "arrow_right",
                t("ui.budgets.move"),
                MovingState.start_move(one.id),
                "budget-move",
                special_props=[offline.needs_server()],
            ),
        ),
        entry(
            "trash_2",
            t("ui.delete"),
            BudgetsState.delete(one.id),
            "budget-delete",
            tone="text-danger",
            special_props=[offline.needs_server()],
        ),
        place="menu-end",
        test_id="budget-menu",
    )


def _form(one: BudgetVar | None = None, *, new: bool = False) -> rx.Component:
    field = "budget-new" if new else "budget-amount"
    categories = (
        (
            rx.el.p(t("ui.budgets.for"), class_name=f"{theme.STRONG} mt-4"),
            parts.category_chips(rx.Var.create(""), BudgetsState.own),
            parts.own_category(),
        )
        if new
        else ()
    )
    return rx.el.form(
        *categories,
        rx.el.label(
            t("ui.budgets.a_month"),
            html_for=field,
            class_name=f"block {theme.STRONG} mt-4 mb-2",
        ),
        rx.el.input(
            name="amount",
            default_value="" if one is None else one.field,
            class_name=f"{theme.INPUT} num",
            custom_attrs={"id": field, "autoComplete": "off", "inputMode": "decimal"},
            data_testid="budget-amount",
        ),
        rx.match(
            BudgetsState.problem,
            ("amount", problem(t("ui.money.no_amount"))),
            ("category", problem(t("ui.budgets.no_category"))),
            ("full", problem(t("ui.budgets.full"))),
            rx.fragment(),
        ),
        rx.el.div(
            rx.el.button(
                t("ui.save"), type="submit", class_name=theme.PRIMARY, data_testid="budget-save"
            ),
            parts.text_button(t("ui.cancel"), BudgetsState.stop, "budget-cancel"),
            class_name=f"{theme.PAIR} mt-3",
        ),
        on_submit=BudgetsState.save,
        special_props=[offline.needs_server_to_submit()],
        class_name="mt-2 pb-2",
    )
