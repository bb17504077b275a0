"""Small charts without a library (ADR 0048): bars and lines as SVG, each beside its number.

Without inline styles, which the Content Security Policy refuses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, HEIGHT = 160, 28
"""The box of a line, in the units of its SVG."""
WIDE, TALL = 600, 120
"""The box of columns; the page stretches it."""
SLOT = 0.7
"""The part of its place that a column fills."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A row with a bar; `width` is a percentage, `figure` and `note` are ready to show.

    `accent` is a tension whose colour the bar has.
    """

    name: str
    figure: str
    width: str
    note: str = ""
    accent: str = ""


@dataclass(frozen=True, slots=True)
class LineChart:
    """A row with a line: `path` is the SVG path, `figures` its numbers as a sentence."""

    name: str
    figure: str
    path: str
    figures: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ColumnChart:
    """A column for each day: `front` and, paler and behind it, `back` are SVG paths.

    `top` is what the highest one stands for, `first` and `last` are the days at its ends, and
    `figures` are the numbers as a sentence.
    """

    front: str = ""
    back: str = ""
    top: str = ""
    first: str = ""
    last: str = ""
    figures: str = ""


def share(part: int, whole: int) -> str:
    """Return the width of a bar; 0 % when there is nothing to compare with."""
    return f"{part / whole:.0%}" if whole else "0%"


def line_path(values: Sequence[int], top: int) -> str:
    """Return the SVG path of values on a scale from 0 to `top`, the first one on the left."""
    step = WIDTH / max(len(values) - 1, 1)
    points = [
        f"{index * step:.1f} {HEIGHT - value / max(top, 1) * (HEIGHT - 2) - 1:.1f}"
        for index, value in enumerate(values)
    ]
    return "M" + " L".join(points)


def columns_path(values: Sequence[int], top: int) -> str:
    """Return the SVG path of a column for each value on a scale from 0 to `top`."""
    place = WIDE / max(len(values), 1)
    width, gap = place * SLOT, place * (1 - SLOT) / 2
    return " ".join(
        f"M{index * place + gap:.1f} {TALL}v-{value / top * TALL:.1f}h{width:.1f}V{TALL}z"
        for index, value in enumerate(values)
        if value > 0
    )


def bars(
    title: str, rows: rx.vars.ArrayVar[Sequence[Bar]], *, note: rx.Var[str] | str, nothing: str
) -> rx.Component:
    """A panel with a bar per row and the number beside it."""
    return _panel(
        title,
        rx.foreach(
            rows,
            lambda row: rx.el.li(
                rx.el.span(row.name),
                rx.el.svg(
                    rx.el.svg.rect(width=row.width, height="100%", class_name=theme.BAR),
                    class_name=theme.TRACK,
                    aria_hidden="true",
                ),
                rx.el.span(row.figure, class_name=theme.FIGURE),
                rx.el.span(row.note, class_name=theme.NOTE),
                data_accent=row.accent,
            ),
        ),
        rows.length() == 0,
        note=note,
        nothing=nothing,
    )


def lines(
    title: str,
    rows: rx.vars.ArrayVar[Sequence[LineChart]],
    *,
    numbers: rx.vars.ArrayVar[Sequence[Sequence[str]]],
    ask: str,
    note: rx.Var[str] | str,
    nothing: str,
) -> rx.Component:
    """A panel with a line per row, all on one scale, and a table behind them that `ask` opens.

    The first row of `numbers` are the heads: when, and the names of the lines.
    """
    return _panel(
        title,
        rx.foreach(
            rows,
            lambda row: rx.el.li(
                rx.el.span(row.name),
                rx.el.svg(
                    rx.el.svg.path(d=row.path),
                    view_box=f"0 0 {WIDTH} {HEIGHT}",
                    custom_attrs={"preserveAspectRatio": "none"},
                    role="img",
                    aria_label=row.figures,
                    class_name=theme.LINE,
                ),
                rx.el.span(row.figure, class_name=theme.FIGURE),
                rx.el.span(row.note, class_name=theme.NOTE),
            ),
        ),
        rows.length() == 0,
        numbers_behind(title, numbers, ask),
        note=note,
        nothing=nothing,
    )


def columns(
    title: str,
    chart: rx.vars.ObjectVar[ColumnChart],
    *,
    numbers: rx.vars.ArrayVar[Sequence[Sequence[str]]],
    ask: str,
    note: rx.Var[str] | str,
    nothing: str,
    legend: tuple[str, str] | None = None,
) -> rx.Component:
    """A panel with a column for each day, and the table behind it that `ask` opens.

    `legend` names the front columns, then the paler ones. It and `note` explain the columns, so
    they aren't shown without one.
    """
    is_empty = chart.front == ""
    return rx.el.section(
        rx.el.div(
            rx.el.h2(title, class_name=theme.PANEL_TITLE),
            rx.cond(is_empty, rx.fragment(), _legend(*legend)) if legend else rx.fragment(),
            class_name=theme.CHART_HEAD,
        ),
        rx.cond(
            is_empty,
            rx.el.p(nothing, class_name=theme.NOTE),
            rx.el.figure(
                rx.el.span(chart.top, class_name=theme.NOTE),
                rx.el.svg(
                    rx.el.svg.path(d=chart.back, class_name=theme.COLUMN_BACK),
                    rx.el.svg.path(d=chart.front, class_name=theme.COLUMN),
                    view_box=f"0 0 {WIDE} {TALL}",
                    custom_attrs={"preserveAspectRatio": "none"},
                    role="img",
                    aria_label=chart.figures,
                    class_name=theme.COLUMNS,
                ),
                rx.el.div(
                    rx.el.span(chart.first),
                    rx.el.span(chart.last),
                    class_name=theme.COLUMN_ENDS,
                ),
            ),
        ),
        numbers_behind(title, numbers, ask),
        rx.cond(is_empty, rx.fragment(), rx.el.p(note, class_name=theme.NOTE)),
        class_name=theme.PANEL,
    )


def numbers_behind(
    title: str, numbers: rx.vars.ArrayVar[Sequence[Sequence[str]]], ask: str
) -> rx.Component:
    """A table that `ask` opens, its heads in the first row; nothing without rows."""

    def cells(row: rx.vars.ArrayVar[Sequence[str]], index: rx.vars.NumberVar[int]) -> rx.Component:
        return rx.el.tr(
            rx.foreach(
                row,
                lambda cell: rx.cond(index == 0, rx.el.th(cell, scope="col"), rx.el.td(cell)),
            )
        )

    return rx.cond(
        numbers.length() > 0,
        rx.el.details(
            rx.el.summary(
                ask, aria_label=f"{ask} {title}", class_name=theme.ASK, data_testid="ask-numbers"
            ),
            rx.el.div(
                rx.el.table(rx.el.tbody(rx.foreach(numbers, cells)), class_name=theme.TABLE),
                class_name=theme.SCROLLS,
                tab_index=0,
            ),
        ),
    )


def _legend(front: str, back: str) -> rx.Component:
    return rx.el.p(
        rx.el.span(class_name=theme.KEY, aria_hidden="true"),
        front,
        rx.el.span(class_name=theme.KEY_BACK, aria_hidden="true"),
        back,
        class_name=theme.LEGEND,
    )


def _panel(
    title: str,
    rows: rx.Component,
    is_empty: rx.vars.BooleanVar,
    *more: rx.Component,
    note: rx.Var[str] | str,
    nothing: str,
) -> rx.Component:
    return rx.el.section(
        rx.el.h2(title, class_name=theme.PANEL_TITLE),
        rx.el.ul(rows, class_name=theme.CHART),
        rx.cond(is_empty, rx.el.p(nothing, class_name=theme.NOTE)),
        *more,
        rx.el.p(note, class_name=theme.NOTE),
        class_name=theme.PANEL,
    )
