"""Version history of the briefing: what changed in each version, and which session caused it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING
from uuid import UUID

from coaching.memory.beliefs import letter
from coaching.memory.corrections import contradicts
from coaching.memory.evidence import to_the_person
from coaching.repositories import briefings, conversations, turns
from coaching.services import corrections
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.text.similarity import repeats

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachingBriefing, Conversation
    from coaching.values.enums import Trigger

SAME = 0.8
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")


@dataclass(frozen=True, slots=True)
class Cause:
    """The session before a version; None for the onboarding."""

    trigger: Trigger
    session_number: int = 0
    session_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """The letter as it was then, and what differs from the one before."""

    version: int
    written_at: datetime
    cause: Cause
    letter: tuple[str, ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]


async def history(s: AsyncSession, owner: UUID) -> list[Version]:
    """Return all versions, oldest first, without what was corrected since or said in danger."""
    binding, unsaid = await corrections.binding(s, owner), await unspoken(s, owner)
    found: list[Version] = []
    before: tuple[str, ...] = ()
    rows = await briefings.for_user(s, owner)
    sessions = await conversations.among(s, owner, [one for row in rows for one in _ids(row)])
    after = {session.id: session for session in sessions}
    for row in reversed(rows):
        said = letter(row)
        if row.hypothesis:
            said.append(row.hypothesis)
        lines = (
            to_the_person(line)
            for line in said
            if contradicts(line, binding) is None and may_repeat(line, unsaid)
        )
        kept = tuple(line for line in lines if line)
        found.append(
            Version(
                version=row.version,
                written_at=row.created_at,
                cause=await cause_of(s, owner, row, among=after),
                letter=kept,
                new=_without(kept, before) if found else (),
                gone=_without(before, kept),
            )
        )
        before = kept
    return found


async def cause_of(
    s: AsyncSession,
    owner: UUID,
    row: CoachingBriefing,
    *,
    among: Mapping[UUID, Conversation] = MappingProxyType({}),
) -> Cause:
    """Return which conversation a version was written after; looked for in `among` first."""
    session: Conversation | None = None
    for own in _ids(row):
        session = among.get(own) or await conversations.find(s, owner, own)
        if session is None and (turn := await turns.find(s, owner, own)):
            session = await conversations.find(s, owner, turn.conversation_id)
    if session is None:
        return Cause(row.trigger)
    return Cause(row.trigger, session.session_number, session.created_at)


def _ids(row: CoachingBriefing) -> list[UUID]:
    """Return the session or turn that a version was written after; empty for the first one."""
    return [UUID(found) for found in _ID.findall(row.boundary)[:1]]


def _without(lines: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines that the others do not say, in these words or nearly."""
    return tuple(
        line for line in lines if not any(repeats(line, other, at_least=SAME) for other in others)
    )
