"""Cost of the AI for one person this month. The saving mode is a field of the profile."""

from __future__ import annotations

from fastapi import APIRouter

from coaching.domains.own_costs import service as own_costs
from coaching.values.enums import Role
from coaching.values.model_choice import Reason
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import Instant, Out

router = APIRouter(tags=["costs"])


class CallsOut(Out):
    """The calls of one role to one model for one reason, in millionths of a dollar."""

    role: Role
    reason: Reason
    model: str
    calls: int
    micro_usd: int
    is_known: bool


class CostsOut(Out):
    """The month so far; `limitMicroUsd` is 0 without a limit."""

    started_at: Instant
    resets_at: Instant
    calls: list[CallsOut]
    micro_usd: int
    is_known: bool
    limit_micro_usd: int
    messages_today: int
    messages_per_day: int
    day_resets_at: Instant
    is_saving: bool


@router.get("/api/costs")
async def read_costs(coaching: Engine, person: Owner) -> CostsOut:
    """Return what the AI cost for the person since the first of the month, and why."""
    async with coaching.unit(person) as s:
        found = await own_costs.read(s, person, coaching.settings, now=coaching.clock.now())
    return CostsOut.model_validate(found)
