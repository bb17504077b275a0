"""Runs migrations on SQLite and PostgreSQL, each one in its own transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from alembic import context
from sqlmodel import AutoString, SQLModel

import coaching.models
from coaching.repositories.migrations import migration_engine

if TYPE_CHECKING:
    from alembic.autogenerate.api import AutogenContext
    from sqlalchemy.engine import Connection

_OURS = (coaching.models.UTCDateTime, coaching.models.Json)
_OF_THE_SEARCH = ("search_fts", "idx_messages_doc", "idx_notes_doc")
_COLUMNS_OF_THE_SEARCH = ("doc", "tsv")


def render_item(kind: str, item: object, autogen: AutogenContext) -> str | Literal[False]:
    """Write our own types by name and texts as plain SQLAlchemy types."""
    if kind != "type":
        return False
    if isinstance(item, _OURS):
        name = type(item).__name__
        autogen.imports.add(f"from coaching.models import {name}")
        return f"{name}()"
    if isinstance(item, AutoString):
        return f"sa.String(length={item.length})" if item.length else "sa.Text()"
    return False


def is_ours(_item: object, name: str | None, kind: str, *_: object) -> bool:
    """Leave out what only the database's own full-text search uses (0010, 0031)."""
    if kind == "column":
        return name not in _COLUMNS_OF_THE_SEARCH
    return not (name or "").startswith(_OF_THE_SEARCH)


def run(connection: Connection) -> None:
    """Run what the caller asked for on an open connection."""
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_as_batch=True,
        compare_type=True,
        compare_server_default=True,
        transaction_per_migration=True,
        render_item=render_item,
        include_object=is_ours,
    )
    with context.begin_transaction():
        context.run_migrations()


engine = migration_engine(context.config.get_main_option("sqlalchemy.url") or "")
try:
    with engine.connect() as connection:
        run(connection)
        connection.commit()
finally:
    engine.dispose()
