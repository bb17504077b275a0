from __future__ import annotations

import reflex as rx

from coaching.values.enums import Role
from coaching.values.model_choice import Reason
from toney_app import browser, theme
from toney_app.components.layout import section, skeleton
from toney_app.components.sheet import sheet
from toney_app.copy import t
from toney_app.props import Shown
from toney_app.views.own_costs.state import CostsState


def costs_sheet() -> rx.Component:
    """This month's AI calls with their reasons and cost, the limits, and the saving mode."""
    shown = rx.cond(CostsState.costs.loaded, _costs(), skeleton())
    return sheet("costs", t("ui.costs.title"), rx.el.div(shown, on_mount=CostsState.load))


def _costs() -> rx.Component:
    costs = CostsState.costs
    return rx.fragment(
        rx.cond(costs.rows.length() > 0, _month(), _nothing()),
        _saving(),
        section(t("ui.costs.limits")),
        rx.el.div(
            _limit(
                t("ui.costs.today"),
                t("ui.costs.today_line", used=costs.messages, limit=costs.messages_per_day),
                t("ui.costs.resets_at", time=browser.date(costs.day_resets_at, "time")),
                "costs-today",
            ),
            rx.cond(
                costs.limit,
                _limit(
                    t("ui.costs.month"),
                    t("ui.costs.month_line", cost=costs.cost, limit=costs.limit),
                    t("ui.costs.resets_on", day=browser.date(costs.resets_at, "day")),
                    "costs-month",
                ),
            ),
            class_name=theme.LIST,
        ),
        rx.el.p(t("ui.costs.over"), class_name=f"{theme.SMALL} {theme.QUIET} mt-3"),
    )


def _month() -> rx.Component:
    costs = CostsState.costs
    sum_of = rx.cond(costs.is_free, t("ui.costs.free"), costs.cost)
    return rx.fragment(
        rx.el.p(sum_of, class_name=f"{theme.DISPLAY} num mt-2", data_testid="costs-sum"),
        rx.el.p(
            t("ui.costs.line", count=costs.calls),
            class_name=f"{theme.BODY} {theme.MUTED}",
        ),
        rx.cond(
            costs.is_known,
            rx.fragment(),
            rx.el.p(t("ui.costs.guessed"), class_name=f"{theme.SMALL} {theme.QUIET} mt-1"),
        ),
        section(t("ui.costs.why")),
        rx.el.ul(rx.foreach(costs.rows, _row), class_name=theme.LIST, role="list"),
    )


def _nothing() -> rx.Component:
    return rx.el.p(
        t("ui.costs.nothing"),
        class_name=f"{theme.BODY} {theme.MUTED} mt-1",
        data_testid="costs-nothing",
    )


def _row(row: Shown) -> rx.Component:
    who = [(role.value, t(f"ui.costs.role.{role.value}")) for role in Role]
    why = [(reason.value, t(f"ui.costs.reason.{reason.value}")) for reason in Reason]
    return rx.el.li(
        rx.el.div(
            rx.el.span(rx.match(row.role, *who, ""), class_name=f"{theme.BODY} grow"),
            rx.el.span(row.cost, class_name=f"{theme.BODY} num"),
            class_name="flex justify-between gap-3",
        ),
        rx.el.p(rx.match(row.reason, *why, ""), class_name=f"{theme.SMALL} {theme.MUTED}"),
        rx.el.p(
            t("ui.costs.calls", model=row.model, count=row.calls),
            class_name=f"{theme.SMALL} {theme.QUIET} break-words",
        ),
        key=row.key,
        class_name="px-4 py-3",
        data_testid="costs-row",
    )


def _saving() -> rx.Component:
    return rx.el.div(
        rx.el.label(
            rx.el.span(
                rx.el.span(t("ui.costs.saving"), class_name=f"block {theme.BODY}"),
                rx.el.span(t("ui.costs.saving_line"), class_name=f"row-value {theme.SMALL}"),
                class_name="grow",
            ),
            rx.el.input(
                type="checkbox",
                role="switch",
                class_name="switch",
                checked=CostsState.costs.is_saving,
                on_change=CostsState.save_money(~CostsState.costs.is_saving),
                data_testid="costs-saving",
            ),
            class_name=theme.ROW_ITEM,
        ),
        class_name=f"{theme.LIST} mt-5",
    )


def _limit(name: rx.Var[str], line: rx.Var[str], resets: rx.Var[str], test_id: str) -> rx.Component:
    return rx.el.div(
        rx.el.p(name, class_name=theme.BODY),
        rx.el.p(line, class_name=f"{theme.SMALL} {theme.MUTED} num"),
        rx.el.p(resets, class_name=f"{theme.SMALL} {theme.QUIET}"),
        class_name="px-4 py-3",
        data_testid=test_id,
    )
