"""Sessions in a list, and the closing of the one that has ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.values.conversations import SessionStatus

if TYPE_CHECKING:
    from coaching.services.search import SessionHit
    from coaching.services.sessions import Closing as Left


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session in the list; `hit` and what stands round it when words were looked for.

    `turn` is where these words were said.
    """

    id: str = ""
    number: int = 0
    at: str = ""
    line: str = ""
    before: str = ""
    hit: str = ""
    after: str = ""
    is_open: bool = False
    turn: str = ""


@dataclass(frozen=True, slots=True)
class Closing:
    """What stands after a session."""

    id: str = ""
    note: str = ""
    feedback: str = ""


def row(found: SessionHit) -> SessionRow:
    """Return a session for the list."""
    session, place = found.session, found.snippet
    return SessionRow(
        id=str(session.id),
        number=session.session_number,
        at=session.created_at.isoformat(),
        line=found.title or found.line,
        before=place.before if place else "",
        hit=place.hit if place else "",
        after=place.after if place else "",
        is_open=session.session_status is SessionStatus.OPEN,
        turn=str(found.turn_id or ""),
    )


def closing(left: Left) -> Closing:
    """Return the closing of a session."""
    word = left.feedback.value if left.feedback else ""
    return Closing(str(left.conversation_id), left.note, word)
