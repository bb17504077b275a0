"""Session state: what one message of a session leaves for the next, as stored with the session.

`of` is its only reader, `change` its only writer.
"""

from __future__ import annotations

from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, Unpack

from pydantic import TypeAdapter, ValidationError

from coaching.values.context import PendingOffer

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1
_OFFER = TypeAdapter(PendingOffer)


@dataclass(frozen=True, slots=True)
class SessionState:
    """`told` is what the prefaces have said so far, `opening` the last reply's first words.

    `opened` maps a prepared first line to its turn, `pending` is an offer without an answer, and
    `check` an open question about danger. `noted_by` says who had the last word about the closing
    note; `is_read` that note and briefing were asked for. `unknown` keeps what another version
    stored.
    """

    told: Mapping[str, Any] = field(default_factory=dict[str, Any])
    opening: str = ""
    opened: Mapping[str, str] = field(default_factory=dict[str, str])
    pending: PendingOffer | None = None
    check: Mapping[str, Any] | None = None
    gap_days: float | None = None
    is_read: bool = False
    noted_by: str = ""
    summarized_turns: int = 0
    unknown: Mapping[str, Any] = field(default_factory=dict[str, Any])


class StateChanges(TypedDict, total=False):
    """Some fields of `SessionState`, to be changed."""

    told: Mapping[str, Any]
    opening: str
    opened: Mapping[str, str]
    pending: PendingOffer | None
    check: Mapping[str, Any] | None
    gap_days: float | None
    is_read: bool
    noted_by: str
    summarized_turns: int


class Stateful(Protocol):
    """A session with its stored state."""

    state: dict[str, Any]


def of(session: Stateful) -> SessionState:
    """Return the state of a session; rows without a version are read like version 1."""
    stored = session.state
    known = {name: stored[name] for name in _DEFAULTS if stored.get(name) is not None}
    known["pending"] = pending_offer(stored.get("pending"))
    unknown = {name: value for name, value in stored.items() if name not in _STORED}
    return SessionState(**known, unknown=unknown)


def change(session: Stateful, **changes: Unpack[StateChanges]) -> None:
    """Change fields of the state and keep the others; fields with their default aren't stored."""
    state = replace(of(session), **changes)
    values = asdict(state)
    stored = {name: values[name] for name, default in _DEFAULTS.items() if values[name] != default}
    session.state = {**state.unknown, **stored, "version": VERSION}


def restore(session: Stateful, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Undo a change of stored fields, but not of those that were changed again since `after`."""
    now = session.state
    unchanged = {key: value for key, value in before.items() if now.get(key) == after.get(key)}
    session.state = {**now, **unchanged}


def pending_offer(stored: object) -> PendingOffer | None:
    """Return a stored offer; None if another version of the coach wrote it."""
    try:
        return _OFFER.validate_python(stored) if stored else None
    except ValidationError:
        return None


_DEFAULTS = {
    f.name: f.default if f.default_factory is MISSING else f.default_factory()
    for f in fields(SessionState)
    if f.name != "unknown"
}
_STORED = frozenset({*_DEFAULTS, "version"})
