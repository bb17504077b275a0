"""How people moved between steps: bands as SVG, with the table of their numbers behind it.

Attributes that the framework doesn't know would become a style, which the CSP refuses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme
from admin_app.components.charts import numbers_behind

if TYPE_CHECKING:
    from collections.abc import Sequence

ROW, LEFT, RIGHT, WIDTH = 34, 116, 264, 380
"""Units of the SVG: the height of a step, where bands begin and end, and the whole width."""
THICKEST = 22


@dataclass(frozen=True, slots=True)
class Band:
    """A move: its path, and how thick it is."""

    path: str
    width: str


def band(start: int, end: int, people: int, most: int) -> Band:
    """Return the band between two steps, counted from 0."""
    y, to = (ROW * step + ROW // 2 for step in (start, end))
    middle = (LEFT + RIGHT) // 2
    width = max(people / most * THICKEST, 1.5)
    return Band(f"M{LEFT} {y} C{middle} {y} {middle} {to} {RIGHT} {to}", f"{width:.1f}")


def stage_flow(
    title: str,
    names: Sequence[str],
    bands: rx.vars.ArrayVar[Sequence[Band]],
    rows: rx.vars.ArrayVar[Sequence[Sequence[str]]],
    *,
    ask: str,
    said: str,
    nothing: str,
) -> rx.Component:
    """A panel with the steps before on the left, the steps now on the right, or a line.

    The first row of `rows` are the heads.
    """
    flow = rx.fragment(
        rx.el.svg(
            rx.foreach(
                bands,
                lambda one: rx.el.svg.path(d=one.path, custom_attrs={"strokeWidth": one.width}),
            ),
            *[_name(name, step, is_left=True) for step, name in enumerate(names)],
            *[_name(name, step, is_left=False) for step, name in enumerate(names)],
            view_box=f"0 0 {WIDTH} {ROW * len(names)}",
            role="img",
            aria_label=said,
            class_name=theme.FLOW,
        ),
        numbers_behind(title, rows, ask),
        rx.el.p(said, class_name=theme.NOTE),
    )
    return rx.el.section(
        rx.el.h2(title, class_name=theme.PANEL_TITLE),
        rx.cond(bands.length() == 0, rx.el.p(nothing, class_name=theme.NOTE), flow),
        class_name=theme.PANEL,
    )


def _name(name: str, step: int, *, is_left: bool) -> rx.Component:
    return rx.el.svg.text(
        name,
        x=str(LEFT - 8 if is_left else RIGHT + 8),
        y=str(ROW * step + ROW // 2 + 4),
        custom_attrs={"textAnchor": "end" if is_left else "start"},
    )
