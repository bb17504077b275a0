"""A sheet from below: a native dialog that the second part of the hash opens (`#home/settings`).

A sheet's code is loaded when it is first asked for, or in a still moment before that, so that
the first page does not pay for it.
Use `at_once` for a sheet that must open without a connection.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import reflex as rx
from reflex_base.utils.imports import ImportDict, ImportVar

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import offline_line
from toney_app.components.leaving import leave_button
from toney_app.copy import t

if TYPE_CHECKING:
    from collections.abc import Callable

_LATER = "toney_app.sheets"
"""One file, and so one part of the build, for all that is loaded later."""


class _Dialog(rx.el.Dialog):
    """A dialog whose ref belongs to the sheet hook."""

    sheet_name: str = ""

    def add_hooks(self) -> list[str | rx.Var[Any]]:
        return [browser.sheet_hook(self.sheet_name)[1]]

    def _get_ref_hook(self) -> None:
        return None

    def get_ref(self) -> str:
        return browser.sheet_hook(self.sheet_name)[0]

    def _exclude_props(self) -> list[str]:
        return [*super()._exclude_props(), "sheet_name"]


class _Later(rx.Component):
    """Stands where a sheet will be, and loads it when the hash first names it."""

    sheet_name: str = ""
    symbol: str = ""
    module: str = ""

    def add_imports(self) -> ImportDict:
        return {browser.PAGE: ImportVar(tag="later")}

    def _get_dynamic_imports(self) -> str:
        load = f"() => import({json.dumps(self.module)}).then((found) => found.{self.symbol})"
        return f"const {self.tag} = later({json.dumps(self.sheet_name)}, {load})"

    def _exclude_props(self) -> list[str]:
        return [*super()._exclude_props(), "sheet_name", "symbol", "module"]


class _WhenShown(_Later):
    """Stands where a view will be, and loads it when it is first shown."""

    def add_imports(self) -> ImportDict:
        return {browser.PAGE: ImportVar(tag="whenShown")}

    def _get_dynamic_imports(self) -> str:
        load = f"() => import({json.dumps(self.module)}).then((found) => found.{self.symbol})"
        return f"const {self.tag} = whenShown({load})"


def view_later(body: Callable[[], rx.Component]) -> rx.Component:
    """A view that is seldom shown, with the sheets' code; its name has to be its own."""
    body.__module__ = _LATER
    whole = rx.memo(body)()
    late = _WhenShown.create(symbol=whole.tag, module=whole.library)
    late.tag = f"Later{whole.tag}"
    return late


def sheet(
    name: str,
    title: rx.Var[str],
    *children: rx.Component,
    at_once: bool = False,
    head: rx.Component | None = None,
    leaves: bool = False,
) -> rx.Component:
    """A named sheet with its title and close button; `leaves`: Quick exit is always there.

    With a `head` of its own one of the children is the `h2` that gets the focus.
    """

    def body() -> rx.Component:
        return _Dialog.create(
            rx.el.div(leave_button(), class_name="when-named") if head else rx.fragment(),
            head or _head(name, title, leaves=leaves),
            rx.fragment() if at_once else offline_line("mt-2 mb-1"),
            *children,
            sheet_name=name,
            id=f"sheet-{name}",
            class_name="sheet",
            aria_label=title if head else None,
            aria_labelledby=None if head else f"{name}-title",
        )

    # Each sheet is its own memo, or its ref would not be stable.
    symbol = f"sheet_{name.replace('-', '_')}"
    body.__name__ = body.__qualname__ = symbol
    if at_once:
        return rx.memo(body)()
    body.__module__ = _LATER
    whole = rx.memo(body)()
    late = _Later.create(sheet_name=name, symbol=whole.tag, module=whole.library)
    late.tag = f"Later{whole.tag}"
    return late


def _head(name: str, title: rx.Var[str], *, leaves: bool) -> rx.Component:
    return rx.el.div(
        rx.el.h2(title, id=f"{name}-title", tab_index=-1, class_name=theme.HEADING),
        rx.el.div(leave_button(), class_name="leave" if leaves else "leave when-named"),
        rx.el.button(
            icon("x", theme.ICON_LARGE),
            type="button",
            class_name=theme.ICON_BUTTON,
            aria_label=t("ui.close"),
            on_click=browser.close_sheet(),
        ),
        class_name="sheet-head",
    )
