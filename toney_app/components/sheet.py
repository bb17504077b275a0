"""A sheet from below: a native dialog that the second part of the hash opens (`#home/settings`).

A sheet is loaded later (components/lazy.py); `at_once` is for one that must open without a
connection.
"""

from __future__ import annotations

from typing import Any

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.components.layout import offline_line
from toney_app.components.lazy import later
from toney_app.components.leaving import leave_button
from toney_app.copy import t

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


def sheet(
    name: str,
    title: rx.Var[str],
    *children: rx.Component,
    at_once: bool = False,
    head: rx.Component | None = None,
    leaves: bool = False,
    back: str = "",
) -> rx.Component:
    """A named sheet with its title and close button; `leaves`: Quick exit is always there.

    `back` names the sheet that an arrow before the title leads to.

    With a `head` of its own one of the children is the `h2` that gets the focus.
    """

    def body() -> rx.Component:
        return _Dialog.create(
            rx.el.div(leave_button(), class_name="when-named") if head else rx.fragment(),
            head or _head(name, title, back, leaves=leaves),
            rx.fragment() if at_once else offline_line("mt-2 mb-1"),
            *children,
            sheet_name=name,
            id=f"sheet-{name}",
            class_name="sheet",
            aria_label=title if head else None,
            aria_labelledby=None if head else f"{name}-title",
        )

    if not at_once:
        return later(name, body, needed="laterSheet")
    # Each sheet is its own memo, or its ref would not be stable.
    body.__name__ = body.__qualname__ = f"sheet_{name.replace('-', '_')}"
    return rx.memo(body)()


def _head(name: str, title: rx.Var[str], back: str, *, leaves: bool) -> rx.Component:
    return rx.el.div(
        _arrow(name, back) if back else rx.fragment(),
        rx.el.h2(title, id=f"{name}-title", tab_index=-1, class_name=theme.TITLE),
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


def _arrow(name: str, back: str) -> rx.Component:
    return rx.el.button(
        icon("chevron_left", theme.ICON_LARGE),
        type="button",
        class_name=f"{theme.ICON_BUTTON} sheet-back",
        aria_label=t("ui.back_to", sheet=t(f"ui.{back}.title")),
        on_click=browser.back_to_sheet(back),
        data_testid=f"{name}-back",
    )
