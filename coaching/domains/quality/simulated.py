"""Limits of the simulator for each admin and UTC day, counted from the access log."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.errors import LimitReached
from coaching.repositories import audit
from coaching.services.usage import next_day

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.domains.admin_access.service import SignedInAdmin
    from coaching.repositories.db import Db
    from coaching.settings import Settings

ACTION = "simulated"
_MESSAGES = "You’ve sent {most} messages in the simulator today. You can go on tomorrow (UTC)."
_COST = "Your messages in the simulator have cost ${most:g} today. You can go on tomorrow (UTC)."


async def require_left(db: Db, settings: Settings, admin: SignedInAdmin, *, now: datetime) -> None:
    """Raise `LimitReached` if the admin has used up today's messages or today's money."""
    async with db.system("simulator") as s:
        since = next_day(now) - timedelta(days=1)
        found = await audit.details_of(s, actor=admin.name, action=ACTION, since=since)
    most, dollars = settings.simulator_messages_per_day, settings.simulator_usd_per_day
    if len(found) >= most:
        say = _MESSAGES.format(most=most)
        raise LimitReached(say=say, limit=most, reset_at=next_day(now))
    spent = sum(int(entry.get("microusd", 0)) for entry in found) / 1e6
    if dollars and spent >= dollars:
        say = _COST.format(most=dollars)
        raise LimitReached(say=say, limit=int(dollars), reset_at=next_day(now))


async def note(db: Db, admin: SignedInAdmin, *, persona: str, microusd: int, now: datetime) -> None:
    """Write down one message and what its calls cost; do it for a failed one, too."""
    details = {"persona": persona, "microusd": microusd}
    async with db.system("simulator", write=True) as s:
        await audit.add(s, actor=admin.name, action=ACTION, at=now, details=details)
