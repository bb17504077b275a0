"""A sheet from below: a native dialog that the second part of the hash opens (`#home/settings`)."""

from __future__ import annotations

from typing import Any

import reflex as rx

from toney_app import browser, theme
from toney_app.components.icons import icon
from toney_app.copy import t


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


def sheet(name: str, title: rx.Var[str], *children: rx.Component) -> rx.Component:
    """A named sheet with its title and close button."""

    def body() -> rx.Component:
        return _Dialog.create(
            rx.el.div(
                rx.el.h2(title, id=f"{name}-title", tab_index=-1, class_name=theme.HEADING),
                rx.el.button(
                    icon("x", theme.ICON_LARGE),
                    type="button",
                    class_name=theme.ICON_BUTTON,
                    aria_label=t("ui.close"),
                    on_click=browser.close_sheet(),
                ),
                class_name="sheet-head",
            ),
            *children,
            sheet_name=name,
            id=f"sheet-{name}",
            class_name="sheet",
            aria_labelledby=f"{name}-title",
        )

    # Each sheet is its own memo, or its ref would not be stable.
    body.__name__ = body.__qualname__ = f"sheet_{name.replace('-', '_')}"
    return rx.memo(body)()
