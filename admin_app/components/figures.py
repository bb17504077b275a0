from __future__ import annotations

from typing import TYPE_CHECKING, Any

import reflex as rx

from admin_app import theme

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

WIDE_FROM = 4


def stat(name: str, label: str, figure: rx.Var[str], note: rx.Var[str] | str) -> rx.Component:
    """One number with what it means."""
    return rx.el.div(
        rx.el.dt(label, class_name=theme.STAT_LABEL),
        rx.el.dd(figure, class_name=theme.STAT_FIGURE, data_testid=f"stat-{name}"),
        rx.el.dd(note, class_name=theme.NOTE),
        class_name=theme.STAT,
    )


def counted(
    title: str, what: str, how_many: str, rows: rx.vars.ArrayVar[Any], *, nothing: str
) -> rx.Component:
    """A panel with a short table of names and numbers, or a line that there are none."""
    return table(title, (what, how_many), rows, nothing=nothing)


def table(
    title: str,
    heads: Sequence[str],
    rows: rx.vars.ArrayVar[Any],
    *,
    nothing: str,
    note: rx.Var[str] | str = "",
    figures: Collection[int] = (),
    long: Collection[int] = (),
) -> rx.Component:
    """A panel with a table, or a line that there is nothing in it; a wide one scrolls by itself.

    `figures` are the places of a wide table's columns that are numbers: they are right-aligned.
    `long` are those whose texts are broken into lines.
    """

    def look(place: int) -> str:
        return theme.FIGURE_CELL if place in figures else theme.LONG_CELL if place in long else ""

    return rx.el.section(
        rx.el.h2(title, class_name=theme.PANEL_TITLE),
        rx.el.div(
            rx.el.table(
                rx.el.thead(
                    rx.el.tr(
                        *[
                            rx.el.th(head, scope="col", class_name=look(place))
                            for place, head in enumerate(heads)
                        ]
                    )
                ),
                rx.el.tbody(
                    rx.foreach(
                        rows,
                        lambda row: rx.el.tr(
                            *[
                                rx.el.td(row[place], class_name=look(place))
                                for place in range(len(heads))
                            ]
                        ),
                    )
                ),
                class_name=theme.TABLE if len(heads) < WIDE_FROM else theme.WIDE_TABLE,
            ),
            class_name=theme.SCROLLS,
            tab_index=0 if len(heads) >= WIDE_FROM else -1,
        ),
        rx.cond(rows.length() == 0, rx.el.p(nothing, class_name=theme.NOTE)),
        *([] if isinstance(note, str) and not note else [rx.el.p(note, class_name=theme.NOTE)]),
        class_name=theme.PANEL,
    )
