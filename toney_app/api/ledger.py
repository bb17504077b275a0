"""What Toney wrote for the person: to read, and to undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query
from pydantic import Field

from coaching.domains.ledger import service as ledger
from coaching.domains.ledger.entries import Kind, Place, Reason
from coaching.values.enums import Role
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import Instant, Listed, Out

if TYPE_CHECKING:
    from coaching.domains.ledger.entries import Entry

router = APIRouter(tags=["ledger"])
EntryId = Annotated[str, Path(max_length=60)]
Wanted = Annotated[Kind | None, Field(strict=False)]


class EntryOut(Out):
    """Something that an agent wrote; `before` is what a change replaced."""

    id: str
    kind: Kind
    by: Role
    at: Instant
    text: str
    reason: Reason
    because: str
    before: str
    message_id: UUID | None
    can_undo: bool


@router.get("/api/ledger")
async def read_ledger(
    coaching: Engine,
    person: Owner,
    kind: Wanted = None,
    before: Annotated[str, Query(max_length=80)] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Listed[EntryOut]:
    """Return what agents wrote for the person, newest first, or what came before a cursor."""
    place = Place.of(before) if before else None
    async with coaching.unit(person) as s:
        kinds = (kind,) if kind else ()
        page = await ledger.page(s, person, kinds=kinds, before=place, limit=limit)
    found = [_out(entry) for entry in page.entries]
    return Listed(items=found, next=str(page.next) if page.next else None)


@router.post("/api/ledger/{entry_id}/undo", status_code=204)
async def undo_entry(entry_id: EntryId, coaching: Engine, person: Owner) -> None:
    """Undo an entry: what was written goes, a change becomes what it was before."""
    async with coaching.unit(person, write=True) as s:
        await ledger.undo(s, person, entry_id, at=coaching.clock.now())


def _out(entry: Entry) -> EntryOut:
    return EntryOut.model_validate(entry)
