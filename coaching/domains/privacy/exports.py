"""Files with everything of one person, which an admin has had written at the person's request.

They hold all of somebody's words, so they go after a week, and at once when the person leaves.
"""

from __future__ import annotations

import json
import os
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from pathlib import Path
    from uuid import UUID

    from coaching.settings import Settings

FOLDER = "exports"
"""In the data folder."""
KEPT = timedelta(days=7)


def write(settings: Settings, owner: UUID, found: Mapping[str, Any], *, now: datetime) -> Path:
    """Write a person's export into a file that only its owner may read, and return it."""
    folder = settings.data_dir / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f"{owner}-{now:%Y-%m-%d}.json"
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
        json.dump(found, out, ensure_ascii=False)
    return file


def delete_old(settings: Settings, *, now: datetime) -> int:
    """Delete the files that were written longer ago than they are kept; return how many."""
    before = (now - KEPT).timestamp()
    return _delete(one for one in _files(settings, "*") if one.stat().st_mtime < before)


def delete_of(settings: Settings, owner: UUID) -> int:
    """Delete a person's files, of whichever day; return how many."""
    return _delete(_files(settings, f"{owner}-*"))


def _files(settings: Settings, name: str) -> Iterable[Path]:
    folder = settings.data_dir / FOLDER
    return sorted(folder.glob(f"{name}.json")) if folder.is_dir() else ()


def _delete(files: Iterable[Path]) -> int:
    found = list(files)
    for file in found:
        file.unlink(missing_ok=True)
    return len(found)
