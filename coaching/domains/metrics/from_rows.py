"""The part of the Metrics page that is counted from rows, in a unit of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coaching.domains.metrics import quality, queries, spending
from coaching.domains.practices import figures as practices

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from coaching.domains.metrics.done import Who
    from coaching.domains.metrics.quality import CardFigures, Failures
    from coaching.domains.metrics.spending import CalledOn
    from coaching.domains.practices.figures import PracticeFigures
    from coaching.repositories.db import Db
    from coaching.values.enums import SafetyLevel


@dataclass(frozen=True, slots=True)
class FromRows:
    """The figures of the Metrics page that need nobody's days of writing."""

    feedback: Mapping[str, int]
    practices: tuple[PracticeFigures, ...]
    cards: CardFigures
    wins: int
    reply_times: Mapping[int, int]
    models: tuple[Failures, ...]
    tools: tuple[Failures, ...]
    safety: Mapping[SafetyLevel, int]
    costs: tuple[CalledOn, ...]


async def from_rows(db: Db, whom: Who, span: tuple[datetime, datetime], provider: str) -> FromRows:
    """Count them for [start, end) of a span; `provider` leaves out others' model calls."""
    scope, kept = whom.scope, whom.kept
    called: Any = {"scope": scope, "kept": kept, "provider": provider}
    async with db.system("admin metrics") as s:
        return FromRows(
            feedback=await queries.feedback(s, *span, scope=scope),
            practices=tuple(await practices.count(s, span[0], scope=scope)),
            cards=await quality.cards(s, *span, whom=whom),
            wins=await quality.wins(s, *span, scope=scope),
            reply_times=await quality.reply_times(s, *span, **called),
            models=tuple(await quality.failures_by_model(s, *span, **called)),
            tools=tuple(await quality.failures_by_tool(s, *span, whom=whom)),
            safety=await quality.safety_events(s, *span, scope=scope),
            costs=await spending.by_agent_model_and_day(s, *span, **called),
        )
