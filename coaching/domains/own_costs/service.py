"""A person's own month: calls, models and reasons, cost, limits, and the saving mode."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coaching.domains.own_costs import queries
from coaching.repositories import profiles, usage
from coaching.rules.model_choice import usual_reason
from coaching.services.costs import MICRO
from coaching.services.usage import day_of, next_day, next_month, start_of_month
from coaching.values.enums import Role

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.own_costs.queries import Calls
    from coaching.settings import Settings


@dataclass(frozen=True, slots=True)
class OwnCosts:
    """Model calls for a person in this UTC month. `limit_micro_usd` is 0 without a limit.

    `is_known` is False if a price or the tokens of a call had to be guessed: then the sum is ours.
    """

    started_at: datetime
    resets_at: datetime
    calls: tuple[Calls, ...]
    limit_micro_usd: int
    messages_today: int
    messages_per_day: int
    day_resets_at: datetime
    is_saving: bool

    @property
    def micro_usd(self) -> int:
        """Return what all of it cost."""
        return sum(row.micro_usd for row in self.calls)

    @property
    def is_known(self) -> bool:
        """Return True if every price was known."""
        return all(row.is_known for row in self.calls)


async def read(s: AsyncSession, owner: UUID, settings: Settings, *, now: datetime) -> OwnCosts:
    """Return a person's month so far."""
    start = start_of_month(now)
    rows = await queries.calls_since(s, owner, start)
    return OwnCosts(
        started_at=start,
        resets_at=next_month(now),
        calls=tuple(map(_with_reason, rows)),
        limit_micro_usd=round(settings.cost_limit_usd_per_person_per_month * MICRO),
        messages_today=await usage.used(s, owner, day=day_of(now)),
        messages_per_day=settings.interactions_per_day,
        day_resets_at=next_day(now),
        is_saving=await is_saving(s, owner),
    )


async def is_saving(s: AsyncSession, owner: UUID) -> bool:
    """Return True if the person wants Toney to cost less."""
    return (await profiles.require(s, owner)).saving_mode


def _with_reason(row: Calls) -> Calls:
    """Calls of before reasons were kept asked the role's own model."""
    return row if row.reason else replace(row, reason=usual_reason(Role(row.role)).value)
