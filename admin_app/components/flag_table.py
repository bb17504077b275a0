"""The quality queue as a table: each row opens its entry, and has what can be done at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import reflex as rx

from admin_app import theme
from admin_app.components.data_table import pager
from admin_app.components.empty_state import empty_state
from admin_app.copy import t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from admin_app.components.data_table import Paging


@dataclass(frozen=True, slots=True)
class FlagRow:
    """An entry that is ready to show; `about` says which one it is to those who hear a button."""

    key: str
    href: str
    what: str
    cells: list[str]
    about: str
    may_make: bool = False
    has_case: bool = False
    is_handled: bool = False


@dataclass(frozen=True, slots=True)
class FlagActs:
    """What can be done with an entry: event handlers of the framework, and whether one may."""

    may: Any
    make: Any
    undo: Any
    handle: Any


def flag_table(
    rows: rx.vars.ArrayVar[Sequence[FlagRow]],
    paging: rx.vars.ObjectVar[Paging],
    acts: FlagActs,
) -> rx.Component:
    """A panel with the entries, or a line that there are none."""
    heads = t("quality.columns").split(" | ")
    return rx.fragment(
        rx.el.section(
            rx.el.div(
                rx.el.table(
                    rx.el.thead(
                        rx.el.tr(
                            *[rx.el.th(head, scope="col") for head in heads],
                            rx.cond(
                                acts.may,
                                rx.el.th(t("quality.actions"), scope="col", class_name=theme.STAYS),
                            ),
                        )
                    ),
                    rx.el.tbody(
                        rx.foreach(
                            rows,
                            lambda row: _row(row, len(heads) - 1, acts),
                        )
                    ),
                    aria_label=t("quality.title"),
                    class_name=theme.DATA_TABLE,
                ),
                class_name=theme.SCROLLS,
                tab_index=0,
                role="region",
                aria_label=t("quality.title"),
            ),
            rx.cond(rows.length() == 0, empty_state(t("quality.nothing"))),
            class_name=theme.PANEL,
        ),
        pager(paging),
    )


def _row(row: rx.vars.ObjectVar[FlagRow], columns: int, acts: FlagActs) -> rx.Component:
    return rx.el.tr(
        rx.el.td(
            rx.el.a(row.what, href=row.href, class_name=theme.ROW_LINK), class_name=theme.WRAPS
        ),
        *[rx.el.td(row.cells.to(list[str])[place]) for place in range(columns)],
        rx.cond(
            acts.may,
            rx.el.td(
                rx.el.div(
                    _button(
                        rx.cond(row.is_handled, t("quality.reopen"), t("quality.handle")),
                        row.about,
                        acts.handle(row.key),
                        "flag-handle",
                    ),
                    rx.cond(
                        row.has_case,
                        _button(t("quality.unmake"), row.about, acts.undo(row.key), "flag-unmake"),
                        rx.cond(
                            row.may_make,
                            _button(t("quality.make"), row.about, acts.make(row.key), "flag-make"),
                        ),
                    ),
                    class_name=theme.ROW_ACTS,
                ),
                class_name=theme.STAYS,
            ),
        ),
        data_testid="flag-row",
    )


def _button(
    words: rx.Var[str] | str,
    about: rx.Var[str],
    on_click: Any,  # noqa: ANN401 - an event handler of the framework
    name: str,
) -> rx.Component:
    return rx.el.button(
        words,
        rx.el.span(", ", about, class_name=theme.SCREEN_READER),
        type="button",
        on_click=on_click,
        class_name=theme.ACT,
        data_testid=name,
    )
