"""What all calls of a UTC day cost, as the last check found it; above the limit no model is asked.

A check each minute writes one row that every unit may read: a turn never adds up everybody's calls.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.repositories import audit, house, model_calls
from coaching.services.usage import day_of, next_day

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.settings import Settings

KEY = "cost_today"
MICRO = 1_000_000


async def check(s: AsyncSession, settings: Settings, *, now: datetime) -> int:
    """Add up today's calls, keep the sum, and alert once a day; needs a system unit."""
    tomorrow = next_day(now)
    total = await model_calls.cost_between(s, tomorrow - timedelta(days=1), tomorrow)
    before = await house.setting(s, KEY) or {}
    known = {"day": day_of(now), "micro_usd": total, "alerted": before.get("alerted")}
    if total >= settings.cost_alert_usd_per_day * MICRO and known["alerted"] != known["day"]:
        known["alerted"] = known["day"]
        details = {"day": known["day"], "micro_usd": total}
        await audit.add(s, actor="system", action="cost_alert", details=details, at=now)
    await house.set_setting(s, KEY, known, now=now)
    return total


async def spent(s: AsyncSession, *, now: datetime) -> int:
    """Return what the last check found, in millionths of a dollar; may be asked in any unit."""
    known = await house.setting(s, KEY) or {}
    return int(known.get("micro_usd", 0)) if known.get("day") == day_of(now) else 0
