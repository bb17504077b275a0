"""Rows of things that let somebody in: what it is, when it was used, and one action."""

from __future__ import annotations

import reflex as rx

from toney_app import account, theme
from toney_app.components.icons import icon
from toney_app.props import Prop

KeyVar = rx.vars.ObjectVar[account.Key]


def row_action(
    label: rx.Var[str], what: rx.Var[str], press: rx.Var[Prop], test_id: str
) -> rx.Component:
    """A word at the end of a row that does something with it."""
    return rx.el.button(
        label,
        rx.el.span(" ", what, class_name=theme.SCREEN_READER),
        type="button",
        class_name=f"{theme.SUBTLE} {theme.SLIM} {theme.ACCENT}",
        special_props=[press],
        data_testid=test_id,
    )


def key_row(
    name: str,
    key: KeyVar,
    line: rx.Component,
    label: rx.Var[str],
    press: rx.Var[Prop],
    test_id: str,
    below: rx.Component | None = None,
) -> rx.Component:
    """A passkey or a token with the button that removes it."""
    return rx.el.li(
        icon(name, tone=theme.MUTED),
        rx.el.span(
            rx.el.span(key.name, class_name=f"block {theme.BODY}"),
            rx.el.span(line, class_name=f"row-value {theme.SMALL}"),
            class_name="grow",
        ),
        row_action(label, key.name, press, f"{test_id}-remove"),
        below or rx.fragment(),
        class_name=f"{theme.ROW_ITEM} min-h-[72px]",
        data_testid=test_id,
    )
