"""People who can be with somebody now. No colour; everything here is in the page itself."""

from __future__ import annotations

from typing import Any

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.views.help import present
from toney_app.views.help.state import HelpState

_ICONS = {"call": "phone", "text": "message_square_text", "site": "globe"}


def safety_card(names: rx.Var[list[str]], *, is_crisis: rx.Var[bool] | bool) -> rx.Component:
    return rx.el.section(
        rx.cond(is_crisis, _leave_quickly()),
        rx.el.h2(t("safety.help.title"), class_name=theme.HEADING),
        places(names),
        _beside(is_crisis),
        class_name="safety",
        role=rx.cond(is_crisis, "alert", "region"),
        aria_label=t("safety.help.title"),
        data_testid="safety-resources",
    )


def places(names: rx.Var[list[str]]) -> rx.Component:
    """Ways to reach somebody, the first one filled."""
    return rx.el.ul(
        rx.foreach(names, lambda name, index: _call(HelpState.table[name], index == 0)),
        class_name="mt-3 grid gap-2",
    )


def _call(place: rx.vars.ObjectVar[present.Place], is_first: Any) -> rx.Component:
    return rx.el.li(
        rx.el.a(
            rx.match(place.way, *[(way, icon(name)) for way, name in _ICONS.items()], icon("info")),
            rx.el.span(
                place.name,
                rx.cond(
                    place.is_verified,
                    rx.fragment(),
                    rx.el.small(t("safety.unverified")),
                ),
                class_name="grow",
            ),
            rx.el.span(place.shown, class_name="num"),
            href=place.href,
            target=rx.cond(place.way == "site", "_blank", "_self"),
            rel="noopener noreferrer",
            class_name=rx.cond(is_first, "call call-first", "call"),
        )
    )


def _leave_quickly() -> rx.Component:
    """To a neutral page, in this tab, without a way back."""
    return rx.el.button(
        icon("x", theme.ICON_SMALL),
        t("ui.help.leave"),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} text-inherit! -mt-2 -ml-3",
        on_click=browser.leave(),
    )


def _beside(is_crisis: rx.Var[bool] | bool) -> rx.Component:
    quiet = f"{theme.SUBTLE} {theme.SLIM} text-inherit! px-1.5"
    return rx.el.div(
        rx.el.button(
            icon("wind"),
            t("safety.grounding.title"),
            type="button",
            class_name=quiet,
            on_click=browser.open_sheet("breathe"),
        ),
        rx.el.button(
            t("ui.help.other_countries"),
            type="button",
            class_name=quiet,
            on_click=browser.open_sheet("country"),
        ),
        rx.cond(
            is_crisis,
            rx.el.button(
                t("ui.help.im_safe"), type="button", class_name=quiet, on_click=browser.im_safe()
            ),
        ),
        class_name="mt-0.5 flex flex-wrap justify-between",
    )
