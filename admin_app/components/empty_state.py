from __future__ import annotations

import reflex as rx

from admin_app import theme


def empty_state(words: rx.Var[str] | str) -> rx.Component:
    """Say that there is nothing here yet, or nothing that fits the filter."""
    return rx.el.p(words, class_name=theme.EMPTY, data_testid="empty")
