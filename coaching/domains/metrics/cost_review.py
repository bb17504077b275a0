"""The weekly review of costs: the last seven days beside the seven before, and what grew (E52).

A change has three parts that multiply: calls, tokens per call, and dollars per token. The part
that changed most is named, so that one can see whether people write more, prompts grew, or a more
expensive model or fewer cache reads are the reason.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.domains.metrics import days, spending
from coaching.domains.metrics.days import RAW, Kept, day_edges

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.metrics.spending import Spent
    from coaching.repositories.db import Db

WEEK = 7
MICRO = 1_000_000
_LITTLE = 0.05
"""A smaller change of the cost has no reason worth naming."""


class Why(StrEnum):
    """What changed most."""

    CALLS = "calls"
    TOKENS = "tokens"
    PRICE = "price"
    NEW = "new"
    GONE = "gone"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Side:
    """One week of an agent's calls to a model; money in micro-dollars."""

    calls: int = 0
    tokens: int = 0
    microusd: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """An agent and a model in both weeks."""

    role: str
    model: str
    now: Side
    before: Side

    @property
    def grew(self) -> int:
        """Return by how many micro-dollars it grew; negative if it shrank."""
        return self.now.microusd - self.before.microusd

    @property
    def why(self) -> Why:
        """Return the part that changed most."""
        if not self.before.microusd or not self.now.microusd:
            same = self.before.microusd == self.now.microusd
            return Why.SAME if same else Why.NEW if self.now.microusd else Why.GONE
        if abs(math.log(self.now.microusd / self.before.microusd)) < _LITTLE:
            return Why.SAME
        parts = {why: abs(math.log(part)) for why, part in self._parts().items()}
        return max(parts, key=lambda why: parts[why])

    def _parts(self) -> dict[Why, float]:
        now, old = self.now, self.before
        return {
            Why.CALLS: now.calls / old.calls,
            Why.TOKENS: (now.tokens / now.calls) / (old.tokens / old.calls),
            Why.PRICE: (now.microusd / now.tokens) / (old.microusd / old.tokens),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """Both weeks. `since` begins the newer one; `alert_days` cost more than the threshold."""

    since: datetime
    rows: tuple[Row, ...]
    alert_days: int

    @property
    def microusd(self) -> int:
        """Return what the last seven days cost."""
        return sum(row.now.microusd for row in self.rows)

    @property
    def microusd_before(self) -> int:
        """Return what the seven days before cost."""
        return sum(row.before.microusd for row in self.rows)


async def review(db: Db, *, now: datetime, alert_usd: float, basis: days.Basis) -> Review:
    """Compare the last seven days, today among them, with the seven before, in one read unit."""
    async with db.system("admin cost review") as s:
        return await counted(s, now=now, alert_usd=alert_usd, kept=await days.kept(s, basis))


async def counted(s: AsyncSession, *, now: datetime, alert_usd: float, kept: Kept = RAW) -> Review:
    """Compare both weeks, what grew most first; needs a system unit."""
    edges = day_edges(now, kept.zone_name, days=2 * WEEK)
    older, newer = edges[: WEEK + 1], edges[WEEK:]
    before = {_key(one): _side(one) for one in await spending.by_model(s, older, kept=kept)}
    last = {_key(one): _side(one) for one in await spending.by_model(s, newer, kept=kept)}
    rows = [
        Row(*key, last.get(key, Side()), before.get(key, Side()))
        for key in dict.fromkeys((*last, *before))
    ]
    spent = await spending.by_day(s, newer, kept=kept)
    return Review(
        newer[0],
        tuple(sorted(rows, key=lambda row: (-row.grew, row.role, row.model))),
        sum(1 for day in spent if day.microusd >= alert_usd * MICRO),
    )


def _key(one: Spent) -> tuple[str, str]:
    return one.role, one.model


def _side(one: Spent) -> Side:
    return Side(one.calls, one.prompt_tokens + one.output_tokens, one.microusd)
