"""Unfinished copies of the database: a backup, a restore or a conversion was killed.

They hold everybody's words under names of their own, so that nothing else would delete them.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.repositories.engines import is_postgres, sqlite_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.settings import Settings

TAKES_AT_MOST = timedelta(days=1)
"""Nothing that is older is still being written."""
_BESIDE_THE_DATABASE = (".backup-*", ".restore-*", ".*.converting")
_AMONG_BACKUPS = (".*.zip.*",)


def interrupted(settings: Settings, *, now: datetime) -> list[Path]:
    """Return the files and folders that were left by what was killed."""
    before = now - TAKES_AT_MOST
    return [one for one in _drafts(settings) if is_older(one, before)]


def remove(one: Path) -> None:
    """Delete a file or a folder."""
    if one.is_dir():
        shutil.rmtree(one, ignore_errors=True)
    else:
        one.unlink(missing_ok=True)


def is_older(file: Path, before: datetime) -> bool:
    """Return True if a file was written before an instant; not if it is gone meanwhile."""
    try:
        return datetime.fromtimestamp(file.stat().st_mtime, UTC) < before
    except FileNotFoundError:
        return False


def _drafts(settings: Settings) -> Iterator[Path]:
    for pattern in _AMONG_BACKUPS:
        yield from (settings.data_dir / "backups").glob(pattern)
    if not is_postgres(settings.database):
        for pattern in _BESIDE_THE_DATABASE:
            yield from Path(sqlite_file(settings.database)).parent.glob(pattern)
