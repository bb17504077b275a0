"""Puts the keeper of open connections around the app's server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reflex.istate.manager.memory import StateManagerMemory

from coaching.domains.api_tokens import service as api_tokens
from coaching.services import devices, keys
from coaching.serving.apps import face
from coaching.serving.connections import Connections
from coaching.serving.cookies import session_cookie
from coaching.settings import read_settings
from toney_app.engine import engine
from toney_app.session_state import SessionState

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from uuid import UUID

    from reflex.app import App as ReflexApp

    from coaching.serving.asgi import App

_BEARER = "bearer "


def connections(app: Callable[[], ReflexApp]) -> Callable[[App], App]:
    """Return the wrapper; `app` is asked for the tabs' states when one is to be freed."""

    def wrap(server: App) -> App:
        return Connections(
            server,
            cookie=session_cookie(face(read_settings(), "toney")),
            key_of=_key_of,
            owners=_owners,
            forget=lambda tab: forget(app(), tab),
        )

    return wrap


def forget(app: ReflexApp, tab: str) -> None:
    """Free what a tab holds, unless it was filled for somebody or is being worked with."""
    manager = app.state_manager
    if not isinstance(manager, StateManagerMemory):
        return  # shared between processes, and expires there
    for key, (_, token) in list(manager._token_expires_at.items()):
        lock = manager._states_locks.get(token.lock_key)
        if token.ident == tab and not (lock and lock.locked()):
            session = manager.states[key].get_substate(SessionState.get_full_name().split("."))
            if session._owner is None:
                manager._purge_token(token)


def _key_of(cookie: str, authorization: str) -> str:
    if authorization:
        is_bearer = authorization.lower().startswith(_BEARER)
        return keys.token_hash(authorization[len(_BEARER) :].strip()) if is_bearer else ""
    return keys.token_hash(cookie) if keys.may_be_token(cookie) else ""


async def _owners(hashes: Collection[str]) -> Mapping[str, UUID]:
    coaching = engine()
    now = coaching.clock.now()
    found = await devices.owners(coaching.db, hashes, now=now)
    others = [one for one in hashes if one not in found]
    return found | await api_tokens.owners(coaching.db, others, now=now) if others else found
