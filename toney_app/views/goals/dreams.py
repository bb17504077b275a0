from __future__ import annotations

from typing import Any

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import section, skeleton
from toney_app.components.sheet import sheet
from toney_app.components.tension_drawings import REST, string
from toney_app.copy import t
from toney_app.views.goals import present
from toney_app.views.goals.dream_state import DreamsState
from toney_app.views.goals.parts import category_icon, talk
from toney_app.views.goals.state import GoalsState


def dreams_sheet() -> rx.Component:
    """Dreams, how many fit at a time, and those that are set aside."""
    shown = rx.cond(GoalsState.board.loaded, _dreams(), skeleton())
    body = rx.el.div(shown, on_mount=GoalsState.load)
    return sheet("dreams", t("ui.dreams.title"), body, back="goals")


def _dreams() -> rx.Component:
    board = GoalsState.board
    return rx.fragment(
        rx.el.p(t("ui.dreams.line"), class_name=f"{theme.BODY} {theme.MUTED}"),
        rx.foreach(board.dreams, _dream),
        rx.cond(board.is_full, _full(), _new()),
        talk("clarify", "", t("ui.dreams.find"), theme.SUBTLE),
        rx.cond(
            board.set_aside.length() > 0,
            _more(t("ui.dreams.set_aside"), board.set_aside, "archive"),
        ),
        rx.cond(
            board.reached.length() > 0,
            _more(t("ui.dreams.reached"), board.reached, "circle_check"),
        ),
    )


def _dream(dream: rx.vars.ObjectVar[present.Dream]) -> rx.Component:
    return rx.el.button(
        rx.el.span(
            rx.el.span(
                rx.cond(
                    dream.category,
                    rx.fragment(
                        category_icon(dream.category), t(f"ui.dreams.category.{dream.category}")
                    ),
                ),
                class_name="flex items-center gap-2",
            ),
            rx.cond(
                dream.target_on,
                t("ui.dreams.by", month=browser.date(dream.target_on, "month_year")),
                "",
            ),
            class_name=f"{theme.SMALL} {theme.QUIET} flex justify-between gap-3",
        ),
        rx.el.span(
            rx.el.span(dream.title, class_name=f"{theme.HEADING} grow"),
            rx.cond(dream.goals == 0, icon("chevron_right", tone=theme.QUIET)),
            class_name="flex items-center gap-3 mt-2",
        ),
        rx.cond(
            dream.description,
            rx.el.span(
                t("ui.quoted", words=dream.description),
                class_name=f"{theme.OWN_WORDS} {theme.MUTED} block mt-1",
            ),
        ),
        rx.cond(
            dream.goals.to(int) > 0,
            rx.el.span(
                rx.cond(
                    dream.goals == 1,
                    t("ui.dreams.one_goal"),
                    t("ui.dreams.goals", count=dream.goals),
                ),
                icon("chevron_right", tone=theme.QUIET),
                class_name=f"{theme.LABEL} {theme.MUTED} flex items-center justify-between mt-3",
            ),
        ),
        type="button",
        class_name=f"{theme.CARD} mt-2.5 w-full text-left",
        on_click=[DreamsState.start_edit(dream.id), browser.open_sheet("dream-edit")],
        data_testid="dream-card",
    )


def _new() -> rx.Component:
    return rx.el.button(
        icon("plus"),
        t("ui.dreams.new"),
        type="button",
        class_name=f"{theme.SECONDARY} {theme.WIDE} mt-4",
        on_click=[DreamsState.start_new, browser.open_sheet("dream-edit")],
        data_testid="dream-new",
    )


def _full() -> rx.Component:
    """How many dreams fit, and how to make room."""
    return rx.el.section(
        rx.el.div(string(REST, weight="4"), class_name="w-[84px] text-accent"),
        rx.el.h3(
            t("ui.dreams.limit", count=GoalsState.board.limit), class_name=f"{theme.HEADING} mt-1"
        ),
        rx.el.p(t("ui.dreams.limit_line"), class_name=f"{theme.BODY} {theme.MUTED} mt-1"),
        class_name="sunk mt-5",
        data_testid="dreams-full",
    )


def _more(title: rx.Var[str], dreams: rx.Var[Any], name: str) -> rx.Component:
    def row(dream: rx.vars.ObjectVar[present.Dream]) -> rx.Component:
        return rx.el.button(
            icon(name, tone=theme.MUTED),
            rx.el.span(dream.title, class_name="grow t-body"),
            icon("chevron_right", tone=theme.QUIET),
            type="button",
            class_name=theme.ROW_ITEM,
            on_click=[DreamsState.start_edit(dream.id), browser.open_sheet("dream-edit")],
        )

    return rx.fragment(section(title), rx.el.div(rx.foreach(dreams, row), class_name=theme.LIST))
