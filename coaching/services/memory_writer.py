"""Store the memories that the gate admits; idempotent per message."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from coaching.errors import Conflict, NotFound
from coaching.memory.corrections import contradicts
from coaching.memory.gate import done, judged
from coaching.memory.gate_types import Admission, Heard, Known
from coaching.memory.overtaken import overtaken
from coaching.memory.plans import is_open
from coaching.models import CoachMemory, Correction
from coaching.repositories import memories, profiles
from coaching.services import corrections
from coaching.services import memories as memory_service
from coaching.services.corrections import Target
from coaching.services.setting_aside import ASKED, overtake
from coaching.values.corrections import Withheld
from coaching.values.enums import Certainty, MemoryKind, MemorySource, MemoryState, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values import corrections as values
    from coaching.values.enums import SafetyLevel
    from coaching.values.observation import DoneCandidate, MemoryCandidate

_PUT_BACK = {"content", "quote", "fingerprint", "expires_at", "due_on"}


@dataclass(frozen=True, slots=True)
class Said:
    """A message, and what was around it.

    `offered` are the known memories that were shown, `context` what the person said before.
    """

    message_id: UUID
    text: str
    today: date
    level: SafetyLevel
    elsewhere: Sequence[str] = ()
    offered: Sequence[UUID] = ()
    context: Sequence[str] = ()


async def keep_from_message(
    s: AsyncSession,
    owner: UUID,
    said: Said,
    candidates: Iterable[MemoryCandidate],
    *,
    finished: Iterable[DoneCandidate] = (),
    at: datetime,
) -> list[CoachMemory]:
    """Store what the gate admits and mark done plans; refresh known memories."""
    await profiles.hold(s, owner)
    before = await memories.of_message(s, owner, said.message_id)
    is_closed = await corrections.is_closed(s, owner, said.message_id)
    rows = {row.id: row for row in await memories.known(s, owner)}
    heard = Heard(
        message=said.text,
        at=at,
        today=said.today,
        level=said.level,
        elsewhere=said.elsewhere,
        known=[_known(row) for row in rows.values()],
        offered=said.offered,
        context=said.context,
        corrections=[said for said in await corrections.decided(s, owner) if _binds(said)],
        is_closed=is_closed or any(row.state is MemoryState.GONE for row in before),
    )
    for plan in done(finished, heard):
        await memory_service.mark_done(s, owner, plan, at=at)
    there = {row.fingerprint for row in before}
    answer_by = await memory_service.waits_until(s, owner, at=at)
    withheld = [said for said in await corrections.binding(s, owner) if said.withheld]
    kept: list[CoachMemory] = []
    proposed = list(candidates)
    judgements = judged(proposed, heard)
    for admission in (each for each in judgements if isinstance(each, Admission)):
        if admission.repeats is not None:
            _repeat(rows[admission.repeats], admission, said.message_id, at)
        elif admission.fingerprint not in there:
            there.add(admission.fingerprint)
            waits = admission.is_sensitive or _says_what_waits(admission, withheld)
            row = _row(owner, admission, said.message_id, at, waits=waits)
            row.waits_until = answer_by if waits else None
            kept.append(await memories.add(s, owner, row))
            _replace(kept[-1], [rows[known] for known in admission.supersedes], at)
    for row in (each for each in kept if each.state is MemoryState.ACTIVE):
        await memory_service.end_plans(s, row, rows.values(), at=at)
    older = overtaken(proposed, judgements, heard)
    await overtake(s, owner, [rows[known] for known in older], at=at)
    await s.flush()
    return kept


async def keep_at_once(
    s: AsyncSession, owner: UUID, content: str, *, message_id: UUID | None, at: datetime
) -> tuple[CoachMemory, bool]:
    """Keep what the person asks to have remembered; return it, and True if this message gave it.

    What withheld it no longer holds; the same words again are the same memory, left as it was.
    """
    await profiles.hold(s, owner)
    before = await memories.active(s, owner, now=at, limit=memory_service.RANKED_FROM)
    kept = (await memory_service.add(s, owner, content, at=at)).row
    if kept.state is MemoryState.ACTIVE:
        await corrections.lift_for(s, owner, kept.content, at=at)
    is_new = kept not in before
    if is_new:
        kept.source, kept.message_id = MemorySource.STATED, message_id
        kept.quote = kept.content
        kept.fingerprint = ASKED + sha256(kept.content.encode()).hexdigest()[:16]
    await s.flush()
    return kept, is_new or (message_id is not None and kept.message_id == message_id)


async def drop(s: AsyncSession, owner: UUID, memory_id: UUID, *, at: datetime) -> Correction:
    """Forget a memory because the person asks for it; `undrop` remembers it again."""
    memory = await memory_service.require(s, owner, memory_id)
    taken = {corrections.DECLINED: memory.model_dump(mode="json", include=_PUT_BACK)}
    target = Target(f"memory:{memory_id}", corrections.told_in(memory), taken)
    said = (await corrections.correct(s, owner, target, Verdict.DELETED, at=at)).row
    await memory_service.forget(s, owner, memory_id, at=at)
    return said


async def undrop(
    s: AsyncSession, owner: UUID, memory_id: UUID, correction_id: UUID, *, at: datetime
) -> None:
    """Undo `drop`; raise NotFound if it was undone before."""
    said = await corrections.withdraw(s, owner, correction_id, at=at)
    await put_back(s, owner, memory_id, said.taken[corrections.DECLINED], at=at)
    await memory_service.allow(s, owner, memory_id, at=at)


async def take_back(
    s: AsyncSession, owner: UUID, memory_id: UUID, *, at: datetime
) -> Correction | None:
    """Forget a memory, and let nobody believe it again; one that waits is declined."""
    memory = await memories.find(s, owner, memory_id)
    if memory is not None and memory.state is MemoryState.WAITING:
        return await decline(s, owner, memory_id, at=at)
    said = None
    if memory is not None:
        target = Target(f"memory:{memory_id}", memory.content)
        said = (await corrections.correct(s, owner, target, Verdict.DELETED, at=at)).row
    await memory_service.forget(s, owner, memory_id, at=at)
    return said


async def decline(
    s: AsyncSession, owner: UUID, memory_id: UUID, *, at: datetime
) -> Correction | None:
    """Do not keep a sensitive memory; it binds like a deleted one, until the no is undone.

    Said twice, the first no holds.
    """
    memory = await memories.row(s, owner, memory_id)
    if memory is None:
        raise NotFound("no such memory")
    if memory.state is MemoryState.GONE:
        return await corrections.of_item(s, owner, f"memory:{memory_id}")
    if memory.state is not MemoryState.WAITING:
        raise Conflict("this memory does not wait for an answer")
    taken = {corrections.DECLINED: memory.model_dump(mode="json", include=_PUT_BACK)}
    target = Target(f"memory:{memory_id}", corrections.told_in(memory), taken)
    said = await corrections.correct(s, owner, target, Verdict.DELETED, at=at)
    await memory_service.forget(s, owner, memory_id, at=at)
    return said.row


async def put_back(
    s: AsyncSession, owner: UUID, memory_id: UUID, taken: dict[str, Any], *, at: datetime
) -> None:
    """Undo declining a memory: it waits for an answer again."""
    memory = await memories.row(s, owner, memory_id)
    if memory is None or memory.state is not MemoryState.GONE or not taken:
        return
    memory.content, memory.quote = str(taken["content"]), str(taken["quote"])
    memory.fingerprint, until = str(taken["fingerprint"]), taken["expires_at"]
    memory.expires_at = datetime.fromisoformat(until) if until else None
    memory.due_on = taken.get("due_on")
    memory.state, memory.updated_at = MemoryState.WAITING, at
    memory.waits_until = await memory_service.waits_until(s, owner, at=at)
    await s.flush()


async def let_go_unanswered(s: AsyncSession, *, now: datetime) -> int:
    """Forget what waited for a yes too long: no answer is a no. Needs a system unit.

    Unlike a no, it may be asked again when the person tells it again.
    """
    due = await memories.unanswered(s, now=now)
    for memory in due:
        s.add(_unanswered(memory, now))
        await memory_service.release(s, memory.user_id, memory.id, at=now)
    await s.flush()
    return await memories.let_go_unanswered(s, now=now)


def _row(
    owner: UUID, admission: Admission, message_id: UUID, at: datetime, *, waits: bool
) -> CoachMemory:
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
        is_sensitive=waits,
        fingerprint=admission.fingerprint,
        certainty=admission.certainty,
        due_on=admission.due_on.isoformat() if admission.due_on else None,
        expires_at=admission.expires_at,
        created_at=at,
        updated_at=at,
    )


def _repeat(row: CoachMemory, admission: Admission, message_id: UUID, at: datetime) -> None:
    """Let a memory that was said again live on; the message that gave it says nothing new.

    Remove the doubt from a memory that the person has now confirmed. What they asked to have
    remembered may turn out to be a plan: then it can be done, and has a day.
    """
    if _is_asked_for(row) and admission.kind is MemoryKind.COMMITMENT:
        row.kind = MemoryKind.COMMITMENT
        row.due_on = admission.due_on.isoformat() if admission.due_on else row.due_on
    if row.message_id == message_id or row.state is not MemoryState.ACTIVE:
        return
    row.updated_at = at
    if admission.certainty is Certainty.SAID:
        row.certainty = Certainty.SAID
    if admission.due_on is not None:
        row.due_on = admission.due_on.isoformat()
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
    return Known(row.id, row.kind, row.content, row.state, is_own, is_open(row), _is_asked_for(row))


def _is_asked_for(row: CoachMemory) -> bool:
    return row.fingerprint.startswith(ASKED)


def _binds(said: values.Correction) -> bool:
    """Return True if a repeated memory was refused before; an unanswered one may be asked again."""
    return said.withheld is not Withheld.UNANSWERED


def _says_what_waits(admission: Admission, withheld: Sequence[values.Correction]) -> bool:
    """Return True if this is the matter that waits for a yes, under a harmless name."""
    return contradicts(f"{admission.content}\n{admission.quote}", withheld) is not None


def _unanswered(memory: CoachMemory, now: datetime) -> Correction:
    return Correction(
        user_id=memory.user_id,
        item=f"memory:{memory.id}",
        said=corrections.told_in(memory),
        verdict=Verdict.DELETED,
        taken={corrections.UNANSWERED: True},
        created_at=now,
    )
