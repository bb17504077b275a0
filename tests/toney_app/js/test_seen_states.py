from __future__ import annotations

from dataclasses import dataclass

import reflex as rx

from toney_app.js import seen_states
from toney_app.views.home.state import HomeState
from toney_app.views.wins.state import WinsState


@dataclass(frozen=True)
class Line:
    """A line of a view."""

    text: str = ""


@dataclass(frozen=True)
class LongLine:
    """The same with one field more."""

    text: str = ""
    day: str = ""


class ShortState(rx.State):
    """A view."""

    lines: rx.Field[list[Line]] = rx.field(default_factory=list[Line])


class LongState(rx.State):
    """The same view in another version."""

    lines: rx.Field[list[LongLine]] = rx.field(default_factory=list[LongLine])


def test_a_field_of_a_field_changes_the_shape_of_a_state() -> None:
    assert seen_states.shape(ShortState) != seen_states.shape(LongState)
    assert seen_states.shape(HomeState) == seen_states.shape(HomeState)


def test_the_page_knows_each_state_by_the_frameworks_name() -> None:
    code = seen_states.code()
    assert f'"home": "{HomeState.get_full_name()}"' in code
    assert f'"{WinsState.get_full_name()}": "{seen_states.shape(WinsState)}"' in code
