"""A table whose rows come page by page, sorted and paged by links: the address says it all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import reflex as rx

from admin_app import theme
from admin_app.components.empty_state import empty_state
from admin_app.copy import t

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; with a `sort` it is a link. Numbers are right-aligned, long texts wrap."""

    label: str
    sort: str = ""
    is_number: bool = False
    is_long: bool = False

    @property
    def look(self) -> str:
        """Return the style of the column's cells."""
        return theme.NUMBER if self.is_number else theme.LONG if self.is_long else ""


@dataclass(frozen=True, slots=True)
class Row:
    """Cells that are ready to show; the first one is a link if there is an address."""

    cells: list[str]
    href: str = ""


@dataclass(frozen=True, slots=True)
class Paging:
    """The order that is shown and the addresses of the first and the next page."""

    sorted_by: str = ""
    first: str = ""
    next: str = ""


def address(route: str, /, **query: str) -> str:
    """Return a page's address with those parts of a query that aren't empty."""
    known = {key: value for key, value in query.items() if value}
    return f"{route}?{urlencode(known)}" if known else route


def data_table(
    name: str,
    columns: Sequence[Column],
    rows: rx.vars.ArrayVar[Sequence[Row]],
    *,
    label: str,
    nothing: rx.Var[str] | str,
    sort_links: rx.vars.ObjectVar[dict[str, str]] | None = None,
    paging: rx.vars.ObjectVar[Paging] | None = None,
) -> rx.Component:
    """A panel with the rows, or a line that there are none."""
    return rx.fragment(
        rx.el.section(
            rx.el.div(
                rx.el.table(
                    rx.el.thead(
                        rx.el.tr(*[_head(column, sort_links, paging) for column in columns])
                    ),
                    rx.el.tbody(rx.foreach(rows, lambda row: _row(name, columns, row))),
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
        ),
        pager(paging) if paging is not None else rx.fragment(),
    )


def _head(
    column: Column,
    links: rx.vars.ObjectVar[dict[str, str]] | None,
    paging: rx.vars.ObjectVar[Paging] | None,
) -> rx.Component:
    aligned = column.look
    if not column.sort or links is None or paging is None:
        return rx.el.th(column.label, scope="col", class_name=aligned)
    is_sorted = paging.sorted_by == column.sort
    return rx.el.th(
        rx.el.a(
            column.label,
            rx.cond(is_sorted, rx.icon("chevron_down", size=14, aria_hidden="true")),
            href=links[column.sort],
            class_name=theme.SORT,
        ),
        scope="col",
        class_name=aligned,
        aria_sort=rx.cond(is_sorted, "descending", "none"),
    )


def _row(name: str, columns: Sequence[Column], row: rx.vars.ObjectVar[Row]) -> rx.Component:
    first, *others = [row.cells.to(list[str])[place] for place in range(len(columns))]
    return rx.el.tr(
        rx.el.td(
            rx.cond(row.href != "", rx.el.a(first, href=row.href, class_name=theme.ROW_LINK), first)
        ),
        *[
            rx.el.td(cell, class_name=column.look)
            for column, cell in zip(columns[1:], others, strict=True)
        ],
        data_testid=f"{name}-row",
    )


def pager(paging: rx.vars.ObjectVar[Paging]) -> rx.Component:
    """Links to the first and the next page, where there is one."""
    return rx.el.div(
        rx.cond(
            paging.first != "",
            rx.el.a(
                t("page.first"),
                href=paging.first,
                class_name=theme.SELECT,
                data_testid="page-first",
            ),
        ),
        rx.cond(
            paging.next != "",
            rx.el.a(
                t("page.next"), href=paging.next, class_name=theme.SELECT, data_testid="page-next"
            ),
        ),
        class_name=theme.PAGER,
    )
