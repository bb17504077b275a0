"""People who can be with somebody now. No colour; everything here is in the page itself."""

from __future__ import annotations

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t
from toney_app.props import Prop, Shown
from toney_app.views.help.state import HelpState

_ICONS = {"call": "phone", "text": "message_square_text", "site": "globe"}


def safety_card(names: Shown, *, is_crisis: rx.Var[bool]) -> rx.Component:
    return rx.el.section(
        rx.cond(is_crisis, _leave_quickly()),
        rx.el.h2(t("safety.help.title"), class_name=theme.HEADING),
        places(names),
        _beside(is_crisis),
        class_name="safety",
        tab_index=-1,
        role=rx.cond(is_crisis, "alert", "region"),
        aria_label=t("safety.help.title"),
        data_testid="safety-resources",
    )


def places(names: Shown) -> rx.Component:
    """Ways to reach somebody, the first one filled."""
    return rx.el.ul(
        rx.foreach(names, lambda name, index: _call(HelpState.table[name], index == 0)),
        class_name="mt-3 grid gap-2",
    )


def _call(place: Shown, is_first: Shown) -> rx.Component:
    look = rx.cond(is_first, "call call-first", "call")
    where = rx.cond(place.way == "site", "_blank", "_self")
    return rx.el.li(
        rx.cond(
            place.href,
            rx.el.a(
                *_words(place),
                href=place.href,
                target=where,
                rel="noopener noreferrer",
                class_name=look,
            ),
            rx.el.div(*_words(place), class_name=look),
        )
    )


def _words(place: Shown) -> tuple[Prop, ...]:
    icons = [(way, icon(name)) for way, name in _ICONS.items()]
    has_number = (place.way == "call") | (place.way == "text")
    unverified = rx.el.small(t("safety.unverified"))
    return (
        rx.match(place.way, *icons, icon("siren")),
        rx.el.span(
            place.name,
            rx.cond(has_number, rx.fragment(), rx.el.small(place.shown)),
            rx.cond(place.is_verified | ~has_number, rx.fragment(), unverified),
            class_name="grow",
        ),
        rx.cond(has_number, rx.el.span(place.shown, class_name="num")),
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


def _beside(is_crisis: rx.Var[bool]) -> rx.Component:
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
