"""Rows that dial, text or open a page, and the field that chooses the country."""

from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from toney_app import browser, browser_help, theme
from toney_app.components.icons import icon
from toney_app.copy import t

if TYPE_CHECKING:
    from toney_app.browser_help import HelpLine
    from toney_app.props import Prop, Shown

HelpVar = rx.vars.ObjectVar[browser_help.Help]
_ICONS = {"call": "phone", "text": "message_square_text", "site": "globe"}


def lines(help_: HelpVar, shown: rx.Var[list[HelpLine]], *, field_id: str) -> rx.Component:
    """Return ways to reach somebody; the first row dials, or asks for the country and then does."""
    return rx.fragment(
        rx.el.ul(
            rx.el.li(rx.cond(help_.code, _emergency(help_), _choose_first(help_))),
            rx.cond(help_.code, rx.fragment(), rx.el.li(_from_a_mobile(help_))),
            rx.foreach(shown, lambda line: rx.el.li(_line(line))),
            class_name="mt-3 grid gap-2",
        ),
        rx.cond(help_.code, _country(help_, field_id)),
    )


def checked(help_: HelpVar) -> rx.Component:
    """Return when the lines were checked."""
    when = t("safety.checked", month=browser.date(help_.checked, "month_year"))
    return rx.cond(help_.checked, rx.el.p(when, class_name=f"{theme.CAPTION} mt-2 px-1"))


def country_field(
    help_: HelpVar, field_id: str, *, code: rx.Var[str] | str, **props: Prop
) -> rx.Component:
    """Return the choice of country as the device's own list."""
    return rx.el.select(
        rx.el.option(t("safety.choose_country"), value="", disabled=True),
        rx.foreach(help_.countries, lambda country: rx.el.option(country.name, value=country.code)),
        value=code,
        id=field_id or None,
        aria_label=t("safety.choose_country"),
        special_props=[browser_help.choosing_country()],
        data_testid="country",
        **props,
    )


def _emergency(help_: HelpVar) -> rx.Component:
    return rx.el.a(
        icon("siren"),
        rx.el.span(t("safety.emergency_name"), class_name="grow"),
        rx.el.span(help_.number, class_name="num"),
        href=help_.href,
        class_name="call call-first",
    )


def _choose_first(help_: HelpVar) -> rx.Component:
    """Without a country the first row is the choice of it."""
    return rx.el.label(
        icon("siren"),
        rx.el.span(
            t("safety.emergency_name"),
            rx.el.small(t("safety.choose_country")),
            class_name="grow",
        ),
        icon("chevron_down"),
        country_field(help_, "", code="", class_name="over"),
        class_name="call call-first relative",
    )


def _from_a_mobile(help_: HelpVar) -> rx.Component:
    return rx.el.a(
        icon("phone"),
        rx.el.span(t("safety.from_a_mobile"), class_name="grow"),
        rx.el.span(help_.number, class_name="num"),
        href=help_.href,
        class_name="call",
    )


def _line(line: Shown) -> rx.Component:
    where = rx.cond(line.way == "site", "_blank", "_self")
    icons = [(way, icon(name)) for way, name in _ICONS.items()]
    return rx.el.a(
        rx.match(line.way, *icons, icon("globe")),
        rx.el.span(
            line.name,
            rx.cond(line.word, rx.el.small(t("safety.text_word", word=line.word))),
            rx.cond(line.hours, rx.el.small(line.hours)),
            rx.cond(line.way == "site", rx.el.small(line.shown)),
            class_name="grow",
        ),
        rx.cond(line.way != "site", rx.el.span(line.shown, class_name="num")),
        href=line.href,
        target=where,
        rel="noopener noreferrer",
        class_name="call",
    )


def _country(help_: HelpVar, field_id: str) -> rx.Component:
    """Whose numbers these are, said as a guess where it is one; another country is one tap away."""
    return rx.el.div(
        rx.el.span(
            rx.cond(help_.is_guess, t("safety.numbers_guessed"), t("safety.numbers_for")),
            class_name="grow",
        ),
        rx.el.span(
            country_field(help_, field_id, code=help_.code),
            icon("chevron_down", theme.ICON_SMALL),
            class_name="country",
        ),
        class_name="country-row",
        data_testid=rx.cond(help_.is_guess, "guessed-country", "chosen-country"),
    )
