"""Find the process that holds the data folder, or works on the server's database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.repositories import engine_lock
from coaching.repositories.engines import is_postgres
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


def require_none_anywhere(settings: Settings) -> None:
    """Refuse also while an engine works on a server's database: it would know nothing of this."""
    require_none(settings)
    if is_postgres(settings.database) and engine_lock.works_on_server(settings.database):
        raise AlreadyRunning("Toney is running on this database: stop it first")
