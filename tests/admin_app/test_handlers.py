from __future__ import annotations

import reflex as rx

from admin_app.pages.costs import CostsState
from admin_app.pages.intel import IntelState
from admin_app.pages.metrics import MetricsState
from admin_app.pages.overview import OverviewState

# Reflex's own, in every app: they load the page, nothing else.
FRAMEWORK = {"hydrate", "hydrate_and_load", "set_is_hydrated", "setvar"}


def test_every_handler_has_a_door() -> None:
    doors = {
        f"{state.__name__}.{name}": getattr(handler.fn, "__guard__", None)
        for state in {
            OverviewState,
            MetricsState,
            IntelState,
            CostsState,
            *rx.State.get_substates(),
        }
        if state.__module__.startswith("admin_app.")
        for name, handler in state.event_handlers.items()
        if name not in FRAMEWORK
    }
    assert doors == {
        "OverviewState.load": "public",
        "MetricsState.load": "public",
        "MetricsState.choose_range": "public",
        "IntelState.load": "public",
        "CostsState.load": "public",
    }
