"""Behavioural intel: one row per person, read and merged under its lock (F8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.memory.intel import Intel, merge_intel
from coaching.memory.items import read_items, to_json
from coaching.memory.output_filter import known_without
from coaching.repositories import intel
from coaching.services import corrections

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import BehavioralIntel
    from coaching.values.strategy import StrategistOutput

__all__ = ["Intel", "as_intel", "merge", "merge_intel"]

_WORDS = ("used_words", "avoided_words", "deflection_phrases")


def as_intel(row: BehavioralIntel) -> Intel:
    """Return a stored row as a value."""
    used, avoided, phrases = (read_items(row.emotional_vocabulary.get(name)) for name in _WORDS)
    return Intel(
        triggers=read_items(row.triggers),
        used_words=used,
        avoided_words=avoided,
        deflection_phrases=phrases,
        resistance_patterns=read_items(row.resistance_patterns),
        breakthroughs=read_items(row.breakthroughs),
        coaching_notes=read_items(row.coaching_notes),
        stage_of_change=row.stage_of_change,
        journey_narrative=row.journey_narrative,
        growth_edges=dict(row.growth_edges),
    )


async def merge(
    s: AsyncSession,
    owner: UUID,
    output: StrategistOutput,
    *,
    at: datetime,
    sources: tuple[str, ...] = (),
) -> Intel:
    """Join a run's findings to the row; runs that end together wait for each other."""
    row = await intel.hold(s, owner, now=at)
    merged = merge_intel(as_intel(row), output, at=at, sources=sources)
    merged = known_without(merged, await corrections.binding(s, owner))
    await intel.change(
        s,
        owner,
        now=at,
        triggers=to_json(merged.triggers),
        emotional_vocabulary={name: to_json(getattr(merged, name)) for name in _WORDS},
        resistance_patterns=to_json(merged.resistance_patterns),
        breakthroughs=to_json(merged.breakthroughs),
        coaching_notes=to_json(merged.coaching_notes),
        stage_of_change=merged.stage_of_change,
        journey_narrative=merged.journey_narrative,
        growth_edges=merged.growth_edges,
        last_strategist_run=at,
    )
    return merged
