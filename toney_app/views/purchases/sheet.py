"""Before a purchase: what it is, a minute to breathe, and a choice. It works offline too."""

from __future__ import annotations

from typing import Literal

import reflex as rx

from coaching.values.purchases import ITEM_MAX, NOTE_MAX, PLAN_MAX, Feeling, ForWhom
from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import icon_button, problem
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import string
from toney_app.copy import t
from toney_app.session_state import SessionState
from toney_app.views.purchases import flow
from toney_app.views.purchases.breath import purchase_breath
from toney_app.views.purchases.state import ShelfState

Kind = Literal["radio", "checkbox"]
STEPS = flow.CHOOSE
_CHOICES = {"wait": "hourglass", "buy": "shopping_bag", "leave": "undo_2"}


def purchase_sheet() -> rx.Component:
    return sheet(
        flow.NAME,
        t("ui.purchase.title"),
        rx.el.div(_titles(), _form(), class_name="pl tall"),
        head=_head(),
    )


def _head() -> rx.Component:
    bars = (
        rx.el.i(class_name=rx.cond(flow.step() >= number, "on", ""))
        for number in range(1, STEPS + 1)
    )
    return rx.el.div(
        icon_button("chevron_left", t("onboarding.back"), on_click=flow.does("stepOff")),
        rx.el.div(*bars, class_name="step-bars", aria_hidden="true"),
        icon_button("x", t("ui.close"), on_click=browser.close_sheet()),
        class_name="sheet-head pl-head",
    )


def _titles() -> rx.Component:
    step = flow.step()
    return rx.fragment(
        rx.el.p(
            rx.cond(
                step <= STEPS, t("ui.purchase.step", step=step, of=STEPS), t("ui.purchase.title")
            ),
            class_name=f"{theme.LABEL} {theme.QUIET} num",
        ),
        rx.cond(
            step == flow.CHOOSE,
            rx.el.div(
                string(SessionState.accent, weight="2.2"),
                class_name="w-[136px] mx-auto mt-1 text-accent",
            ),
        ),
        rx.el.h2(
            rx.match(
                step,
                (flow.WHAT, t("ui.purchase.what")),
                (flow.BREATH, t("ui.purchase.breathe")),
                (flow.CHOOSE, t("ui.purchase.choose")),
                t("ui.purchase.felt_title"),
            ),
            id=f"{flow.NAME}-title",
            tab_index=-1,
            class_name=f"pl-text {theme.TITLE} mt-2",
        ),
    )


def _form() -> rx.Component:
    step = flow.step()

    def part(number: int, *children: rx.Component) -> rx.Component:
        return rx.el.div(*children, hidden=step != number, class_name="purchase-step")

    return rx.el.form(
        part(flow.WHAT, *_what()),
        rx.cond(step == flow.BREATH, purchase_breath()),
        part(flow.CHOOSE, *_choose()),
        part(flow.NOTING, *_note()),
        key=flow.shown("round").to_string(),
        class_name="contents",
        special_props=[flow.form_props()],
        custom_attrs={"id": "purchase-form", "noValidate": True},
    )


def _what() -> tuple[rx.Component, ...]:
    return (
        rx.el.div(
            rx.el.p(t("ui.purchase.line"), class_name=f"{theme.BODY} {theme.MUTED} mt-1.5"),
            _label("item", t("ui.purchase.item"), "mt-4"),
            rx.el.input(
                name="item",
                max_length=ITEM_MAX,
                class_name=f"{theme.INPUT} {theme.HEADING}",
                custom_attrs={"id": "purchase-item", "autoComplete": "off"},
                data_testid="purchase-item",
            ),
            rx.cond(_problem() == "item", problem(t("ui.purchase.no_item"))),
            _label("price", t("ui.purchase.price"), "mt-3.5", t("ui.purchase.hidden")),
            rx.el.input(
                name="price",
                max_length=13,
                placeholder=t("ui.purchase.price_example"),
                class_name=f"{theme.INPUT} num",
                custom_attrs={
                    "id": "purchase-price",
                    "autoComplete": "off",
                    "inputMode": "decimal",
                },
                data_testid="purchase-price",
            ),
            rx.cond(_problem() == "price", problem(t("ui.purchase.no_price"))),
            _chips("for_whom", "radio", t("ui.purchase.for"), [who.value for who in ForWhom]),
            _chips("feelings", "checkbox", t("ui.purchase.feel"), [one.value for one in Feeling]),
            class_name="pl-main",
        ),
        rx.el.div(
            rx.el.button(
                t("ui.purchase.next"),
                type="submit",
                class_name=f"{theme.PRIMARY} {theme.WIDE}",
                data_testid="purchase-next",
            ),
            class_name="pl-foot",
        ),
    )


def _problem() -> rx.vars.StringVar:
    return flow.shown("problem").to(str)


def _label(
    of: str, words: rx.Var[str], place: str, more: rx.Var[str] | None = None
) -> rx.Component:
    beside = (
        () if more is None else (" ", rx.el.span(more, class_name=f"{theme.QUIET} font-normal"))
    )
    return rx.el.label(
        words,
        *beside,
        html_for=f"purchase-{of}",
        class_name=f"block {theme.STRONG} {place} mb-2",
    )


def _chips(name: str, kind: Kind, title: rx.Var[str], values: list[str]) -> rx.Component:
    return rx.fragment(
        rx.el.p(title, id=f"purchase-{name}", class_name=f"{theme.STRONG} mt-5"),
        rx.el.div(
            *(_chip(name, kind, value) for value in values),
            class_name="chips mt-2.5!",
            role="radiogroup" if kind == "radio" else "group",
            aria_labelledby=f"purchase-{name}",
        ),
    )


def _chip(name: str, kind: Kind, value: str) -> rx.Component:
    said = {"data-said": t(f"ui.purchase.said.{value}")} if name == "feelings" else {}
    return rx.el.label(
        rx.el.input(type=kind, name=name, value=value, custom_attrs=said),
        icon("check", theme.ICON_SMALL),
        rx.el.span(t(f"ui.purchase.{name}.{value}")),
        class_name="chip choice",
        data_testid=f"purchase-{value}",
    )


def _choose() -> tuple[rx.Component, ...]:
    felt = flow.shown("felt").to(str)
    return (
        rx.el.p(
            rx.cond(felt, rx.fragment(t("ui.purchase.you_feel", feelings=felt), " ")),
            t("ui.purchase.all_fine"),
            class_name=f"{theme.VOICE} {theme.MUTED} mt-2",
        ),
        rx.el.div(*(_choice(choice) for choice in _CHOICES), class_name="grid gap-2 mt-5"),
        _plan(),
    )


def _choice(choice: str) -> rx.Component:
    until = browser.date(flow.shown("until").to(str), "time")
    return rx.el.button(
        icon(_CHOICES[choice], tone=theme.ACCENT),
        rx.el.span(
            rx.el.span(t(f"ui.purchase.{choice}"), class_name="block font-semibold"),
            rx.el.span(
                t(f"ui.purchase.{choice}_line", time=until),
                class_name=f"{theme.SMALL} {theme.MUTED}",
            ),
            class_name="grow text-left",
        ),
        icon("chevron_right", tone=theme.QUIET),
        type="button",
        class_name="opt min-h-[76px]",
        on_click=flow.does("decide", choice),
        data_testid=f"purchase-{choice}",
    )


def _plan() -> rx.Component:
    """The plan for tonight; without one its field is there."""
    plan = flow.shown("plan").to(str)
    return rx.el.section(
        rx.el.label(
            rx.cond(
                flow.shown("isEvening").to(bool), t("ui.purchase.plan"), t("ui.purchase.plan_day")
            ),
            html_for="purchase-plan",
            class_name=f"block {theme.LABEL} font-semibold {theme.ACCENT}",
        ),
        rx.el.p(
            rx.el.span(t("ui.goal.if"), class_name=theme.ACCENT),
            t("ui.purchase.plan_if"),
            rx.el.span(t("ui.goal.then"), class_name=theme.ACCENT),
            " ",
            rx.cond(plan, plan, "…"),
            class_name=f"{theme.VOICE} mt-1 wrap-anywhere",
        ),
        rx.el.details(
            rx.el.summary(
                icon("pencil", theme.ICON_SMALL),
                rx.cond(plan, t("ui.edit"), t("ui.purchase.plan_write")),
                class_name=f"{theme.SUBTLE} {theme.SLIM} {theme.ACCENT} px-0 inline-flex",
                data_testid="purchase-plan-edit",
            ),
            rx.el.textarea(
                name="plan",
                rows="2",
                max_length=PLAN_MAX,
                default_value=ShelfState.plan,
                placeholder=t("ui.purchase.plan_example"),
                class_name=f"{theme.AREA} {theme.VOICE} mb-2",
                custom_attrs={"id": "purchase-plan", "autoComplete": "off"},
                data_testid="purchase-plan",
            ),
            class_name="plan-edit",
        ),
        class_name=f"{theme.FOCUS} mt-[18px] mb-5 purchase-plan",
    )


def _note() -> tuple[rx.Component, ...]:
    return (
        rx.el.div(
            rx.el.p(t("ui.purchase.felt_line"), class_name=f"{theme.BODY} {theme.MUTED} mt-1.5"),
            rx.el.textarea(
                name="note",
                rows="3",
                max_length=NOTE_MAX,
                aria_label=t("ui.purchase.felt_title"),
                class_name=f"{theme.AREA} {theme.VOICE} mt-4",
                custom_attrs={"autoComplete": "off"},
                data_testid="purchase-note",
            ),
            class_name="pl-main",
        ),
        rx.el.div(
            rx.el.div(
                rx.el.button(t("ui.purchase.save"), type="submit", class_name=theme.PRIMARY),
                rx.el.button(
                    t("ui.purchase.dont_save"),
                    type="button",
                    class_name=theme.SECONDARY,
                    on_click=flow.does("dontNote"),
                ),
                class_name=theme.PAIR,
            ),
            class_name="pl-foot",
        ),
    )
