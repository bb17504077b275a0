"""Cost of model calls, and of the same tokens without the prompt cache (A42).

The counterfactual: every token that was sent, whether read from the cache, written to it or
neither, at the model's plain input price, and the tokens of the answer as they were. Whole
micro-dollars, rounded up for each call, as the books are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.domains.metrics import days, spending
from coaching.domains.metrics.days import RAW, Kept, day_edges
from coaching.domains.metrics.done import times, who
from coaching.domains.metrics.kinds import Kind
from coaching.domains.metrics.quality import failures_by_tool
from coaching.repositories.tool_calls import ToolCount

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.spending import DaySpent, Spent
    from coaching.repositories.db import Db

DAYS = 30
INTERACTIONS_A_DAY = 5
"""How often a person writes, in a projection (E48)."""
PROJECTED = (10, 100, 1000)


@dataclass(frozen=True, slots=True)
class Costs:
    """The last thirty days in the admin's zone; money in micro-dollars.

    `interactions` are the messages that people sent; `tool_calls` those by tool, with the failed.
    """

    since: datetime
    by_model: tuple[Spent, ...]
    by_day: tuple[DaySpent, ...]
    interactions: int
    tools: tuple[ToolCount, ...]

    @property
    def microusd(self) -> int:
        """Return the calls' cost in micro-dollars."""
        return sum(row.microusd for row in self.by_model)

    @property
    def uncached_microusd(self) -> int:
        """Return what the same tokens cost without the prompt cache, in micro-dollars."""
        return sum(row.uncached_microusd for row in self.by_model)

    @property
    def saved_microusd(self) -> int:
        """Savings by caching; negative if cache writes cost more than reads saved."""
        return self.uncached_microusd - self.microusd

    @property
    def saved(self) -> float:
        """The share that caching saved."""
        return self.saved_microusd / self.uncached_microusd if self.uncached_microusd else 0.0

    @property
    def tokens(self) -> int:
        """All tokens, sent and received."""
        return sum(row.prompt_tokens + row.output_tokens for row in self.by_model)

    @property
    def tool_calls(self) -> int:
        """All calls of tools."""
        return sum(row.calls for row in self.tools)

    def an_interaction(self, figure: int) -> float:
        """Return a figure for one interaction; 0 before the first."""
        return figure / self.interactions if self.interactions else 0.0

    def projected(self) -> Mapping[int, float]:
        """Return micro-dollars a month for so many people who write five times a day (E48).

        Empty before the first call of a model: Simple mode says nothing about the price of one.
        """
        if not self.by_model:
            return {}
        month = self.an_interaction(self.microusd) * INTERACTIONS_A_DAY * DAYS
        return {people: month * people for people in PROJECTED}


async def costs(
    db: Db, *, now: datetime, basis: days.Basis = days.BASIS, is_kept: bool = True
) -> Costs:
    """Add up the last thirty days in one read unit; `is_kept` False counts without roll-ups."""
    async with db.system("admin costs") as s:
        kept = await days.kept(s, basis) if is_kept else Kept(basis)
        return await counted(s, now=now, kept=kept)


async def counted(s: AsyncSession, *, now: datetime, kept: Kept = RAW) -> Costs:
    """Add up the last thirty days, today among them; needs a system unit."""
    edges = day_edges(now, kept.zone_name, days=DAYS)
    whom, month = await who(s, kept), (edges[0], edges[-1])
    messages = await times(s, Kind.MESSAGE, whom, month)
    tools = sorted(await failures_by_tool(s, *month, whom=whom), key=lambda one: one.name)
    return Costs(
        since=edges[0],
        by_model=await spending.by_model(s, edges, kept=kept),
        by_day=await spending.by_day(s, edges, kept=kept),
        interactions=sum(messages.values()),
        tools=tuple(ToolCount(one.name, one.asked, one.failed) for one in tools),
    )
