"""Parts of the sheets about money: amounts that stay hidden, categories and their drawings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import reflex as rx
from reflex_base.vars.function import FunctionVar

from coaching.values.transactions import CATEGORY_MAX, Category
from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reflex_base.vars.base import Var

    from toney_app.props import Handler, Prop, Shown

_MODULE = "$/utils/toney/money"
ICONS = {
    Category.FOOD: "utensils",
    Category.GOING_OUT: "coffee",
    Category.HOME: "house",
    Category.TRAVEL: "bus",
    Category.SHOPPING: "shopping_bag",
    Category.HEALTH: "heart_pulse",
    Category.PRESENTS: "gift",
}


@rx.memo
def money_amount(
    of: rx.Var[str], hundredths: rx.Var[int], currency: rx.Var[str], looks: rx.Var[str]
) -> rx.Component:
    """An amount that a tap shows for ten seconds; until then its digits are stand-ins."""
    hook = f"const isAmountShown = useAmount({of!s});"
    is_shown = browser.js_value("isAmountShown", _MODULE, "useAmount", hook=hook, reads=[of]).to(
        bool
    )
    show = browser.js_value(f"(() => showOne({of!s}))", _MODULE, "showOne", reads=[of])
    said = money(hundredths, currency)
    return rx.el.button(
        rx.cond(is_shown, rx.el.span(said), rx.el.span("88.00", aria_hidden="true")),
        type="button",
        class_name=rx.cond(is_shown, f"amt {looks}", f"amt {looks} is-hid"),
        aria_label=rx.cond(
            is_shown, t("ui.money.amount_shown", amount=said), t("ui.money.amount_hidden")
        ),
        on_click=show.to(FunctionVar),
        data_testid="money-amount",
    )


def money(hundredths: rx.Var[int], currency: rx.Var[str]) -> rx.vars.StringVar:
    """Return an amount with its currency in the person's own way of writing it."""
    call = f"showMoney({hundredths!s}, {currency!s})"
    return browser.js_value(call, _MODULE, "showMoney", reads=[hundredths, currency]).to(str)


def show_all() -> rx.Component:
    """Show all amounts until the sheet is closed, or hide them."""
    return _show_all()


@rx.memo
def _show_all() -> rx.Component:
    hook = "const showsAll = useShowsAll();"
    is_on = browser.js_value("showsAll", _MODULE, "useShowsAll", hook=hook).to(bool)
    return rx.el.button(
        rx.cond(is_on, icon("eye"), icon("eye_off")),
        rx.cond(is_on, t("ui.money.hide"), t("ui.money.show")),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} px-3",
        aria_pressed=rx.cond(is_on, "true", "false"),
        on_click=browser.js_call("showAll", module=_MODULE),
        data_testid="show-amounts",
    )


def draft_line(name: str) -> Var[Prop]:
    """Return the props of a line: its text stays on this device, and its focus when it is sent."""
    call = f"draftLine({json.dumps(name)})"
    return browser.js_value(call, "$/utils/toney/lines", "draftLine")


def saves_at_once() -> Var[Prop]:
    """Return the props of a choice that submits its form."""
    return browser.js_value("savesAtOnce", _MODULE, "savesAtOnce")


def category_name(category: Shown) -> rx.Var[str]:
    """Return the name of a category: one that everybody has, or the person's own words."""
    names = [(one.value, t(f"ui.money.category.{one.value}")) for one in Category]
    return cast("rx.Var[str]", rx.match(category, *names, category))


def category_icon(category: Shown, size: str = theme.ICON) -> rx.Component:
    """The drawing of a category."""
    drawings = [(one.value, icon(name, size)) for one, name in ICONS.items()]
    return rx.fragment(rx.match(category, *drawings, icon("tag", size)))


def category_chips(
    chosen: Shown, own: rx.vars.ArrayVar[Sequence[str]], *, at_once: rx.Var[bool] | bool = False
) -> rx.Component:
    """The categories as a choice; `at_once`: a tap on one saves."""

    def chip(name: Shown, key: Shown, drawing: rx.Component) -> rx.Component:
        def choice(props: list[Var[Prop]]) -> rx.Component:
            return rx.el.input(
                type="radio",
                name="category",
                value=key,
                default_checked=chosen == key,
                special_props=props,
            )

        return rx.el.label(
            rx.cond(at_once, choice([saves_at_once()]), choice([])),
            drawing,
            rx.el.span(name),
            class_name="chip choice money-chip",
            data_testid="money-category",
        )

    common = [
        chip(t(f"ui.money.category.{one.value}"), rx.Var.create(one.value), icon(name, "i-s"))
        for one, name in ICONS.items()
    ]
    return rx.el.div(
        *common,
        rx.foreach(own, lambda name: chip(name, name, icon("tag", "i-s"))),
        class_name="chips",
        role="radiogroup",
        aria_label=t("ui.money.category"),
    )


def own_category() -> rx.Component:
    """A category in their own words."""
    return rx.el.details(
        rx.el.summary(
            icon("plus", theme.ICON_SMALL),
            t("ui.money.new_category"),
            class_name=f"{theme.SUBTLE} {theme.SLIM} {theme.ACCENT} px-0 inline-flex",
            data_testid="money-own",
        ),
        rx.el.input(
            name="own",
            max_length=CATEGORY_MAX,
            placeholder=t("ui.money.own_example"),
            aria_label=t("ui.money.new_category"),
            class_name=theme.INPUT,
            custom_attrs={"autoComplete": "off"},
            data_testid="money-own-name",
        ),
        class_name="mt-2 plain-details",
    )


def text_button(label: rx.Var[str], on_click: Handler, test_id: str) -> rx.Component:
    return rx.el.button(
        label, type="button", class_name=theme.SECONDARY, on_click=on_click, data_testid=test_id
    )
