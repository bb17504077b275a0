"""The Coach's view of past practices: which ones, the numbers, what was saved; no answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.practices import queries
from coaching.domains.practices.content import load_library
from coaching.domains.practices.models import DONE
from coaching.values.practices import DidPractice

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.practices.models import PracticeRun


async def done_since(s: AsyncSession, owner: UUID, instant: datetime) -> tuple[DidPractice, ...]:
    """Return the practices that came to their end after an instant; those that were left aren't."""
    found = (_did(run, instant) for run in await queries.since(s, owner, instant))
    return tuple(did for did in found if did is not None)


def _did(run: PracticeRun, instant: datetime) -> DidPractice | None:
    practice = load_library().find(run.practice_id)
    is_done = run.ended_as in DONE and run.ended_at is not None and run.ended_at > instant
    if practice is None or not is_done:
        return None
    return DidPractice(
        title=practice.title.said(run.language),
        before=run.number_before,
        after=run.number_after,
        kept=tuple(run.kept),
    )
