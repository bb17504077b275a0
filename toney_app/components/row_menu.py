"""The menu of a row behind a button with three dots."""

from __future__ import annotations

import reflex as rx
from reflex_base.vars.base import Var
from reflex_base.vars.function import FunctionVar

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.props import Handler, Prop

_MENU = "$/utils/toney/menu"


def held_open() -> Var[Prop]:
    """Return the props of a row whose menu a long press opens."""
    return browser.js_value("held_open", _MENU, "held_open")


def copy_words(words: rx.Var[str]) -> FunctionVar:
    """Put words on the clipboard."""
    call = f"(() => copyWords({words!s}))"
    return browser.js_value(call, _MENU, "copyWords", reads=[words]).to(FunctionVar)


def row_menu(
    label: rx.Var[str], *entries: rx.Component, place: str = "", test_id: str = "row-menu"
) -> rx.Component:
    """Return the button and what it opens; `place` is a class that says to which side."""
    return rx.el.details(
        rx.el.summary(
            icon("ellipsis"),
            class_name=theme.ICON_BUTTON,
            aria_label=label,
            data_testid=test_id,
        ),
        rx.el.div(*entries, class_name="menu-list", special_props=[_entries()]),
        class_name=f"menu {place}".strip(),
    )


def entry(
    name: str, label: rx.Var[str], on_click: Handler, test_id: str, *, tone: str = "", **props: Prop
) -> rx.Component:
    return rx.el.button(
        icon(name, theme.ICON_SMALL, tone),
        label,
        type="button",
        class_name=f"menu-entry {tone}".strip(),
        on_click=on_click,
        data_testid=test_id,
        **props,
    )


def _entries() -> Var[Prop]:
    """A tap on an entry closes the menu."""
    return browser.js_value("entries", _MENU, "entries")
