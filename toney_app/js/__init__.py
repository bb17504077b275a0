"""The page's own JavaScript: files beside this one, and modules that are generated from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.serving.js import modules_of, shared_modules
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
    own = modules_of(__name__)
    del own[_OF_ITS_OWN]
    generated = {name: code() for name, code in GENERATED.items()}
    found = own | shared_modules() | generated
    return {f"{FOLDER}/{name}": code for name, code in sorted(found.items())}
