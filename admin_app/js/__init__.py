"""The admin page's own JavaScript, and what it shares with the user app."""

from __future__ import annotations

from coaching.serving.js import modules_of, shared_modules

FOLDER = "utils/admin"
"""Where the modules are in the build: Python imports them from `$/utils/admin/<name>`."""


def modules() -> dict[str, str]:
    """Return the code of each module by its path in the build."""
    found = modules_of(__name__) | shared_modules()
    return {f"{FOLDER}/{name}": code for name, code in sorted(found.items())}
