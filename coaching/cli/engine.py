"""Find the process that holds the data folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.repositories import engine_lock
from coaching.serving.failures import AlreadyRunning

if TYPE_CHECKING:
    from coaching.settings import Settings


def require_none(settings: Settings) -> None:
    """Refuse while an engine works on the embedded database, and name it."""
    is_embedded = not settings.database.startswith("postgres")
    pid = engine_lock.holder(settings.data_dir) if is_embedded else None
    if pid is not None:
        raise AlreadyRunning(
            f"process {pid} already serves {settings.data_dir}; stop Toney first, where it was"
            " started: with Ctrl-C, or by its service (a killed process is started again)"
        )
