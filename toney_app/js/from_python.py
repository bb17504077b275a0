"""What the page repeats from Python: the fields of a turn with their defaults, and limits."""

from __future__ import annotations

import json
from dataclasses import asdict

from coaching.values.clean_text import MAX_MESSAGE
from toney_app.views.chat.present import Draft, Tool, Turn
from toney_app.views.practices.present import Step

_CONSTANTS = {
    "EMPTY_TURN": asdict(Turn()),
    "EMPTY_TOOL": asdict(Tool()),
    "EMPTY_DRAFT": asdict(Draft()),
    "EMPTY_STEP": asdict(Step()),
    "MAX_MESSAGE": MAX_MESSAGE,
}


def code() -> str:
    """Return the module: one constant per line."""
    lines = (f"export const {name} = {json.dumps(value)};" for name, value in _CONSTANTS.items())
    return "\n".join(lines) + "\n"
