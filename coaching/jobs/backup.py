"""Once a day: a backup into the data folder, while everybody goes on talking."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog

from coaching.domains.backups import service
from coaching.errors import ToneyError
from coaching.jobs.kind import Sweep

if TYPE_CHECKING:
    from coaching.agents.engine import Engine

EVERY = timedelta(days=1)
LOOK_EVERY_SECONDS = 900

_log = structlog.get_logger(__name__)


async def run(engine: Engine) -> None:
    """Make a backup when the newest one is a day old; a failure is logged and tried again."""
    settings, now = engine.settings, engine.clock.now()
    folder = settings.data_dir / "backups"
    newest = service.newest(folder, now=now)
    if not settings.backups_kept or (newest is not None and now - newest < EVERY):
        return
    try:
        made = await asyncio.to_thread(
            service.make_in,
            folder,
            settings.system_database,
            name=service.DAILY,
            keep=settings.backups_kept,
            now=now,
        )
    except (ToneyError, OSError) as error:
        _log.error("backup_failed", error=type(error).__name__)
    else:
        _log.info("backup_made", file=made.name, bytes=made.stat().st_size)


BACKUP = Sweep("backup", run, every_seconds=LOOK_EVERY_SECONDS)
