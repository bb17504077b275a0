"""Filters above a table: a form that the browser sends by itself, so that it works by keyboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import reflex as rx

from admin_app import theme
from admin_app.components.post_form import get_form

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Choice:
    """A filter: its name in the address, its label, and the choices with what each is called."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]


def filter_bar(
    action: str,
    choices: Sequence[Choice],
    chosen: rx.vars.ObjectVar[dict[str, str]],
    *,
    go: str,
    search: str = "",
    note: rx.Var[str] | str = "",
) -> rx.Component:
    """A row of choices, a search field if `search` has its label, and a button."""
    return get_form(
        *([_search(search, chosen)] if search else []),
        *[_choice(choice, chosen) for choice in choices],
        rx.el.button(go, type="submit", class_name=theme.SELECT, data_testid="filter-go"),
        rx.el.span(note, class_name=theme.FILTER_NOTE, data_testid="filter-note"),
        action=action,
        class_name=theme.FILTERS,
    )


def _search(label: str, chosen: rx.vars.ObjectVar[dict[str, str]]) -> rx.Component:
    return rx.el.input(
        type="search",
        name="q",
        key=chosen["q"],
        default_value=chosen["q"],
        placeholder=label,
        aria_label=label,
        max_length=64,
        auto_complete="off",
        class_name=theme.SEARCH,
        data_testid="filter-search",
    )


def _choice(choice: Choice, chosen: rx.vars.ObjectVar[dict[str, str]]) -> rx.Component:
    return rx.el.select(
        *[rx.el.option(words, value=value) for value, words in choice.options],
        name=choice.name,
        key=chosen[choice.name],
        default_value=chosen[choice.name],
        aria_label=choice.label,
        class_name=theme.SELECT,
        data_testid=f"filter-{choice.name}",
    )
