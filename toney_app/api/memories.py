"""What Toney remembers: to read, add, say differently, allow and take back."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import Field

from coaching.services import memories, memory_writer
from coaching.values.enums import Importance, MemoryKind, MemorySource, MemoryState
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import In, Instant, Listed, Out, words

router = APIRouter(tags=["memories"])


class MemoryOut(Out):
    """A memory with the words it came from; one that is `waiting` is used for nothing yet."""

    id: UUID
    kind: MemoryKind
    content: str
    quote: str
    message_id: UUID | None
    source: MemorySource
    importance: Importance
    state: MemoryState
    is_sensitive: bool
    is_pinned: bool
    superseded_by: UUID | None
    expires_at: Instant | None
    waits_until: Instant | None
    created_at: Instant
    updated_at: Instant


class MemoryText(In):
    """Something to remember, in the person's words."""

    content: Annotated[str, words(memories.CONTENT_MAX)]
    kind: Annotated[MemoryKind, Field(strict=False)] = MemoryKind.FACT
    importance: Annotated[Importance, Field(strict=False)] = Importance.MEDIUM


class MemoryChange(In):
    """Fields to change; missing fields stay the same. `allow` answers a waiting memory."""

    content: Annotated[str, words(memories.CONTENT_MAX)] | None = None
    is_pinned: bool | None = None
    allow: bool | None = None


@router.get("/api/memories")
async def list_memories(
    coaching: Engine,
    person: Owner,
    before: UUID | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Listed[MemoryOut]:
    """Return what is remembered and what waits, newest last, or what came before a memory."""
    async with coaching.unit(person) as s:
        page = await memories.page(s, person, before=before, limit=limit)
        return Listed(
            items=[MemoryOut.model_validate(memory) for memory in page.items],
            next=str(page.next) if page.next else None,
        )


@router.post("/api/memories", status_code=201)
async def add_memory(memory: MemoryText, coaching: Engine, person: Owner) -> MemoryOut:
    """Remember something; the same words again are the same memory."""
    async with coaching.unit(person, write=True) as s:
        kept = await memories.add(
            s,
            person,
            memory.content,
            at=coaching.clock.now(),
            kind=memory.kind,
            importance=memory.importance,
        )
        return MemoryOut.model_validate(kept.row)


@router.get("/api/memories/{memory_id}")
async def read_memory(memory_id: UUID, coaching: Engine, person: Owner) -> MemoryOut:
    """Return a memory."""
    async with coaching.unit(person) as s:
        return MemoryOut.model_validate(await memories.require(s, person, memory_id))


@router.patch("/api/memories/{memory_id}")
async def change_memory(
    memory_id: UUID, change: MemoryChange, coaching: Engine, person: Owner
) -> MemoryOut:
    """Say a memory differently, pin it, or allow it. To decline one that waits, delete it."""
    now = coaching.clock.now()
    async with coaching.unit(person, write=True) as s:
        if change.allow:
            await memories.allow(s, person, memory_id, at=now)
        if change.content is not None:
            await memories.rewrite(s, person, memory_id, change.content, at=now)
        if change.is_pinned is not None:
            await memories.pin(s, person, memory_id, is_pinned=change.is_pinned, at=now)
        return MemoryOut.model_validate(await memories.require(s, person, memory_id))


@router.delete("/api/memories/{memory_id}", status_code=204)
async def delete_memory(memory_id: UUID, coaching: Engine, person: Owner) -> None:
    """Take a memory back for good; nobody finds it anew."""
    async with coaching.unit(person, write=True) as s:
        await memory_writer.take_back(s, person, memory_id, at=coaching.clock.now())
