"""Wins."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from coaching.services import wins
from coaching.values.enums import Tension
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import BeforeInstant, In, Instant, Listed, Out, iso, words

router = APIRouter(tags=["wins"])


class WinOut(Out):
    """A win as it is kept."""

    id: UUID
    text: str
    tension_type: Tension | None
    source: str
    created_at: Instant


class WinText(In):
    """A win in the person's words."""

    text: Annotated[str, words(wins.TEXT_MAX)]


@router.get("/api/wins")
async def list_wins(
    coaching: Engine,
    person: Owner,
    before: BeforeInstant | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Listed[WinOut]:
    """Return the newest wins, oldest first, or those before an instant."""
    async with coaching.unit(person) as s:
        page = await wins.page(s, person, before=before, limit=limit)
        return Listed(
            items=[WinOut.model_validate(win) for win in page.items],
            next=iso(page.next) if page.next else None,
        )


@router.post("/api/wins", status_code=201)
async def add_win(win: WinText, coaching: Engine, person: Owner) -> WinOut:
    """Keep a win."""
    async with coaching.unit(person, write=True) as s:
        kept = await wins.add(s, person, win.text, at=coaching.clock.now())
        return WinOut.model_validate(kept.row)


@router.patch("/api/wins/{win_id}")
async def change_win(win_id: UUID, win: WinText, coaching: Engine, person: Owner) -> WinOut:
    """Say a win differently."""
    async with coaching.unit(person, write=True) as s:
        kept = await wins.edit(s, person, win_id, win.text, at=coaching.clock.now())
        return WinOut.model_validate(kept.row)


@router.delete("/api/wins/{win_id}", status_code=204)
async def delete_win(win_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a win."""
    async with coaching.unit(person, write=True) as s:
        await wins.delete(s, person, win_id)
