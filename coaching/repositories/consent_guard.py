"""Nothing that a person says or does is stored without their consent: one check for every write.

Every session of the apps has it, so that a new table, service or route can't forget it. Rows of
the account and of its settings are free (`FREE`), and so are deleting and emptying a field. For
what the engine writes in a turn or a job, the consent is checked when that begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import sqlalchemy as sa
from sqlalchemy import event
from sqlmodel import Session, select

from coaching.errors import ConsentMissing
from coaching.models import Consent
from coaching.models.base import Json
from coaching.repositories.consents import newest_first

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from uuid import UUID

    from sqlalchemy.orm import ORMExecuteState
    from sqlalchemy.orm import Session as AnySession

AGREED = "agreed"
"""Where a session's info has who decides whether a consent covers what holds now."""
_KNOWN = "agreed, and known"
FREE = frozenset(
    {
        "access_grants",
        "access_openings",
        "api_tokens",
        "app_locks",
        "beta_analytics",
        "consents",
        "handled_flags",
        "identities",
        "jobs",
        "passkeys",
        "push_subscriptions",
        "recovery_codes",
        "reminder_settings",
        "sessions",
        "usage_days",
        "users",
    }
)
"""Tables of a person that hold none of their words."""
_FREE_COLUMNS = {
    "profiles": frozenset({"locale", "time_zone", "country", "tier", "tension_confidence_label"}),
    "corrections": frozenset({"item", "said"}),  # what a deletion leaves, so that it stays deleted
    "reminders": frozenset({"channel"}),
}
"""Columns of other tables that are free, too: a row with nothing else may be made."""


def watch(kind: type[Session]) -> None:
    """Check every write of a kind of session."""
    event.listen(kind, "before_flush", _before_flush)
    event.listen(kind, "do_orm_execute", _before_statement)


def _before_flush(session: Session, _context: object, _instances: object) -> None:
    if AGREED not in session.info:
        return
    added: Iterable[Any] = session.new
    for row in added:
        table, values = row.__table__, cast("dict[str, Any]", vars(row))
        if _is_watched(table) and (table.name not in _FREE_COLUMNS or _says(table, values)):
            _require(session)
    changed: Iterable[Any] = session.dirty
    for row in changed:
        if _is_watched(row.__table__) and _says(row.__table__, _changed(row)):
            _require(session)


def _before_statement(state: ORMExecuteState) -> None:
    session, statement = state.session, state.statement
    if AGREED not in session.info or not isinstance(statement, sa.Insert | sa.Update):
        return
    table: Any = statement.table
    if not _is_watched(table) or session.info.get(_KNOWN):
        return
    given = state.parameters if isinstance(state.parameters, dict) else {}
    values = {**statement.compile(dialect=session.get_bind().dialect).params, **given}
    if (state.is_insert and table.name not in _FREE_COLUMNS) or _says(table, values):
        _require(session)


def _require(session: AnySession) -> None:
    """Refuse, unless the owner's newest consent covers what holds now; asked once a transaction."""
    info: dict[str, Any] = session.info
    if info.get(_KNOWN):
        return
    owner: UUID = info["owner"]
    newest = select(Consent).where(Consent.user_id == owner)
    newest = newest.order_by(*newest_first()).limit(1)
    covers: Callable[[Consent | None], bool] = info[AGREED]
    if not covers(session.scalars(newest).first()):
        raise ConsentMissing
    info[_KNOWN] = True


def _is_watched(table: sa.Table) -> bool:
    return "user_id" in table.c and table.name not in FREE


def _changed(row: object) -> dict[str, Any]:
    state: Any = sa.inspect(row)
    return {
        name: change.added[0]
        for name in state.mapper.columns.keys()  # noqa: SIM118 - no plain dict
        if (change := state.attrs[name].history).has_changes() and change.added
    }


def _says(table: sa.Table, values: dict[str, Any]) -> bool:
    """Return True if a column for words gets something; what is emptied is deleted."""
    return any(values.get(name) for name in _columns_of_words(table))


def _columns_of_words(table: sa.Table) -> Iterable[str]:
    free = _FREE_COLUMNS.get(table.name, frozenset())
    for column in table.columns:
        # An enum is a kind of text, and so are keys: neither is somebody's words.
        is_text = isinstance(column.type, sa.Text | sa.JSON | Json)
        if is_text and column.name not in free:
            yield column.name
