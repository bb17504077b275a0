"""The simulator: talk as somebody made up, read the prompt that was sent, try out a draft of it."""

from __future__ import annotations

from admin_app.page import Page
from admin_app.pages.simulator_parts import simulator_view
from admin_app.pages.simulator_state import SimulatorState

PAGE = Page(
    "simulator",
    "/simulator",
    "flask_conical",
    simulator_view,
    SimulatorState.load,
    group="running",
)
