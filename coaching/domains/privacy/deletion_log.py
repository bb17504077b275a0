"""Log of deleted accounts and of withdrawn consents by id and time, in files outside all backups.

A backup that is restored brings back who left, and the consent of who withdrew it, after it was
made: these lists say who has to go again, and whose consent ends again. A line is kept for as long
as a backup can be.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from coaching.settings import Settings

FILE_NAME = "people_who_left"
WITHDRAWN = "consents_withdrawn"
_PRIVATE_FILE = 0o600
_DAY = timedelta(days=1)


@contextmanager
def leaving(settings: Settings, owner: UUID, *, at: datetime) -> Generator[None]:
    """Add a person while their rows are deleted, and take them off again if that fails.

    A kill leaves them in the list, not a person who is gone out of it.
    """
    note(settings, owner, at=at)
    try:
        yield
    except BaseException:  # also one that is cancelled
        _keep(settings.data_dir / FILE_NAME, lambda when, who: (when, who) != (at, owner))
        raise


def note(settings: Settings, owner: UUID, *, at: datetime) -> None:
    """Add a person who left."""
    _add(settings.data_dir / FILE_NAME, owner, at)


def note_withdrawn(settings: Settings, owner: UUID, *, at: datetime) -> None:
    """Add a withdrawal; call it in the transaction that ends the consent."""
    _add(settings.data_dir / WITHDRAWN, owner, at)


def people(settings: Settings) -> list[UUID]:
    """Return who left, oldest first."""
    return [owner for _, owner in _lines(settings.data_dir / FILE_NAME)]


def withdrawn(settings: Settings) -> list[tuple[datetime, UUID]]:
    """Return when who withdrew their consent, oldest first."""
    return list(_lines(settings.data_dir / WITHDRAWN))


def forget(settings: Settings, *, now: datetime) -> int:
    """Remove lines that no backup is older than any more; return how many. 0 days: keep all."""
    if not settings.backup_days:
        return 0
    oldest = now - timedelta(days=settings.backup_days) - _DAY
    files = (settings.data_dir / name for name in (FILE_NAME, WITHDRAWN))
    return sum(_keep(file, lambda at, _: at >= oldest) for file in files)


def _add(file: Path, owner: UUID, at: datetime) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(_held(file), "a+", encoding="ascii") as stream:
        # Behind a line that a power cut left unfinished, this one would be lost too.
        stream.write(f"\n{at.isoformat()} {owner}\n")
        stream.flush()
        os.fsync(stream.fileno())


def _keep(file: Path, which: Callable[[datetime, UUID], bool]) -> int:
    """Remove all other lines; return how many."""
    if not file.exists():
        return 0
    with os.fdopen(_held(file), "a+", encoding="ascii"):
        found = list(_lines(file))
        kept = [(at, owner) for at, owner in found if which(at, owner)]
        if len(kept) < len(found):
            draft = file.with_suffix(f".{os.getpid()}")
            draft.touch(mode=_PRIVATE_FILE)
            with draft.open("w", encoding="ascii") as stream:
                stream.writelines(f"{at.isoformat()} {owner}\n" for at, owner in kept)
                stream.flush()
                os.fsync(stream.fileno())
            draft.replace(file)
    return len(found) - len(kept)


def _held(file: Path) -> int:
    """Open a file that no other process adds to or replaces until it is closed."""
    while True:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, _PRIVATE_FILE)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        if file.exists() and os.path.samestat(file.stat(), os.fstat(descriptor)):
            return descriptor
        os.close(descriptor)  # it was replaced meanwhile


def _lines(file: Path) -> Iterator[tuple[datetime, UUID]]:
    if not file.exists():
        return
    for line in file.read_text("ascii", errors="replace").splitlines():
        at, _, owner = line.partition(" ")
        try:
            yield datetime.fromisoformat(at), UUID(owner)
        except ValueError:
            continue  # a line that a power cut left unfinished
