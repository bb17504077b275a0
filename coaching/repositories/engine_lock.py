"""One engine per data folder: a kernel lock on a file that names its holder."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

from coaching.errors import ToneyError, Unavailable

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "engine.lock"


class EngineBusy(ToneyError):
    """Another engine works on this data folder."""

    def __init__(self, pid: int | None) -> None:
        who = f"process {pid}" if pid else "another process"
        super().__init__(f"{who} already runs the engine on this data folder; stop it first")
        self.pid = pid


class EngineLock:
    """Held for an engine's life; the kernel gives it back when the process ends, also by a kill.

    Start children by `subprocess` only: a forked child would keep the lock.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, data_dir: Path) -> EngineLock:
        """Take the lock or refuse with the holder's pid. The file itself is never removed."""
        try:
            data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(data_dir / FILE_NAME, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise _unusable(data_dir, error) from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = _read_pid(descriptor)
            os.close(descriptor)
            raise EngineBusy(pid) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        return cls(descriptor)

    def release(self) -> None:
        """Give the lock back; a second call does nothing."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def holder(data_dir: Path) -> int | None:
    """Return the pid of the engine that works on a data folder, or None."""
    try:
        descriptor = os.open(data_dir / FILE_NAME, os.O_RDWR)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unusable(data_dir, error) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read_pid(descriptor)
    else:
        return None
    finally:
        os.close(descriptor)


def works_on_server(url: str) -> bool:
    """Return True if an engine keeps time on a PostgreSQL database (`jobs.leader`)."""
    import psycopg  # noqa: PLC0415 - its driver takes time and 6 MB

    try:
        with psycopg.connect(url, connect_timeout=5, autocommit=True) as db:
            free = db.execute("SELECT pg_try_advisory_lock(hashtext('toney:scheduler'))").fetchone()
    except psycopg.OperationalError as error:
        raise Unavailable(f"the database cannot be reached: {error}".strip()) from error
    return free == (False,)


def _unusable(data_dir: Path, error: OSError) -> Unavailable:
    return Unavailable(f"can't write into the data folder {data_dir}: {error.strerror}")


def _read_pid(descriptor: int) -> int | None:
    text = os.pread(descriptor, 32, 0).decode(errors="replace").strip()
    return int(text) if text.isdigit() else None
