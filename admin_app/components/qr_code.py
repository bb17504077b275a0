from __future__ import annotations

import reflex as rx

from admin_app import theme


def qr_code(path: rx.Var[str] | str, size: rx.Var[int] | int, *, label: str) -> rx.Component:
    """A QR code, drawn as one path so that it needs no image from elsewhere."""
    return rx.el.svg(
        rx.el.svg.path(d=path),
        view_box=f"0 0 {size} {size}",
        role="img",
        aria_label=label,
        class_name=theme.QR,
    )
