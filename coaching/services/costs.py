"""Cost of all model calls of a UTC day. Above the limit, no model is called.

A check each minute writes one row that every unit may read: a turn never adds up everybody's calls.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.repositories import app_settings, audit, model_calls
from coaching.services.usage import day_of, next_day

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.model_calls import Traffic
    from coaching.settings import Settings

KEY = "cost_today"
MICRO = 1_000_000
MANY_CALLS, MANY_FAULTS = "many_calls", "many_faults"
MOST_CALLS = 100  # of one person in a day (K10)
MOST_BAD = 0.05  # share of calls that failed
ENOUGH_CALLS = 20  # fewer say nothing about a share


async def check(s: AsyncSession, settings: Settings, *, now: datetime) -> int:
    """Add up today's calls, keep the sum, and alert once a day; needs a system unit."""
    tomorrow = next_day(now)
    total = await model_calls.cost_between(s, tomorrow - timedelta(days=1), tomorrow)
    before = await app_settings.setting(s, KEY) or {}
    known = {**before, "day": day_of(now), "micro_usd": total, "alerted": before.get("alerted")}
    if total >= settings.cost_alert_usd_per_day * MICRO and known["alerted"] != known["day"]:
        known["alerted"] = known["day"]
        details = {"day": known["day"], "micro_usd": total}
        await audit.add(s, actor="system", action="cost_alert", details=details, at=now)
    traffic = await model_calls.traffic_between(s, tomorrow - timedelta(days=1), tomorrow)
    for cause, figure in alerts_of(traffic).items():
        if known.get(cause) != known["day"]:
            known[cause] = known["day"]
            details = {"day": known["day"], "figure": figure}
            await audit.add(s, actor="system", action=cause, details=details, at=now)
    await app_settings.set_setting(s, KEY, known, now=now)
    return total


def alerts_of(traffic: Traffic) -> dict[str, int]:
    """Return what an admin has to know of a day's calls (E45), each with its figure.

    `many_calls`: somebody had more than a hundred. `many_faults`: more than five of a hundred ended
    badly; a few calls say nothing yet.
    """
    found: dict[str, int] = {}
    if traffic.most_of_one > MOST_CALLS:
        found[MANY_CALLS] = traffic.most_of_one
    if traffic.calls >= ENOUGH_CALLS and traffic.bad > traffic.calls * MOST_BAD:
        found[MANY_FAULTS] = round(traffic.bad / traffic.calls * 100)
    return found


async def spent(s: AsyncSession, *, now: datetime) -> int:
    """Return what the last check found, in millionths of a dollar; may be asked in any unit."""
    known = await app_settings.setting(s, KEY) or {}
    return int(known.get("micro_usd", 0)) if known.get("day") == day_of(now) else 0
