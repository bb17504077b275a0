"""A person's export becomes a person of this instance; nothing that is there is changed.

Ids stay as they are, unless one of them is taken here, or the person left here: a restore deletes
again who left under an id. Then all of them are new. Left out is what only counts where it was
made: ways to sign in, whose secrets are in no export and which a forged file could claim, the
consent, which named who received the words there, and what AI calls cost there: the limits here
would count it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID, uuid4

import sqlalchemy as sa
from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError, StatementError
from sqlmodel.main import default_registry

from coaching.domains.recovery_codes import service as recovery_codes
from coaching.errors import ToneyError
from coaching.models import Identity, Job, Profile, Turn, UsageDay, User
from coaching.repositories import audit, personal_data
from coaching.services.personal_data import FORMAT, VERSION
from coaching.values.enums import JobStatus, TurnStatus
from coaching.values.people import IdentityKind
from coaching.values.tiers import Tier

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db

    Tables = Mapping[str, list[dict[str, Any]]]

LARGEST = 200 * 1024 * 1024
MOST_ROWS = 1_000_000
_AT_ONCE = 500
_UUID = re.compile(
    r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}", re.IGNORECASE
)
_UNFINISHED_TURNS = frozenset({TurnStatus.QUEUED, TurnStatus.RUNNING})
_UNFINISHED_JOBS = frozenset({JobStatus.DUE, JobStatus.RUNNING})
_NOT_HERE = "counts only where it was made"
_LEFT_OUT = frozenset(
    {
        "access_grants",
        "access_openings",
        "consents",
        "eval_cases",
        "handled_flags",
        "model_calls",
        "passkeys",
        "person_numbers",
    }
)


class BadExport(ToneyError):
    """The file is no export of Toney, or not one that this version can import."""


@dataclass(slots=True)
class Imported:
    """The new person: their id, a code to sign in with, rows by table, and what was left out."""

    owner: UUID
    has_new_ids: bool
    code: str = ""
    rows: dict[str, int] = field(default_factory=dict[str, int])
    skipped: dict[str, str] = field(default_factory=dict[str, str])


async def import_person(
    db: Db, text: str | bytes, *, now: datetime, gone: Collection[UUID] = ()
) -> Imported:
    """Store everything of an export and a code to sign in with, and return what was done.

    `gone` are the ids of people who left here.
    All of it is one transaction, of the system because of the code and the audit trail; whose rows
    these are was checked when the file was read. Raise `BadExport` for a file that isn't one.
    """
    owner, tables = _read(text)
    has_new_ids = owner in gone or await _is_taken(db, tables)
    if has_new_ids:
        owner, tables = _with_new_ids(owner, tables)
    done = Imported(owner, has_new_ids)
    async with db.system("import", write=True) as s:
        for name, rows in _parents_first(tables, done):
            await _store(s, name, rows, done)
        await audit.add(s, actor="system", action="person_imported", at=now)
        done.code = await recovery_codes.renew(s, owner, at=now)
    return done


def _read(text: str | bytes) -> tuple[UUID, Tables]:
    try:
        found = cast("dict[str, Any]", json.loads(text))
        if found["format"] != FORMAT:
            raise BadExport("this is no export of Toney")
        if found["version"] > VERSION:
            raise BadExport("this export was made by a newer version of Toney: update this one")
        owner = UUID(found["userId"])
        tables = {str(name): list(rows) for name, rows in found["tables"].items()}
        if len(tables[User.__tablename__]) != 1:
            raise BadExport("an export holds exactly one person")
        if sum(map(len, tables.values())) > MOST_ROWS:
            raise BadExport(f"an export has at most {MOST_ROWS:,} rows")
        for name, rows in tables.items():
            _require_own(name, rows, owner)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise BadExport("this file is not an export of Toney, or it is damaged") from error
    return owner, tables


def _require_own(name: str, rows: list[dict[str, Any]], owner: UUID) -> None:
    column = "id" if name == User.__tablename__ else personal_data.OWNER
    if any(UUID(row[column]) != owner for row in rows):
        raise BadExport(f"a row of {name} belongs to somebody else")


async def _is_taken(db: Db, tables: Tables) -> bool:
    known = personal_data.tables()
    async with db.system("import") as s:
        connection = await s.connection()
        for name, rows in tables.items():
            if name not in known or "id" not in known[name].columns:
                continue
            ids = [UUID(row["id"]) for row in rows if "id" in row]
            for at in range(0, len(ids), _AT_ONCE):
                key = known[name].columns.id
                asked = sa.select(key).where(key.in_(ids[at : at + _AT_ONCE])).limit(1)
                if (await connection.execute(asked)).first() is not None:
                    return True
    return False


def _with_new_ids(owner: UUID, tables: Tables) -> tuple[UUID, Tables]:
    """Give each row a new id, wherever it is named: in keys, references and JSON, in both forms."""
    ids = {UUID(row["id"]).hex for rows in tables.values() for row in rows if "id" in row}
    fresh = {known: uuid4() for known in ids | {owner.hex}}

    def renamed(match: re.Match[str]) -> str:
        new = fresh.get(match[0].replace("-", "").lower())
        if new is None:
            return match[0]
        return str(new) if "-" in match[0] else new.hex

    text = _UUID.sub(renamed, json.dumps(tables))
    return fresh[owner.hex], cast("Tables", json.loads(text))


def _parents_first(tables: Tables, done: Imported) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    known = personal_data.tables()
    for name in tables:
        if name not in known and tables[name]:
            done.skipped[name] = "this version of Toney has no such table"
    for name, table in known.items():
        rows = tables.get(name, [])
        if not rows:
            continue
        if name in _LEFT_OUT or any(
            column.name in personal_data.SECRETS for column in table.columns
        ):
            done.skipped[name] = _NOT_HERE
        else:
            yield name, rows


async def _store(s: AsyncSession, name: str, rows: list[dict[str, Any]], done: Imported) -> None:
    kind = _kinds()[name]
    if name == Identity.__tablename__:
        rows = [row for row in rows if row["kind"] == IdentityKind.GUEST]
    try:
        made = [_settled(kind.model_validate(row)) for row in rows]
        s.add_all(made)
        await s.flush()
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise BadExport(f"a row of {name} can't be read: {where}") from error
    except (DBAPIError, StatementError) as error:
        raise BadExport(f"the database refuses a row of {name}") from error
    done.rows[name] = len(made)


def _settled(row: Any) -> Any:  # noqa: ANN401 - a row of any table
    """End unfinished turns and jobs, and give the smallest tier.

    Nothing may run because of an import, and a file must not give more than the instance does.
    """
    if isinstance(row, Profile):
        row.tier = Tier.FREE.value
    if isinstance(row, UsageDay):
        row.used = max(row.used, 0)
    if isinstance(row, Turn) and row.status in _UNFINISHED_TURNS:
        row.status, row.lease_until = TurnStatus.INTERRUPTED, None
    if isinstance(row, Job) and row.status in _UNFINISHED_JOBS:
        row.status, row.lease_until = JobStatus.DONE, None
    return row


def _kinds() -> dict[str, Any]:
    return {mapper.class_.__tablename__: mapper.class_ for mapper in default_registry.mappers}
