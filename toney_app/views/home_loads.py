"""What the views read when they appear; Rewire follows the focus card (pages.py)."""

from __future__ import annotations

from toney_app.device_state import DeviceState
from toney_app.props import Then
from toney_app.views.chat.state import ChatState
from toney_app.views.check_ins.state import CheckInState
from toney_app.views.goals.state import GoalsState
from toney_app.views.home.state import HomeState
from toney_app.views.practices.library_state import PracticesState
from toney_app.views.purchases.state import ShelfState
from toney_app.views.sessions.doors_state import DoorsState
from toney_app.views.settings.state import SettingsState
from toney_app.views.wins.state import WinsState


def home_loads() -> Then:
    """Return the handlers that fill the views, the one that is seen first at the front."""
    views = (HomeState, DoorsState, ChatState, WinsState, SettingsState)
    below = (GoalsState, CheckInState, PracticesState, ShelfState, DeviceState)
    return [state.load() for state in (*views, *below)]
