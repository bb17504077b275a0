"""Dreams and directions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from coaching.domains.directions import service as directions
from coaching.domains.dreams import service as dreams
from coaching.domains.dreams.service import DreamFields
from coaching.values.dreams import DreamCategory, DreamStatus, MadeBy, Priority
from coaching.values.tiers import Tier
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import DayOrNone, In, Instant, Listed, Out, words

if TYPE_CHECKING:
    from coaching.domains.dreams.models import Dream

router = APIRouter(tags=["dreams"])
Category = Annotated[DreamCategory, Field(strict=False)]
Status = Annotated[DreamStatus, Field(strict=False)]
Importance = Annotated[Priority, Field(strict=False)]


class DreamOut(Out):
    """A dream as it is kept; `targetOn` is a day of the person, or null."""

    id: UUID
    title: str
    description: str
    category: DreamCategory | None
    priority: Priority
    target_on: str | None
    status: DreamStatus
    made_by: MadeBy
    conversation_id: UUID | None
    created_at: Instant
    updated_at: Instant


class DreamsOut(Listed[DreamOut]):
    """All dreams, and how many may be active at a time; 999999 stands for no limit."""

    tier: Tier
    limit: int
    active: int


class NewDream(In):
    """A dream to keep."""

    title: Annotated[str, words(dreams.TITLE_MAX)]
    description: Annotated[str, words(dreams.DESCRIPTION_MAX, may_be_empty=True)] = ""
    category: Category | None = None
    priority: Importance = Priority.MEDIUM
    target_on: DayOrNone | None = None
    status: Status = DreamStatus.ACTIVE


class DreamChange(In):
    """Fields to change; missing fields stay the same."""

    title: Annotated[str, words(dreams.TITLE_MAX)] | None = None
    description: Annotated[str, words(dreams.DESCRIPTION_MAX, may_be_empty=True)] | None = None
    category: Category | None = None
    priority: Importance | None = None
    target_on: DayOrNone | None = None
    status: Status | None = None


class DirectionOut(Out):
    """A direction in the person's words; archived when it no longer fits."""

    id: UUID
    text: str
    made_by: MadeBy
    archived_at: Instant | None
    created_at: Instant


class NewDirection(In):
    """A direction to keep."""

    text: Annotated[str, words(directions.TEXT_MAX)]


class DirectionChange(In):
    """Fields to change; missing fields stay the same."""

    text: Annotated[str, words(directions.TEXT_MAX)] | None = None
    archived: bool | None = None


@router.get("/api/dreams")
async def list_dreams(coaching: Engine, person: Owner) -> DreamsOut:
    """Return all dreams: by priority, then oldest first."""
    async with coaching.unit(person) as s:
        room = await dreams.room(s, person)
        found = [_out(dream) for dream in await dreams.for_user(s, person)]
    return DreamsOut(items=found, tier=room.tier, limit=room.limit, active=room.active)


@router.post("/api/dreams", status_code=201)
async def add_dream(dream: NewDream, coaching: Engine, person: Owner) -> DreamOut:
    """Keep a dream; LIMIT_REACHED if there is no room for another active one."""
    async with coaching.unit(person, write=True) as s:
        fields = DreamFields(**dict(dream))
        return _out((await dreams.add(s, person, fields, at=coaching.clock.now())).row)


@router.get("/api/dreams/{dream_id}")
async def read_dream(dream_id: UUID, coaching: Engine, person: Owner) -> DreamOut:
    """Return a dream."""
    async with coaching.unit(person) as s:
        return _out(await dreams.require(s, person, dream_id))


@router.patch("/api/dreams/{dream_id}")
async def change_dream(
    dream_id: UUID, change: DreamChange, coaching: Engine, person: Owner
) -> DreamOut:
    """Change a dream, set it aside, take it up again, or say that it was reached."""
    given = {name: getattr(change, name) for name in change.model_fields_set}
    kept: dict[str, Any] = {
        n: v for n, v in given.items() if v is not None or n in {"category", "target_on"}
    }
    async with coaching.unit(person, write=True) as s:
        fields = DreamFields(**kept)
        row = (await dreams.edit(s, person, dream_id, fields, at=coaching.clock.now())).row
        return _out(row)


@router.delete("/api/dreams/{dream_id}", status_code=204)
async def delete_dream(dream_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a dream; its goals stay."""
    async with coaching.unit(person, write=True) as s:
        await dreams.delete(s, person, dream_id)


@router.get("/api/directions")
async def list_directions(coaching: Engine, person: Owner) -> Listed[DirectionOut]:
    """Return all directions, oldest first, archived ones too."""
    async with coaching.unit(person) as s:
        found = await directions.for_user(s, person)
        return Listed(items=[DirectionOut.model_validate(row) for row in found])


@router.post("/api/directions", status_code=201)
async def add_direction(direction: NewDirection, coaching: Engine, person: Owner) -> DirectionOut:
    """Keep a direction."""
    async with coaching.unit(person, write=True) as s:
        kept = await directions.add(s, person, direction.text, at=coaching.clock.now())
        return DirectionOut.model_validate(kept.row)


@router.patch("/api/directions/{direction_id}")
async def change_direction(
    direction_id: UUID, change: DirectionChange, coaching: Engine, person: Owner
) -> DirectionOut:
    """Say a direction differently, archive it, or take it out of the archive."""
    async with coaching.unit(person, write=True) as s:
        kept = await directions.edit(
            s,
            person,
            direction_id,
            at=coaching.clock.now(),
            text=change.text,
            is_archived=change.archived,
        )
        return DirectionOut.model_validate(kept.row)


@router.delete("/api/directions/{direction_id}", status_code=204)
async def delete_direction(direction_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a direction; its goals stay."""
    async with coaching.unit(person, write=True) as s:
        await directions.delete(s, person, direction_id)


def _out(dream: Dream) -> DreamOut:
    return DreamOut.model_validate(dream)
