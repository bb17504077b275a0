"""A number with its days as a line, what it counts one tap away. No inline styles (CSP)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, HEIGHT, EDGE = 120, 32, 2
"""The box of a line, in the units of its SVG, and what stays free above and below."""


@dataclass(frozen=True, slots=True)
class Told:
    """A number that is ready to show; `said` has the line's numbers as a sentence."""

    figure: str = ""
    note: str = ""
    path: str = ""
    said: str = ""


def spark_path(values: Sequence[float | None]) -> str:
    """Return the SVG path of values from 0 to the largest; it breaks where there is none."""
    top = max((value for value in values if value is not None), default=0) or 1
    step = WIDTH / max(len(values) - 1, 1)
    parts: list[str] = []
    is_down = False
    for index, value in enumerate(values):
        if value is None:
            is_down = False
            continue
        height = HEIGHT - EDGE - value / top * (HEIGHT - 2 * EDGE)
        # A point without neighbours is a line to itself: its round ends make it a dot.
        parts.append(f"{'L' if is_down else 'M'}{index * step:.1f} {height:.1f}")
        if not is_down:
            parts.append(f"L{index * step:.1f} {height:.1f}")
        is_down = True
    return " ".join(parts)


def told_figure(
    name: str, label: str, told: rx.vars.ObjectVar[Told], *, means: str, ask: str
) -> rx.Component:
    """A group of a description list: label, number, note, line and definition."""
    return rx.el.div(
        rx.el.dt(label, class_name=theme.STAT_LABEL),
        rx.el.dd(told.figure, class_name=theme.STAT_FIGURE, data_testid=f"stat-{name}"),
        rx.el.dd(told.note, class_name=theme.NOTE),
        rx.el.dd(
            rx.el.svg(
                rx.el.svg.path(d=told.path),
                view_box=f"0 0 {WIDTH} {HEIGHT}",
                preserve_aspect_ratio="none",
                role="img",
                aria_label=told.said,
                class_name=theme.SPARK,
            ),
        ),
        rx.el.dd(
            rx.el.details(
                rx.el.summary(
                    ask, aria_label=f"{ask} {label}", class_name=theme.ASK, data_testid="ask"
                ),
                rx.el.p(means, class_name=theme.NOTE, data_testid=f"means-{name}"),
            ),
        ),
        class_name=theme.TOLD,
    )
