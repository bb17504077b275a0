"""Reads the gauges of `/metrics` from the database, when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.errors import Unavailable
from coaching.repositories import jobs, turn_statistics
from coaching.values.enums import JobStatus, TurnStatus

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coaching.repositories.db import Db
    from coaching.serving.telemetry import Meters

_JOBS = (JobStatus.DUE, JobStatus.RUNNING, JobStatus.FAILED)
_TURNS = (TurnStatus.QUEUED, TurnStatus.RUNNING)


async def read(db: Db, meters: Meters, parts: Mapping[str, bool]) -> None:
    """Set what the database knows; when it is away, its gauges keep their last value."""
    for part, is_ready in parts.items():
        meters.ready.labels(part).set(is_ready)
    meters.connections.set(db.connections_in_use)
    try:
        async with db.system("metrics") as s:
            by_status = await jobs.counts(s)
            unfinished = await turn_statistics.by_status(s)
    except Unavailable:
        return
    for status in _JOBS:
        meters.jobs.labels(status.value).set(by_status.get(status, 0))
    for status in _TURNS:
        meters.turns_now.labels(status.value).set(unfinished.get(status, 0))
