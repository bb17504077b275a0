"""A question before something is changed. The browser opens it, and Escape closes it."""

from __future__ import annotations

from typing import Any, Literal

import reflex as rx

from admin_app import theme


def opens(name: str, words: str, *, class_name: str = theme.SELECT) -> rx.Component:
    """A button that opens the dialog of a name."""
    return rx.el.button(
        words,
        type="button",
        class_name=class_name,
        data_testid=f"open-{name}",
        custom_attrs={"popoverTarget": f"confirm-{name}"},
    )


def confirm_dialog(
    name: str,
    title: rx.Var[str] | str,
    *children: rx.Component,
    go: str,
    back: str,
    on_submit: Any,  # noqa: ANN401 - an event handler of the framework
    acts: rx.Var[int] | int,
    is_danger: bool = False,
) -> rx.Component:
    """A dialog with a form; its fields are `children`.

    `acts` counts what was sent: with another number the dialog is a new one, which is closed.
    """
    box = f"confirm-{name}"
    closes: dict[str, Any] = {"popoverTarget": box, "popoverTargetAction": "hide"}
    return rx.el.div(
        rx.el.form(
            rx.el.h2(title, class_name=theme.PANEL_TITLE, id=f"{box}-title"),
            *children,
            rx.el.div(
                rx.el.button(back, type="button", class_name=theme.SELECT, custom_attrs=closes),
                rx.el.button(
                    go,
                    type="submit",
                    class_name=theme.DANGER if is_danger else theme.PRIMARY,
                    data_testid=f"confirm-{name}",
                ),
                class_name=theme.DIALOG_BUTTONS,
            ),
            on_submit=on_submit,
            reset_on_submit=True,
            class_name=theme.DIALOG_FORM,
        ),
        id=box,
        key=acts,
        role="dialog",
        aria_labelledby=f"{box}-title",
        class_name=theme.DIALOG,
        custom_attrs={"popover": "auto"},
    )


def field(
    name: str,
    label: rx.Var[str] | str,
    *,
    kind: Literal["text", "datetime-local"] = "text",
    most: int = 200,
) -> rx.Component:
    """A labelled line of a dialog's form."""
    return rx.el.label(
        label,
        rx.el.input(
            name=name,
            type=kind,
            required=True,
            max_length=most,
            auto_complete="off",
            class_name=theme.INPUT,
            data_testid=f"field-{name}",
        ),
        class_name=theme.FIELD,
    )
