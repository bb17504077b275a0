"""Who may call what in the admin app: every handler and every route, from the code itself."""

from __future__ import annotations

import reflex as rx

import admin_app.admin_app  # every page registers its states  # noqa: F401
from admin_app.api import ROLES, api
from scripts.app_access import FRAMEWORK, states_below

HEAD = """\
# Who may do what in the admin app

Every handler and every route, from the code (`make snap`). `viewer` is anyone who is signed in,
`admin` the role that may change things and read words that a person has granted; `public` needs no
sign-in. A page shows strangers the sign-in form only. A test calls each of them as a stranger and
as a viewer.

| handler or route | who |
| --- | --- |
"""


def handlers() -> dict[str, str | None]:
    """Return each handler with who may call it; None for one without a door."""
    return {
        f"{state.__name__}.{name}": getattr(handler.fn, "__guard__", None)
        for state in sorted(states_below(rx.State), key=lambda state: state.__name__)
        if state.__module__.startswith("admin_app.")
        for name, handler in sorted(state.event_handlers.items())
        if name not in FRAMEWORK
    }


def routes() -> dict[str, str | None]:
    """Return each route with who may call it; None for one that names nobody."""
    return {
        f"{method.upper()} {path}": ROLES.get(path)
        for path, operations in api.openapi()["paths"].items()
        for method in operations
    }


def table() -> str:
    """Return docs/admin-access.md."""
    rows = {**handlers(), **routes()}
    return HEAD + "".join(f"| `{name}` | {who} |\n" for name, who in rows.items())
