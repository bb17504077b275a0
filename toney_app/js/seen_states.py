"""The states that the page keeps for a start without a connection, and the shape of each.

What an older version kept is shown only where a state has the same shape: another version may mean
something else by a name.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, get_args, get_origin, get_type_hints

from toney_app.device_state import DeviceState
from toney_app.notice_state import NoticeState
from toney_app.props import Prop
from toney_app.session_state import SessionState
from toney_app.views.chat.state import ChatState
from toney_app.views.help.state import HelpState
from toney_app.views.home.state import HomeState
from toney_app.views.practices.library_state import PracticesState
from toney_app.views.practices.player_state import PlayerState
from toney_app.views.purchases.state import ShelfState
from toney_app.views.rewire.state import RewireState
from toney_app.views.settings.state import SettingsState
from toney_app.views.wins.state import WinsState

if TYPE_CHECKING:
    import reflex as rx

KEPT: dict[str, type[rx.State]] = {
    "session": SessionState,
    "home": HomeState,
    "chat": ChatState,
    "rewire": RewireState,
    "wins": WinsState,
    "practices": PracticesState,
    "help": HelpState,
    "settings": SettingsState,
    "player": PlayerState,
    "shelf": ShelfState,
}
"""Home, the newest messages, cards, wins, exercises and the one that runs, the shelf, help and
settings."""
_READ_HERE: dict[str, type[rx.State]] = {
    "device": DeviceState,
    "notice": NoticeState,
}
_LENGTH = 12


def code() -> str:
    """Return the module."""
    names = {name: state.get_full_name() for name, state in (KEPT | _READ_HERE).items()}
    shapes = {state.get_full_name(): shape(state) for state in KEPT.values()}
    return (
        f"export const STATES = {json.dumps(names)};\nexport const SHAPES = {json.dumps(shapes)};\n"
    )


def shape(state: type[rx.State]) -> str:
    """Return a hash over the names and types of what a state shows."""
    shown = {name: _described(var._var_type) for name, var in sorted(state.base_vars.items())}
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:_LENGTH]


def _described(kind: Prop) -> Prop:
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return {field.name: _described(hints[field.name]) for field in fields(kind)}
    if get_origin(kind) is not None:
        return [str(get_origin(kind)), *map(_described, get_args(kind))]
    return str(kind)
