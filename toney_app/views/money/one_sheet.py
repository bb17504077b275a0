"""One transaction: what is missing in a line, or a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from coaching.values.transactions import WHAT_MAX, Flow
from toney_app import browser, offline, theme
from toney_app.components.layout import problem
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.views.money import parts
from toney_app.views.money.budgets_state import BudgetsState
from toney_app.views.money.state import ONE, MoneyState

if TYPE_CHECKING:
    from reflex_base.vars.base import Var

    from toney_app.props import Prop


def money_one_sheet() -> rx.Component:
    draft = MoneyState.draft
    return sheet(
        ONE,
        rx.cond(draft.id, t("ui.money.edit_title"), t("ui.money.one_title")),
        rx.cond(
            draft.said,
            rx.el.div(
                rx.el.p(t("ui.money.you_wrote"), class_name=f"{theme.SMALL} {theme.MUTED}"),
                rx.el.p(t("ui.quoted", words=draft.said), class_name=theme.OWN_WORDS),
                class_name="said mt-0.5",
            ),
        ),
        _form(),
        back="money",
    )


def _form() -> rx.Component:
    draft = MoneyState.draft
    return rx.el.form(
        rx.el.div(
            _slot("amount", t("ui.money.amount"), draft.needs == "amount", inputMode="decimal"),
            _slot("what", t("ui.money.what"), rx.Var.create(value=False), maxLength=WHAT_MAX),
            _slot("day", t("ui.money.day"), rx.Var.create(value=False), type="date"),
            class_name=f"{theme.LIST} mt-3.5",
        ),
        rx.match(
            MoneyState.problem,
            ("amount", problem(t("ui.money.no_amount"))),
            ("spentOn", problem(t("ui.money.no_day"))),
            ("category", problem(t("ui.money.long_category"))),
            rx.fragment(),
        ),
        rx.cond(
            draft.needs == "amount",
            rx.el.p(t("ui.money.how_much"), class_name=f"{theme.HEADING} mt-5"),
        ),
        rx.cond(draft.needs == "category", _flow(parts.saves_at_once()), _flow()),
        rx.el.div(
            rx.el.p(
                rx.cond(draft.needs == "amount", t("ui.money.category"), t("ui.money.what_for")),
                class_name=rx.cond(
                    draft.needs == "category", f"{theme.HEADING} mt-5", f"{theme.STRONG} mt-5"
                ),
            ),
            parts.category_chips(
                draft.category, BudgetsState.own, at_once=draft.needs == "category"
            ),
            parts.own_category(),
            class_name="money-for",
        ),
        rx.cond(draft.needs == "category", _without(), _save()),
        on_submit=MoneyState.keep,
        special_props=[offline.needs_server_to_submit()],
        key=MoneyState.number,
        class_name="pb-6",
    )


def _slot(
    name: str, label: rx.Var[str], is_asked: rx.Var[bool], **attributes: str | int
) -> rx.Component:
    value = {
        "amount": MoneyState.draft.amount,
        "what": MoneyState.draft.what,
        "day": MoneyState.draft.day,
    }[name]
    return rx.el.label(
        rx.el.span(label, class_name="k"),
        rx.el.input(
            name=name,
            default_value=value,
            class_name="v num" if name != "what" else "v",
            custom_attrs={"autoComplete": "off", **attributes},
            data_testid=f"money-{name}",
        ),
        class_name=rx.cond(is_asked, "slot asked", "slot"),
    )


def _flow(*of_money_in: Var[Prop]) -> rx.Component:
    """Out or in, with props of the choice of “in”: where only a category is asked, it saves."""

    def chip(flow: Flow, label: rx.Var[str], *props: Var[Prop]) -> rx.Component:
        return rx.el.label(
            rx.el.input(
                type="radio",
                name="flow",
                value=flow.value,
                default_checked=MoneyState.draft.flow == flow.value,
                special_props=[*props],
            ),
            rx.el.span(label),
            class_name="chip choice",
            data_testid=f"money-flow-{flow.value}",
        )

    return rx.el.div(
        chip(Flow.OUT, t("ui.money.out")),
        chip(Flow.IN, t("ui.money.in"), *of_money_in),
        class_name="chips",
        role="radiogroup",
        aria_label=t("ui.money.flow"),
    )


def _without() -> rx.Component:
    return rx.fragment(
        rx.el.div(
            rx.el.button(
                t("ui.money.no_category"),
                type="submit",
                class_name=theme.SECONDARY,
                data_testid="money-no-category",
            ),
            parts.text_button(
                t("ui.money.dont_save"), browser.back_to_sheet("money"), "money-dont-save"
            ),
            class_name=f"{theme.PAIR} mt-5",
        ),
        rx.el.p(
            t("ui.money.tap_line"), class_name=f"{theme.SMALL} {theme.QUIET} mt-3 text-balance"
        ),
    )


def _save() -> rx.Component:
    return rx.el.div(
        rx.el.button(
            t("ui.save"),
            type="submit",
            class_name=f"{theme.PRIMARY} {theme.WIDE}",
            data_testid="money-save",
        ),
        class_name="mt-5",
    )
