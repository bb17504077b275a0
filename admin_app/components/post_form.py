from __future__ import annotations

import reflex as rx


class PlainForm(rx.el.Fieldset):
    """A form that the browser sends by itself; the framework's own form never leaves the page."""

    tag = "form"
    action: rx.Var[str]
    method: rx.Var[str]


def post_form(*children: rx.Component, action: str, class_name: str = "") -> rx.Component:
    """Draw a form that is posted to a route."""
    return PlainForm.create(*children, action=action, method="post", class_name=class_name)


def get_form(*children: rx.Component, action: str, class_name: str = "") -> rx.Component:
    """Draw a form whose fields go into the address of a page."""
    return PlainForm.create(*children, action=action, method="get", class_name=class_name)
