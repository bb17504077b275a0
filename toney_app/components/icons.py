from __future__ import annotations

import reflex as rx

from toney_app import theme


def icon(name: str, size: str = theme.ICON, tone: str = "") -> rx.Component:
    """A Lucide icon. Use it next to a word or inside a labelled button."""
    return rx.icon(name, class_name=theme.join(size, tone), custom_attrs={"aria-hidden": "true"})


def mark(class_name: str = "") -> rx.Component:
    """Toney's mark: the coin at the lowest point of a slack string."""
    return rx.el.svg(
        rx.el.path(
            d="M2.5 5.5C5.5 19.5 13 22.5 21.5 12.5",
            custom_attrs={"stroke": "currentColor", "strokeWidth": "2", "strokeLinecap": "round"},
        ),
        rx.el.circle(cx="12.07", cy="12.89", r="4.5", custom_attrs={"fill": "currentColor"}),
        view_box="0 0 24 24",
        class_name=class_name,
        custom_attrs={"aria-hidden": "true", "fill": "none"},
    )


def avatar(shape: str = "avatar") -> rx.Component:
    return rx.el.span(mark(), class_name=shape)
