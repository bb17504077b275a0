"""A table whose last cell is a button; the row's last value is the id that the button sends.

The first cell is a link if the row has an address. The button stays in sight beside a table that
scrolls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import reflex as rx

from admin_app import theme
from admin_app.components.empty_state import empty_state

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from admin_app.components.data_table import Row


def action_table(  # noqa: PLR0913 - each says one thing about the table
    name: str,
    heads: Sequence[str],
    rows: rx.vars.ArrayVar[Sequence[Row]],
    *,
    label: str,
    nothing: str,
    go: str,
    on_click: Any,  # noqa: ANN401 - an event handler of the framework
    may: rx.Var[bool] | bool,
    long: Collection[int] = (),
) -> rx.Component:
    """A panel with the rows; a row without an id, and whoever may not, has no button.

    `long` are the places of the columns whose texts are broken into lines.
    """
    last = len(heads)
    return rx.el.section(
        rx.el.h2(label, class_name=theme.PANEL_TITLE),
        rx.el.div(
            rx.el.table(
                rx.el.thead(
                    rx.el.tr(
                        *[rx.el.th(head, scope="col") for head in heads],
                        rx.el.td(class_name=theme.STAYS),
                    )
                ),
                rx.el.tbody(
                    rx.foreach(
                        rows,
                        lambda row: rx.el.tr(
                            rx.el.td(
                                rx.cond(
                                    row.href != "",
                                    rx.el.a(row.cells[0], href=row.href, class_name=theme.ROW_LINK),
                                    row.cells[0],
                                )
                            ),
                            *_cells(row, last, long),
                            rx.el.td(
                                rx.cond(
                                    may & (row.cells[last] != ""),
                                    rx.el.button(
                                        go,
                                        rx.el.span(
                                            ", ", row.cells[0], class_name=theme.SCREEN_READER
                                        ),
                                        type="button",
                                        on_click=on_click(row.cells[last]),
                                        class_name=theme.ACT,
                                        data_testid=f"{name}-do",
                                    ),
                                ),
                                class_name=theme.STAYS,
                            ),
                            data_testid=f"{name}-row",
                        ),
                    )
                ),
                aria_label=label,
                class_name=theme.DATA_TABLE,
            ),
            class_name=theme.SCROLLS,
            tab_index=0,
            role="region",
            aria_label=label,
        ),
        rx.cond(rows.length() == 0, empty_state(nothing)),
        class_name=theme.PANEL,
    )


def _cells(row: rx.vars.ObjectVar[Row], last: int, long: Collection[int]) -> list[rx.Component]:
    return [
        rx.el.td(row.cells.to(list[str])[place], class_name=theme.WRAPS if place in long else "")
        for place in range(1, last)
    ]
