"""Memories: facts, decisions, life events and commitments, each with its quote (A71).

A memory that a message gave is never written twice, whatever reads the message again; what the
person took back leaves an empty row, so that the same message cannot bring it back.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.content import tension_details
from coaching.errors import Conflict, InvalidInput, NotFound
from coaching.memory.plans import PLANS, can_be_done, is_carried_out, is_open
from coaching.memory.ranking import ranked
from coaching.memory.secrets import holds_secret
from coaching.models import CoachMemory
from coaching.repositories import cards, memories, profiles
from coaching.services import corrections, safety_events
from coaching.services.safety_events import Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.enums import Importance, MemoryKind, MemorySource, MemoryState, SafetyLevel
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

FOR_STRATEGIST = 30
RANKED_FROM = 300
CONTENT_MAX = 280
KEPT_WHEN_DONE = timedelta(days=183)
_FORGOTTEN = ("content", "quote", "state", "active", "fingerprint", "waits_until", "expires_at",
              "done_at", "due_on", "is_pinned")  # fmt: skip


@dataclass(frozen=True, slots=True)
class MemoryPage:
    """Memories, oldest first; `next` leads to older ones."""

    items: Sequence[CoachMemory]
    next: UUID | None


async def page(
    s: AsyncSession, owner: UUID, *, before: UUID | None = None, limit: int = FOR_STRATEGIST
) -> MemoryPage:
    """Return the newest memories that hold or wait, or those before one of them."""
    found = list(await memories.page(s, owner, before=before, limit=limit + 1))
    shown = found[:limit]
    return MemoryPage(shown[::-1], shown[-1].id if len(found) > limit else None)


async def active(
    s: AsyncSession,
    owner: UUID,
    *,
    at: datetime,
    limit: int = FOR_STRATEGIST,
    with_outdated: bool = False,
) -> list[CoachMemory]:
    """Return what holds now, ranked: pinned by the person, then important, near and fresh.

    A memory is outdated while the newer one that replaces it waits for a yes.
    """
    held = await memories.active(s, owner, now=at, limit=max(limit, RANKED_FROM))
    found = [row for row in held if with_outdated or row.superseded_by is None]
    about = await _what_matters_now(s, owner) if len(found) > 1 else []
    return ranked(found, about=about, at=at, limit=limit)


async def near(
    s: AsyncSession, owner: UUID, text: str, *, at: datetime, limit: int
) -> list[CoachMemory]:
    """Return the memories that a text may change: open plans first, then what it is about."""
    held = await memories.active(s, owner, now=at, limit=RANKED_FROM)
    found = [row for row in held if row.superseded_by is None]
    by_place = ranked(found, about=[text], at=at, limit=RANKED_FROM)
    plans = [row for row in by_place if row.kind in PLANS and row.done_at is None][: limit // 2]
    return [*plans, *(row for row in by_place if row not in plans)][:limit]


async def waiting(s: AsyncSession, owner: UUID, *, at: datetime) -> Sequence[CoachMemory]:
    """Return the sensitive ones that ask first, oldest first; they are used for nothing yet.

    In the quiet days after a crisis nothing asks: their time begins when those are over.
    """
    if await safety_events.is_quiet(s, owner, at=at):
        return []
    return await memories.waiting(s, owner)


async def waits_until(s: AsyncSession, owner: UUID, *, at: datetime) -> datetime:
    """Return until when a memory that asks first waits for its answer."""
    return (await safety_events.quiet_until(s, owner, at=at) or at) + memories.WAITS


async def require(s: AsyncSession, owner: UUID, memory_id: UUID) -> CoachMemory:
    """Return a memory of this person or raise NotFound."""
    memory = await memories.find(s, owner, memory_id)
    if memory is None:
        raise NotFound("no such memory")
    return memory


async def allow(s: AsyncSession, owner: UUID, memory_id: UUID, *, at: datetime) -> CoachMemory:
    """Approve a sensitive memory; what it replaces, and a plan that it tells of, is over."""
    memory = await require(s, owner, memory_id)
    if memory.state is MemoryState.ACTIVE:
        return memory
    if memory.state is not MemoryState.WAITING:
        raise Conflict("this memory does not wait for an answer")
    for older in await memories.superseded_by(s, owner, memory_id):
        _stands(older, MemoryState.SUPERSEDED, at)
    memory.waits_until = None
    await corrections.lift_for(s, owner, corrections.told_in(memory), at=at)
    await end_plans(s, memory, await memories.known(s, owner), at=at)
    return await _changed(s, _stands(memory, MemoryState.ACTIVE, at))


async def end_plans(
    s: AsyncSession, told: CoachMemory, known: Iterable[CoachMemory], *, at: datetime
) -> None:
    """Mark the known plans as done that a newer memory tells as carried out."""
    for plan in filter(is_open, known):
        if plan.created_at < told.created_at and is_carried_out(plan.content, told.content):
            await mark_done(s, told.user_id, plan.id, at=at)


async def bring_back(s: AsyncSession, owner: UUID, memory_id: UUID, *, at: datetime) -> None:
    """Use a memory again that was set aside."""
    memory = await require(s, owner, memory_id)
    if memory.state is MemoryState.SUPERSEDED:
        await _changed(s, _stands(memory, MemoryState.ACTIVE, at))


async def forget(s: AsyncSession, owner: UUID, memory_id: UUID, *, at: datetime) -> None:
    """Delete the text of a memory, and of the older ones that it replaced."""
    memory = await memories.row(s, owner, memory_id)
    if memory is None:
        raise NotFound("no such memory")
    await release(s, owner, memory_id, at=at)
    await _changed(s, _emptied(memory, at))


async def release(s: AsyncSession, owner: UUID, memory_id: UUID, *, at: datetime) -> None:
    """Delete what a memory that goes had replaced; what it only hid until a yes holds again."""
    for older in await memories.superseded_by(s, owner, memory_id):
        if older.state is MemoryState.SUPERSEDED:
            await forget(s, owner, older.id, at=at)
        else:
            older.superseded_by = None


def as_stored(memory: CoachMemory) -> dict[str, Any]:
    """Return as JSON what `forget` takes from a memory, for `put_back_words`."""
    return memory.model_dump(mode="json", include={"id", *_FORGOTTEN})


async def put_back_words(
    s: AsyncSession, owner: UUID, stored: Mapping[str, Any], *, at: datetime
) -> None:
    """Undo `forget` with what the memory was before, as JSON."""
    memory = await memories.row(s, owner, UUID(str(stored["id"])))
    if memory is None or memory.state is not MemoryState.GONE:
        return
    was = CoachMemory.model_validate({**memory.model_dump(mode="json"), **stored})
    for name in stored:
        if name != "id":
            setattr(memory, name, getattr(was, name))
    memory.updated_at = at
    await _changed(s, memory)


async def pin(
    s: AsyncSession, owner: UUID, memory_id: UUID, *, is_pinned: bool, at: datetime
) -> CoachMemory:
    """Pin or unpin a memory: pinned ones are chosen first."""
    memory = await require(s, owner, memory_id)
    if memory.is_pinned != is_pinned:
        memory.is_pinned, memory.updated_at = is_pinned, at
    return await _changed(s, memory)


async def mark_done(s: AsyncSession, owner: UUID, memory_id: UUID, *, at: datetime) -> CoachMemory:
    """Mark a plan or an appointment as done, and keep it for half a year.

    A second call changes nothing. What is neither, or no longer holds, raises Conflict.
    """
    memory = await require(s, owner, memory_id)
    if not can_be_done(memory):
        raise Conflict("only a plan or an appointment that still holds can be marked as done")
    if memory.done_at is None:
        memory.done_at = memory.updated_at = at
        memory.expires_at = at + KEPT_WHEN_DONE
        if memory.state is not MemoryState.WAITING:  # done or not, it needs their yes
            _stands(memory, MemoryState.ACTIVE, at)
    return await _changed(s, memory)


async def mark_open(
    s: AsyncSession, owner: UUID, memory_id: UUID, *, expires_at: datetime | None, at: datetime
) -> CoachMemory:
    """Undo `mark_done` of a commitment: it is valid again until `expires_at`."""
    memory = await require(s, owner, memory_id)
    memory.done_at, memory.expires_at, memory.updated_at = None, expires_at, at
    return await _changed(s, memory)


async def rewrite(
    s: AsyncSession, owner: UUID, memory_id: UUID, content: str, *, at: datetime
) -> Kept[CoachMemory]:
    """Reword a memory; its quote stays."""
    memory = await require(s, owner, memory_id)
    words = _content(content)
    if words != memory.content:
        memory.content, memory.source, memory.updated_at = words, MemorySource.WRITTEN, at
    return await _kept(s, memory, at)


async def add(
    s: AsyncSession,
    owner: UUID,
    content: str,
    *,
    at: datetime,
    kind: MemoryKind = MemoryKind.FACT,
    importance: Importance = Importance.MEDIUM,
) -> Kept[CoachMemory]:
    """Keep what the person wants remembered; the same words again are the same memory."""
    words = _content(content)
    held = await memories.active(s, owner, now=at, limit=RANKED_FROM)
    there = next((memory for memory in held if memory.content == words), None)
    if there is not None:
        return Kept(there, SafetyVerdict())
    memory = CoachMemory(
        user_id=owner,
        kind=kind,
        content=words,
        source=MemorySource.WRITTEN,
        importance=importance,
        created_at=at,
        updated_at=at,
    )
    return await _kept(s, await memories.add(s, owner, memory), at)


def _content(text: str) -> str:
    words = " ".join(clean_text("content", text, maximum=CONTENT_MAX).split())
    if holds_secret(words):
        raise InvalidInput({"content": "holds a number that is kept nowhere"})
    return words


async def _kept(s: AsyncSession, memory: CoachMemory, at: datetime) -> Kept[CoachMemory]:
    """Screen what the person wrote; words of a crisis are theirs to see and feed nobody."""
    words = memory.content
    verdict = await screen_words(s, memory.user_id, words, source="memory", at=at)
    if verdict.level is SafetyLevel.CRISIS:
        memory.is_sensitive = True
        memory.waits_until = await waits_until(s, memory.user_id, at=at)
        _stands(memory, MemoryState.WAITING, at)
    return Kept(await _changed(s, memory), verdict)


async def _changed(s: AsyncSession, memory: CoachMemory) -> CoachMemory:
    await s.flush()
    return memory


def _stands(memory: CoachMemory, state: MemoryState, at: datetime) -> CoachMemory:
    memory.state, memory.active = state, state is MemoryState.ACTIVE
    memory.updated_at = at
    return memory


def _emptied(memory: CoachMemory, at: datetime) -> CoachMemory:
    memory.content = memory.quote = ""
    memory.fingerprint = memory.id.hex
    memory.waits_until = memory.expires_at = memory.done_at = memory.due_on = None
    memory.is_pinned = False
    return memory if memory.state is MemoryState.GONE else _stands(memory, MemoryState.GONE, at)


async def _what_matters_now(s: AsyncSession, owner: UUID) -> list[str]:
    focus = await cards.focus(s, owner)
    person = await profiles.find(s, owner)
    about = [focus.title, focus.content] if focus else []
    if person is not None and person.tension_type is not None:
        details = tension_details(person.tension_type)
        about += [*details.triggers, *details.behaviours]
    return about
