"""Session state: the one reader and the one writer of `conversations.state`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from coaching.values import session_state

if TYPE_CHECKING:
    from coaching.models import Conversation
    from coaching.values.session_state import SessionState, StateChanges


def of(session: Conversation) -> SessionState:
    """Return the state of a session."""
    return session_state.from_json(session.state)


def change(session: Conversation, **changes: Unpack[StateChanges]) -> None:
    """Change fields of the state and keep the others."""
    session.state = session_state.to_json(replace(of(session), **changes))
