"""Event allow-list: events that our page never sends are refused without further handling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reflex_base.registry import RegistrationContext

from toney_app.notice_state import NoticeState

if TYPE_CHECKING:
    from reflex.app import App

_NOWHERE = {
    "name": f"{NoticeState.get_full_name()}.show_problem",
    "payload": {"key": "ui.problem.not_found"},
}
# The framework's states all answer to these; no page sends them.
_LEFTOVERS = frozenset({"hydrate", "set_is_hydrated", "setvar"})


def refuse_unknown_events(app: App) -> None:
    """Look at an event before the framework does, which would log it with all it carries."""
    namespace = app.event_namespace
    if namespace is None:
        raise RuntimeError("an app with states has a socket")
    take = namespace.on_event

    async def take_known_events(sid: str, data: object) -> None:
        await take(sid, data if _is_known(data) else _NOWHERE)

    namespace.on_event = take_known_events


def _is_known(event: object) -> bool:
    if not isinstance(event, dict) or not isinstance(name := event.get("name"), str):
        return False
    has_parts = all(isinstance(event.get(part, {}), dict) for part in ("payload", "router_data"))
    is_leftover = name.rpartition(".")[2] in _LEFTOVERS
    return has_parts and not is_leftover and name in RegistrationContext.get().event_handlers
