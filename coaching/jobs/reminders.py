"""Each minute: the reminders that are due; each goes out once, whoever looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.jobs.kind import Sweep

if TYPE_CHECKING:
    from coaching.agents.engine import Engine


async def run(engine: Engine) -> int:
    """Send what is due; return how many were sent."""
    from coaching.domains.reminders import sending  # noqa: PLC0415 - cryptography takes a moment

    sender = sending.Sender(engine.db, engine.settings, engine.clock, on_end=engine.reminded)
    return await sending.send_due(sender)


REMINDERS = Sweep("reminders", run, every_seconds=60)
