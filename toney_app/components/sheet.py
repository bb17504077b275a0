"""A sheet from below: a native dialog that the second part of the hash opens (`#home/settings`)."""

from __future__ import annotations

import json

import reflex as rx
from reflex_base.utils.imports import ImportVar
from reflex_base.vars.base import Var, VarData

from toney_app import theme
from toney_app.components.icons import icon
from toney_app.copy import t

_MODULE = "$/utils/toney_ui"


def _js(expression: str, *names: str) -> Var[object]:
    data = VarData(imports={_MODULE: [ImportVar(tag=name) for name in names]})
    return Var(_js_expr=expression, _var_data=data)


class _Dialog(rx.el.Dialog):
    """A dialog whose ref belongs to the sheet hook."""

    sheet_name: str = ""

    def add_hooks(self) -> list[str | Var[object]]:
        hook = f"const {self.get_ref()} = useSheet({json.dumps(self.sheet_name)});"
        return [_js(hook, "useSheet")]

    def _get_ref_hook(self) -> None:
        return None

    def get_ref(self) -> str:
        return f"sheet_{self.sheet_name}"

    def _exclude_props(self) -> list[str]:
        return [*super()._exclude_props(), "sheet_name"]


def sheet(name: str, title: rx.Var[str], *children: rx.Component) -> rx.Component:
    """A named sheet with its title and close button."""

    def body() -> rx.Component:
        return _Dialog.create(
            rx.el.div(
                rx.el.h2(title, id=f"{name}-title", class_name=theme.HEADING),
                rx.el.button(
                    icon("x", theme.ICON_LARGE),
                    type="button",
                    class_name=theme.ICON_BUTTON,
                    aria_label=t("ui.close"),
                    on_click=close_sheet(),
                ),
                class_name="sheet-head",
            ),
            *children,
            sheet_name=name,
            id=f"sheet-{name}",
            class_name="sheet",
            aria_labelledby=f"{name}-title",
        )

    body.__name__ = f"sheet_{name}"
    return rx.memo(body)()


def open_sheet(name: str) -> rx.event.EventSpec:
    """Open a sheet without asking the server."""
    return rx.call_function(_js(f"(() => openSheet({json.dumps(name)}))", "openSheet"))


def close_sheet() -> rx.event.EventSpec:
    """Close the open sheet, as going back does."""
    return rx.call_function(_js("(() => closeSheet())", "closeSheet"))


def go_to(view: str) -> rx.event.EventSpec:
    """Show a view without asking the server."""
    return rx.call_function(_js(f"(() => goTo({json.dumps(view)}))", "goTo"))
