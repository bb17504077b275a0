"""A table whose cells are darker the larger their number is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme

if TYPE_CHECKING:
    from collections.abc import Sequence

DARKEST = 5


@dataclass(frozen=True, slots=True)
class Heat:
    """A cell: its text, and how dark it is from 0 to `DARKEST`."""

    figure: str
    level: str = "0"


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A row with its name."""

    name: str
    cells: list[Heat]


def heat(figure: str, value: int, most: int) -> Heat:
    """Return a cell; any number above zero has some colour."""
    level = 0 if not value or not most else max(round(value / most * DARKEST), 1)
    return Heat(figure, str(level))


def heat_map(
    title: str,
    heads: Sequence[str],
    rows: rx.vars.ArrayVar[Sequence[HeatRow]],
    *,
    nothing: str,
    note: str = "",
) -> rx.Component:
    """A panel with the table, or a line that there is nothing in it; it scrolls by itself."""
    return rx.el.section(
        rx.el.h2(title, class_name=theme.PANEL_TITLE),
        rx.el.div(
            rx.el.table(
                rx.el.thead(rx.el.tr(*[rx.el.th(head, scope="col") for head in heads])),
                rx.el.tbody(
                    rx.foreach(
                        rows,
                        lambda row: rx.el.tr(
                            rx.el.th(row.name, scope="row"),
                            rx.foreach(
                                row.cells,
                                lambda cell: rx.el.td(
                                    rx.el.span(cell.figure, class_name="admin-heat-" + cell.level)
                                ),
                            ),
                        ),
                    )
                ),
                class_name=theme.HEAT,
            ),
            class_name=theme.SCROLLS,
            tab_index=0,
            role="region",
            aria_label=title,
        ),
        rx.cond(rows.length() == 0, rx.el.p(nothing, class_name=theme.NOTE)),
        *([rx.el.p(note, class_name=theme.NOTE)] if note else []),
        class_name=theme.PANEL,
    )
