"""A look at the embedded database that costs nothing: most starts find it at this version.

What this does not recognise is looked at properly, by the machinery that can also change it.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from coaching.settings import Settings

_REVISION = re.compile(r"""^(down_)?revision\b[^=]*=\s*["']([^"']+)["']""", re.MULTILINE)


def is_current(settings: Settings, migrations: Path) -> bool:
    """Return True if the SQLite file in the data folder is surely at the newest version."""
    file = settings.data_dir / "toney.db"
    if settings.database_url or settings.database_migration_url or not file.exists():
        return False
    if settings.toney_database_key.get_secret_value() or settings.toney_database_key_file:
        return False  # only what opens an encrypted file can tell
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.Error:
        return False
    return {version for (version,) in versions} == _newest(migrations)


def _newest(migrations: Path) -> set[str]:
    known: set[str] = set()
    built_upon: set[str] = set()
    for script in migrations.glob("*.py"):
        for is_older, revision in _REVISION.findall(script.read_text("utf-8")):
            (built_upon if is_older else known).add(revision)
    return known - built_upon
