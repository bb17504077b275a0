"""Who may call what in the user app: every handler and every route, from the code itself.

The two apps register their states in the same place; a process can make only one of the apps, so
what is imported here are pages.
"""

from __future__ import annotations

from typing import Any

import reflex as rx

import toney_app.pages  # every page registers its states  # noqa: F401
from toney_app.api import api

HEAD = """\
# Who may call what in the user app

Every handler and every route, from the code (`make snap`). `person` is somebody who is signed in,
a guest too; each reaches their own rows only. `session` needs the browser's session; with `token` a
personal API token will do as well; `anyone` needs neither. docs/admin-access.md has the admin app.

| handler or route | who |
| --- | --- |
"""
FRAMEWORK = frozenset({"hydrate", "hydrate_and_load", "set_is_hydrated", "setvar"})
"""Reflex's own, in every app: they load the page, nothing else."""
WHO = {"owner": "person", "public": "anyone"}


def table() -> str:
    """Return docs/app-access.md."""
    rows = {**handlers(), **routes()}
    return HEAD + "".join(f"| `{name}` | {who} |\n" for name, who in rows.items())


def handlers() -> dict[str, str]:
    """Return each handler with who may call it."""
    return {
        f"{state.__name__}.{name}": WHO[handler.fn.__guard__]
        for state in sorted(states_below(rx.State), key=lambda state: state.__name__)
        if state.__module__.startswith("toney_app.")
        for name, handler in sorted(state.event_handlers.items())
        if name not in FRAMEWORK
    }


def routes() -> dict[str, str]:
    """Return each route of the JSON API with who may call it."""
    described: dict[str, Any] = api.openapi()["paths"]
    return {
        f"{method.upper()} {path}": _who(operation)
        for path, operations in sorted(described.items())
        for method, operation in operations.items()
    }


def states_below(state: type[Any]) -> set[type[Any]]:
    """Return a state and all below it."""
    below = {found for one in state.get_substates() for found in states_below(one)}
    return below | {state}


def _who(operation: dict[str, Any]) -> str:
    needs = operation.get("security", [])
    return " or ".join(name for way in needs for name in way) or "anyone"
