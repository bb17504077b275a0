"""Money this month: what was written down, day by day, with a line to write on."""

from __future__ import annotations

from typing import cast

import reflex as rx

from coaching.values.transactions import LINE_MAX, Flow
from toney_app import browser, frame, offline, outbox, theme
from toney_app.components.icons import icon
from toney_app.components.layout import empty, row, section, skeleton
from toney_app.components.row_menu import entry, held_open, row_menu
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.views.money import parts, present
from toney_app.views.money.budgets_state import BudgetsState
from toney_app.views.money.state import ONE, MoneyState, Turn

RowVar = rx.vars.ObjectVar[present.Row]
NAME = "money"


def money_sheet() -> rx.Component:
    return sheet(
        NAME,
        t("ui.money.title"),
        rx.el.div(
            _months(),
            rx.cond(MoneyState.first != "", _month(), skeleton()),
            rx.el.p(
                t("ui.money.line"), class_name=f"{theme.SMALL} {theme.QUIET} mt-4 text-balance"
            ),
            class_name="tall money-tall",
        ),
        rx.el.div(frame.toast(), _composer(), class_name="sheet-foot"),
        rx.el.span(hidden=True, on_mount=MoneyState.load),
    )


def home_row() -> rx.Component:
    """The way in from home."""
    return row(
        "receipt_text",
        t("ui.money.title"),
        on_click=[MoneyState.open, browser.open_sheet(NAME)],
        data_testid="money-open",
    )


def _months() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            _turn("chevron_left", t("ui.money.earlier"), "earlier", ~MoneyState.has_earlier),
            rx.el.h3(
                browser.date(MoneyState.first, "month"),
                class_name=f"{theme.LABEL} font-semibold",
                aria_live="polite",
                data_testid="money-month",
            ),
            _turn("chevron_right", t("ui.money.later"), "later", MoneyState.is_this_month),
            class_name="flex items-center",
        ),
        parts.show_all(),
        class_name="flex flex-wrap items-center justify-between -mx-3",
    )


def _turn(
    name: str, label: rx.Var[str], to: Turn, disabled: rx.Var[bool] | rx.vars.BooleanVar
) -> rx.Component:
    return rx.el.button(
        icon(name),
        type="button",
        class_name=theme.ICON_BUTTON,
        aria_label=label,
        disabled=disabled,
        on_click=MoneyState.turn(to),
        special_props=[offline.needs_server()],
        data_testid=f"money-{to}",
    )


def _month() -> rx.Component:
    on_the_way = offline.waiting(NAME)
    is_empty = (MoneyState.days.length() == 0) & (on_the_way.length() == 0)
    return rx.fragment(
        rx.cond(
            MoneyState.is_this_month
            | (MoneyState.days.length() > 0)
            | (BudgetsState.least.id != ""),
            _picture(),
        ),
        rx.cond(
            on_the_way.length() > 0,
            rx.fragment(
                section(t("ui.money.waiting")),
                rx.el.ul(rx.foreach(on_the_way, _on_the_way), class_name=theme.LIST),
            ),
        ),
        rx.cond(
            is_empty,
            rx.cond(
                MoneyState.is_this_month,
                empty(
                    string(REST, weight="1.8"), t("ui.money.empty_title"), t("ui.money.empty_line")
                ),
                empty(
                    string(REST, weight="1.8"), t("ui.money.none_title"), t("ui.money.none_line")
                ),
            ),
        ),
        rx.foreach(MoneyState.days, _day),
    )


def _picture() -> rx.Component:
    """What came in and went out, and the way to the budgets."""
    budget = BudgetsState.least
    left = rx.cond(
        budget.id,
        rx.el.span(
            parts.category_name(budget.category),
            ": ",
            rx.match(
                budget.left,
                *((left, t(f"ui.money.left_short.{left}")) for left in LEFT[:-1]),
                t("ui.money.left_short.none"),
            ),
        ),
        t("ui.money.budget_line"),
    )
    return rx.el.section(
        rx.foreach(MoneyState.totals, _total),
        rx.el.button(
            rx.el.span(left, class_name=f"{theme.BODY} {theme.MUTED} grow text-left"),
            rx.el.span(
                t("ui.budgets.title"),
                icon("chevron_right", theme.ICON_SMALL),
                class_name=f"{theme.LABEL} {theme.ACCENT} inline-flex items-center gap-1",
            ),
            type="button",
            class_name="money-budgets",
            on_click=browser.open_sheet("budgets"),
            data_testid="budgets-open",
        ),
        class_name=f"{theme.CARD} money-picture",
        aria_label=t("ui.money.picture"),
    )


LEFT = ("most", "half", "some", "little", "none")


def _total(total: rx.vars.ObjectVar[present.Total]) -> rx.Component:
    def part(label: rx.Var[str], of: str, amount: rx.Var[int]) -> rx.Component:
        name = rx.Var.create(f"{of}-") + total.currency.to(str)
        return rx.el.div(
            rx.el.p(label, class_name=f"{theme.SMALL} {theme.QUIET}"),
            parts.money_amount(of=name, hundredths=amount, currency=total.currency, looks="big"),
        )

    before = rx.el.p(
        rx.cond(MoneyState.is_this_month, t("ui.money.before"), t("ui.money.before_whole")),
        " ",
        parts.money_amount(
            of=rx.Var.create("before-") + total.currency.to(str),
            hundredths=total.before,
            currency=total.currency,
            looks="beside",
        ),
        class_name=f"{theme.SMALL} {theme.QUIET} flex flex-wrap items-center",
    )
    return rx.fragment(
        rx.el.div(
            part(t("ui.money.in"), "in", total.money_in),
            part(t("ui.money.out"), "out", total.money_out),
            class_name="money-two",
        ),
        rx.cond(total.before.to(int) >= 0, before),
    )


def _day(day: rx.vars.ObjectVar[present.Day]) -> rx.Component:
    named = rx.match(
        day.named,
        (present.TODAY, t("ui.money.today")),
        (present.YESTERDAY, t("ui.money.yesterday")),
        browser.date(day.day, "day"),
    )
    return rx.fragment(
        section(cast("rx.Var[str]", named)),
        rx.el.ul(rx.foreach(day.rows, _row), class_name=f"{theme.LIST} money-rows"),
    )


def _row(one: RowVar) -> rx.Component:
    is_in = one.flow == Flow.IN.value
    name = rx.cond(
        is_in,
        t("ui.money.in"),
        rx.cond(one.category, parts.category_name(one.category), t("ui.money.out")),
    )
    said = rx.cond(one.what, one.what, name)
    drawing = rx.cond(is_in, icon("wallet"), parts.category_icon(one.category))
    by = rx.cond(one.is_mine, t("ui.money.by_you"), t("ui.money.from_chat"))
    return rx.el.li(
        rx.el.span(drawing, class_name=rx.cond(one.is_mine, "cat mine", "cat")),
        rx.el.div(
            rx.el.p(said, class_name=f"{theme.BODY} wrap-anywhere leading-snug"),
            rx.el.p(name, " · ", by, class_name=f"{theme.SMALL} {theme.QUIET}"),
            class_name="grow min-w-0",
        ),
        parts.money_amount(
            of=one.id, hundredths=one.amount, currency=one.currency, looks=rx.Var.create("")
        ),
        _menu(one, said),
        class_name="money-row held",
        special_props=[held_open()],
        key=one.id,
        data_testid="money-row",
    )


def _menu(one: RowVar, said: rx.Var[str]) -> rx.Component:
    return row_menu(
        t("ui.money.more", what=said),
        entry(
            "pencil",
            t("ui.edit"),
            [MoneyState.start_edit(one.id), browser.open_sheet(ONE)],
            "money-edit",
            special_props=[offline.needs_server()],
        ),
        entry(
            "trash_2",
            t("ui.delete"),
            MoneyState.delete(one.id),
            "money-delete",
            tone="text-danger",
            special_props=[offline.needs_server()],
        ),
        place="menu-end",
        test_id="money-menu",
    )


def _on_the_way(thing: rx.vars.ObjectVar[offline.Waiting]) -> rx.Component:
    return rx.el.li(
        rx.el.span(icon("clock_3"), class_name="cat"),
        rx.el.div(
            rx.el.p(thing.text, class_name=f"{theme.BODY} wrap-anywhere leading-snug"),
            rx.el.p(t("ui.offline.later"), class_name=f"{theme.SMALL} {theme.QUIET}"),
            class_name="grow min-w-0",
        ),
        class_name="money-row",
        key=thing.client,
        data_testid="money-on-the-way",
    )


def _composer() -> rx.Component:
    return rx.el.form(
        rx.el.input(
            name="line",
            max_length=LINE_MAX,
            placeholder=t("ui.money.example"),
            aria_label=t("ui.money.write_label"),
            class_name=f"{theme.INPUT} rounded-full!",
            custom_attrs={"autoComplete": "off", "enterKeyHint": "send"},
            special_props=[parts.draft_line("money")],
            data_testid="money-input",
        ),
        rx.el.input(type="hidden", name="nth", value=MoneyState.written),
        rx.el.button(
            icon("arrow_up", theme.ICON_LARGE),
            type="submit",
            class_name="send send-go",
            aria_label=t("ui.money.write"),
            data_testid="money-write",
        ),
        on_submit=[outbox.waits("money"), MoneyState.write],
        special_props=[offline.money_form()],
        **outbox.marked("money"),
        key=MoneyState.written,
        class_name="writes money-composer",
    )
