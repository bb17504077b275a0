from __future__ import annotations

from typing import TYPE_CHECKING

import reflex as rx
from reflex.state import BaseState  # noqa: TC002 - beside the state it belongs to

from toney_app import pages

if TYPE_CHECKING:
    from collections.abc import Iterator

# Reflex's own, in every app: they load the page, nothing else.
FRAMEWORK = {"hydrate", "hydrate_and_load", "set_is_hydrated", "setvar"}
PUBLIC = {"ArrivalState.arrive", "NoticeState.show_problem", "NoticeState.fade"}


def states(root: type[BaseState] = rx.State) -> Iterator[type[BaseState]]:
    for state in root.get_substates():
        if state.__module__.startswith("toney_app."):
            yield state
        yield from states(state)


def test_every_handler_has_a_door() -> None:
    assert len(pages.PAGES) > 0
    doors = {
        f"{state.__name__}.{name}": getattr(handler.fn, "__guard__", None)
        for state in states()
        for name, handler in state.event_handlers.items()
        if name not in FRAMEWORK
    }
    assert len(doors) > 40
    assert {name for name, door in doors.items() if door == "public"} == PUBLIC
    assert {name for name, door in doors.items() if door != "public"} == {
        name for name, door in doors.items() if door == "owner"
    }


def test_nothing_else_of_a_state_can_be_called() -> None:
    assert set(rx.State.event_handlers) == FRAMEWORK


def test_states_stay_small() -> None:
    for state in states():
        own = [v for v in state.base_vars if not v.startswith("is_hydrated")]
        assert len(own) <= 9, state
        assert len(set(state.event_handlers) - FRAMEWORK) <= 9, state
