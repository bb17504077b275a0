"""Log of deleted accounts by id and day, in a file of the data folder outside all backups.

A backup that is restored brings people back who left after it was made: this list says who has to
go again. A line is kept for as long as a backup can be.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from coaching.settings import Settings

FILE_NAME = "people_who_left"
_PRIVATE_FILE = 0o600
_DAY = timedelta(days=1)


def note(settings: Settings, owner: UUID, *, at: datetime) -> None:
    """Add a person; call it in the transaction that deletes their rows."""
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(_file(settings), os.O_WRONLY | os.O_CREAT | os.O_APPEND, _PRIVATE_FILE)
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(f"{at.isoformat(timespec='seconds')} {owner}\n")
        stream.flush()
        os.fsync(stream.fileno())


def people(settings: Settings) -> list[UUID]:
    """Return who left, oldest first."""
    return [owner for _, owner in _lines(_file(settings))]


def forget(settings: Settings, *, now: datetime) -> int:
    """Remove the people whom no backup can hold any more; return how many. 0 days: keep all."""
    if not settings.backup_days:
        return 0
    file = _file(settings)
    found = list(_lines(file))
    oldest = now - timedelta(days=settings.backup_days) - _DAY
    kept = [(at, owner) for at, owner in found if at >= oldest]
    if len(kept) < len(found):
        draft = file.with_suffix(f".{os.getpid()}")
        draft.touch(mode=_PRIVATE_FILE)
        draft.write_text("".join(f"{at.isoformat()} {owner}\n" for at, owner in kept), "ascii")
        draft.replace(file)
    return len(found) - len(kept)


def _file(settings: Settings) -> Path:
    return settings.data_dir / FILE_NAME


def _lines(file: Path) -> Iterator[tuple[datetime, UUID]]:
    if not file.exists():
        return
    for line in file.read_text("ascii", errors="replace").splitlines():
        at, _, owner = line.partition(" ")
        try:
            yield datetime.fromisoformat(at), UUID(owner)
        except ValueError:
            continue  # a line that a power cut left unfinished
