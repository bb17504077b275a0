"""Resolve evidence ids of a briefing to the text of their signal, win, memory or check-in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select

from coaching.domains.check_ins.models import CheckIn
from coaching.models import CoachMemory, ObserverSignal, Win

if TYPE_CHECKING:
    from collections.abc import Collection
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def words_of(s: AsyncSession, owner: UUID, ids: Collection[UUID]) -> dict[UUID, str]:
    """Return what was said behind some ids; what is gone, or somebody else's, is left out."""
    if not ids:
        return {}
    seen = select(ObserverSignal).where(
        ObserverSignal.user_id == owner, col(ObserverSignal.id).in_(ids)
    )
    won = select(Win).where(Win.user_id == owner, col(Win.id).in_(ids))
    kept = select(CoachMemory).where(CoachMemory.user_id == owner, col(CoachMemory.id).in_(ids))
    words = {row.id: row.quote or row.content for row in (await s.exec(seen)).all()}
    words |= {row.id: row.text for row in (await s.exec(won)).all()}
    words |= {row.id: row.quote or row.content for row in (await s.exec(kept)).all()}
    felt = select(CheckIn).where(CheckIn.user_id == owner, col(CheckIn.id).in_(ids))
    words |= {row.id: row.content for row in (await s.exec(felt)).all()}
    return {key: text for key, text in words.items() if text}
