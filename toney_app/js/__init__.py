"""The page's own JavaScript: files beside this one, and modules that are generated from Python."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from toney_app.js import from_python, help_data, practice_data, seen_states

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = "utils/toney"
"""Where the modules are in the build: Python imports them from `$/utils/toney/<name>`."""
_OF_ITS_OWN = "service_worker.js"
"""Runs beside the page and imports nothing of it (toney_app/pwa.py)."""
GENERATED: dict[str, Callable[[], str]] = {
    "help_data.js": help_data.code,
    "from_python.js": from_python.code,
    "practice_data.js": practice_data.code,
    "seen_states.js": seen_states.code,
}


def modules() -> dict[str, str]:
    """Return the code of each module by its path in the build."""
    written = {
        file.name: file.read_text("utf-8")
        for file in files(__name__).iterdir()
        if file.name.endswith(".js") and file.name != _OF_ITS_OWN
    }
    generated = {name: code() for name, code in GENERATED.items()}
    return {f"{FOLDER}/{name}": code for name, code in sorted((written | generated).items())}
