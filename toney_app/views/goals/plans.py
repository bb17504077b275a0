"""The plans of the open goal after its first one, and a form for another."""

from __future__ import annotations

import reflex as rx

from coaching.domains.goals.fields import MOST_PLANS
from toney_app import theme
from toney_app.components.icons import icon
from toney_app.components.layout import problem
from toney_app.components.row_menu import entry, row_menu
from toney_app.copy import t
from toney_app.props import Shown
from toney_app.views.goals.parts import field, if_then, one_line
from toney_app.views.goals.plans_state import PlansState
from toney_app.views.goals.state import GoalsState


def plan_b(plan: Shown) -> rx.Component:
    """What to do if the plan fails."""
    return rx.fragment(
        rx.cond(
            plan.backup,
            rx.el.p(
                t("ui.goal.plan_b", words=plan.backup),
                class_name=f"{theme.SMALL} {theme.MUTED} mt-2",
            ),
        )
    )


def more_plans() -> rx.Component:
    plans = GoalsState.goal.more_plans
    following = plans.length() + 1
    return rx.fragment(
        rx.foreach(plans, _plan),
        rx.cond(
            _is_open(following),
            _form(),
            rx.cond(
                following < MOST_PLANS,
                rx.el.button(
                    icon("plus", theme.ICON_SMALL),
                    t("ui.goal.add_plan"),
                    type="button",
                    class_name=f"{theme.SUBTLE} {theme.SLIM} -ml-3 mt-1",
                    on_click=PlansState.edit(following),
                    data_testid="plan-new",
                ),
            ),
        ),
    )


def _is_open(place: Shown) -> Shown:
    return (PlansState.goal == GoalsState.goal.id) & (PlansState.place == place)


def _plan(plan: Shown) -> rx.Component:
    return rx.el.div(
        rx.cond(_is_open(plan.place), _form(plan), _row(plan)),
        key=plan.place.to_string(),
    )


def _row(plan: Shown) -> rx.Component:
    return rx.el.div(
        rx.el.div(if_then(plan, theme.CARD_TEXT), plan_b(plan), class_name="grow min-w-0"),
        row_menu(
            t("ui.goal.plan_menu"),
            entry("pencil", t("ui.edit"), PlansState.edit(plan.place), "plan-edit"),
            entry(
                "trash_2",
                t("ui.delete"),
                PlansState.drop(plan.place),
                "plan-delete",
                tone="text-danger",
            ),
        ),
        class_name="dream-tint mt-2.5 flex items-start justify-between gap-2",
        data_testid="plan-item",
    )


def _form(plan: Shown | None = None) -> rx.Component:
    def part(name: str) -> rx.Component:
        value = getattr(plan, name) if plan is not None else ""
        hint = t(f"ui.goal.{name}_hint")
        of = f"plan-{name}"
        line = one_line(of, value, hint, most=300)
        return field(of, t(f"ui.goal.{name}"), line, is_optional=name == "backup")

    return rx.el.form(
        *(part(name) for name in ("cue", "response", "backup")),
        rx.cond(GoalsState.problem == "plan", problem(t("ui.goal.needs_both"))),
        rx.el.div(
            rx.el.button(
                t("ui.save"), type="submit", class_name=theme.PRIMARY, data_testid="plan-save"
            ),
            rx.el.button(
                t("ui.cancel"),
                type="button",
                class_name=theme.SECONDARY,
                on_click=PlansState.edit(0),
                data_testid="plan-cancel",
            ),
            class_name=f"{theme.PAIR} mt-3",
        ),
        on_submit=PlansState.save,
        class_name="py-2",
    )
