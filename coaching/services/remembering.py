"""What a message leaves behind: the gate's admissions as rows, once, however often it is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.memory.gate import admitted
from coaching.memory.judgement import Heard, Known
from coaching.models import CoachMemory
from coaching.repositories import memories, profiles
from coaching.services import corrections
from coaching.services.corrections import Target
from coaching.services.memories import forget, waits_until
from coaching.values.enums import MemorySource, MemoryState, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.memory.judgement import Admission
    from coaching.values.enums import SafetyLevel
    from coaching.values.observation import MemoryCandidate


@dataclass(frozen=True, slots=True)
class Said:
    """A message, and what was around it; `offered` are the known memories that were shown."""

    message_id: UUID
    text: str
    today: date
    level: SafetyLevel
    elsewhere: Sequence[str] = ()
    offered: Sequence[UUID] = ()


async def keep_from_message(
    s: AsyncSession,
    owner: UUID,
    said: Said,
    candidates: Iterable[MemoryCandidate],
    *,
    at: datetime,
) -> list[CoachMemory]:
    """Keep what the gate lets through; what is known only lives on."""
    await profiles.hold(s, owner)
    before = await memories.of_message(s, owner, said.message_id)
    rows = {row.id: row for row in await memories.known(s, owner)}
    heard = Heard(
        message=said.text,
        at=at,
        today=said.today,
        level=said.level,
        elsewhere=said.elsewhere,
        known=[_known(row) for row in rows.values()],
        offered=said.offered,
        corrections=await corrections.binding(s, owner),
        is_closed=any(row.state is MemoryState.GONE for row in before),
    )
    there = {row.fingerprint for row in before}
    answer_by = await waits_until(s, owner, at=at)
    kept: list[CoachMemory] = []
    for admission in admitted(candidates, heard):
        if admission.repeats is not None:
            _repeat(rows[admission.repeats], admission, said.message_id, at)
        elif admission.fingerprint not in there:
            there.add(admission.fingerprint)
            row = _row(owner, admission, said.message_id, at)
            row.waits_until = answer_by if admission.is_sensitive else None
            kept.append(await memories.add(s, owner, row))
            _replace(kept[-1], [rows[known] for known in admission.supersedes], at)
    await s.flush()
    return kept


async def take_back(s: AsyncSession, owner: UUID, memory_id: UUID, *, at: datetime) -> None:
    """Forget a memory, and let nobody believe it again. What only waited leaves no trace."""
    memory = await memories.find(s, owner, memory_id)
    if memory is not None and memory.state is not MemoryState.WAITING:
        target = Target(f"memory:{memory_id}", memory.content)
        await corrections.correct(s, owner, target, Verdict.DELETED, at=at)
    await forget(s, owner, memory_id, at=at)


def _row(owner: UUID, admission: Admission, message_id: UUID, at: datetime) -> CoachMemory:
    waits = admission.is_sensitive
    return CoachMemory(
        user_id=owner,
        kind=admission.kind,
        content=admission.content,
        quote=admission.quote,
        message_id=message_id,
        source=admission.source,
        importance=admission.importance,
        active=not waits,
        state=MemoryState.WAITING if waits else MemoryState.ACTIVE,
        is_sensitive=admission.is_sensitive,
        fingerprint=admission.fingerprint,
        expires_at=admission.expires_at,
        created_at=at,
        updated_at=at,
    )


def _repeat(row: CoachMemory, admission: Admission, message_id: UUID, at: datetime) -> None:
    """Let a memory that was said again live on; the message that gave it says nothing new."""
    if row.message_id == message_id or row.state is not MemoryState.ACTIVE:
        return
    row.updated_at = at
    if row.expires_at is not None and admission.expires_at is not None:
        row.expires_at = max(row.expires_at, admission.expires_at)


def _replace(newer: CoachMemory, older: Iterable[CoachMemory], at: datetime) -> None:
    """Put the newer in the place of the older; one that waits for a yes replaces nothing yet."""
    for row in older:
        row.superseded_by = newer.id
        if newer.state is MemoryState.ACTIVE or row.state is MemoryState.WAITING:
            row.state, row.active, row.waits_until = MemoryState.SUPERSEDED, False, None
            row.updated_at = at


def _known(row: CoachMemory) -> Known:
    is_own = row.source is MemorySource.WRITTEN or row.is_pinned
    return Known(row.id, row.kind, row.content, row.state, is_own)
