"""What is running, in which version, with which settings: secrets are named and never shown."""

from __future__ import annotations

import asyncio
import json
import platform
import re
import urllib.request
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, cast, get_args
from urllib.parse import urlsplit

import sqlalchemy as sa
from pydantic import SecretStr

from coaching.domains.backups import service as backups
from coaching.repositories.dialects import rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from coaching.repositories.db import Db
    from coaching.settings import Settings

PACKAGES = ("toney", "reflex", "sqlalchemy", "anthropic")
_PATIENCE_SECONDS = 2
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to ask, not to listen
_PASSWORD = re.compile(r"(://[^:/@]*):[^@/]*@")


@dataclass(frozen=True, slots=True)
class Health:
    """`parts` is what the app's `/ready` says, empty if it didn't answer; sizes are in bytes."""

    database: str
    answers: bool
    size: int
    revision: str
    parts: Mapping[str, bool]
    model: str
    backup_at: datetime | None
    versions: Mapping[str, str]
    settings: Sequence[tuple[str, str]]


async def health(db: Db, settings: Settings, *, now: datetime) -> Health:
    """Ask the database and the app how they are."""
    answers = await db.answers()
    size, revision = await _database(db) if answers else (0, "")
    parts, model = await asyncio.to_thread(_ready, settings)
    return Health(
        database="PostgreSQL" if db.is_postgres else "SQLite",
        answers=answers,
        size=size,
        revision=revision,
        parts=parts,
        model=model,
        backup_at=backups.newest(settings.data_dir / "backups", now=now),
        versions={**{name: version(name) for name in PACKAGES}, "python": _python()},
        settings=shown_settings(settings),
    )


def shown_settings(settings: Settings) -> list[tuple[str, str]]:
    """Return each setting with its value; a secret only says whether it is set."""
    return [
        (name.upper(), _shown(getattr(settings, name), field.annotation))
        for name, field in type(settings).model_fields.items()
    ]


def _shown(value: object, annotation: object) -> str:
    if isinstance(value, SecretStr) or SecretStr in get_args(annotation):
        is_set = value.get_secret_value() if isinstance(value, SecretStr) else value
        return "•••" if is_set else ""
    if isinstance(value, tuple):
        return ", ".join(map(str, cast("tuple[object, ...]", value)))
    return _PASSWORD.sub(r"\1:•••@", str(value))


async def _database(db: Db) -> tuple[int, str]:
    size = (
        "SELECT pg_database_size(current_database())"
        if db.is_postgres
        else "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    )
    async with db.system("admin health") as s:
        [(found,)] = await rows_of(s, sa.text(size))
        [(revision,)] = await rows_of(s, sa.text("SELECT version_num FROM alembic_version"))
    return int(found), str(revision)


def _ready(settings: Settings) -> tuple[Mapping[str, bool], str]:
    """Return the parts and the model's state from the app on this machine."""
    host = _EVERYWHERE.get(settings.host, settings.host)
    request = urllib.request.Request(
        f"http://{host}:{settings.port}/ready",
        headers={"Host": urlsplit(settings.app_url).netloc},
    )
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE_SECONDS) as answer:  # noqa: S310
            said = json.load(answer)
    except (OSError, ValueError):
        return {}, ""
    return dict(said.get("parts", {})), str(said.get("model", ""))


def _python() -> str:
    return platform.python_version()
