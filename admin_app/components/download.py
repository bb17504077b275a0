from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme

if TYPE_CHECKING:
    from collections.abc import Sequence


def download(
    words: Sequence[rx.Component | str], href: rx.Var[str] | str, name: str
) -> rx.Component:
    """A link to a file; without `reloadDocument` the router looks for a page of that name."""
    return rx.el.a(
        *words,
        href=href,
        custom_attrs={"download": "", "reloadDocument": True},
        class_name=theme.SELECT,
        data_testid=name,
    )
