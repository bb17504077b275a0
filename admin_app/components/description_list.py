from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme

if TYPE_CHECKING:
    from collections.abc import Sequence


def description_list(
    title: str,
    pairs: rx.vars.ArrayVar[Sequence[Sequence[str]]],
    *,
    note: rx.Var[str] | str = "",
    is_wide: bool = False,
) -> rx.Component:
    """A panel of names and their values; a wide one has two pairs beside each other."""
    return rx.el.section(
        rx.el.h2(title, class_name=theme.PANEL_TITLE),
        pairs_of(pairs, is_wide=is_wide),
        *([] if isinstance(note, str) and not note else [rx.el.p(note, class_name=theme.NOTE)]),
        class_name=theme.PANEL,
    )


def pairs_of(
    pairs: rx.vars.ArrayVar[Sequence[Sequence[str]]], *, is_wide: bool = False
) -> rx.Component:
    """Names and their values."""
    return rx.el.dl(
        rx.foreach(pairs, lambda pair: rx.fragment(rx.el.dt(pair[0]), rx.el.dd(pair[1]))),
        class_name=theme.WIDE_PAIRS if is_wide else theme.PAIRS,
    )
