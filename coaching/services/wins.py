"""Wins: moments of choosing differently, in the person's words. Never counted, never compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from coaching.errors import Conflict, NotFound
from coaching.models import Win
from coaching.repositories import analytics, profiles, wins
from coaching.services.safety_events import Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.safety import SafetyVerdict
from coaching.values.undo import UNDO_WITHIN
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

TEXT_MAX = 280
PAGE = 30
BY_USER = "user"
BY_COACH = "coach"


@dataclass(frozen=True, slots=True)
class WinPage:
    """Wins, oldest first; `next` leads to older ones."""

    items: Sequence[Win]
    next: datetime | None


async def page(
    s: AsyncSession, owner: UUID, *, before: datetime | None = None, limit: int = PAGE
) -> WinPage:
    """Return the newest wins, or those before an instant.

    Wins of one instant are on one page, which may be longer for it.
    """
    found = list(await wins.for_user(s, owner, before=before, limit=limit + 1))
    shown = found[:limit]
    older = shown[-1].created_at if len(found) > limit else None
    if older and found[limit].created_at == older:
        shown = [win for win in shown if win.created_at != older]
        shown += await wins.of_instant(s, owner, older)
    return WinPage(shown[::-1], older)


async def newest(s: AsyncSession, owner: UUID) -> Win | None:
    """Return the last win."""
    return next(iter(await wins.for_user(s, owner, limit=1)), None)


async def add(
    s: AsyncSession,
    owner: UUID,
    text: str,
    *,
    at: datetime,
    source: str = BY_USER,
    message_id: UUID | None = None,
    win_id: UUID | None = None,
) -> Kept[Win]:
    """Keep a win; with the id of one that is there already, return that one."""
    await profiles.hold(s, owner)
    if win_id and (known := await wins.find(s, owner, win_id)):
        return Kept(known, SafetyVerdict())
    win = Win(
        id=win_id or uuid4(),
        user_id=owner,
        text=_text(text),
        tension_type=(await profiles.require(s, owner)).tension_type,
        source=source,
        message_id=message_id,
        created_at=at,
    )
    added = await wins.add(s, owner, win)
    await analytics.add(s, owner, UsageEvent.WIN_KEPT, at=at, by=source)
    return await _kept(s, added, at)


async def edit(s: AsyncSession, owner: UUID, win_id: UUID, text: str, *, at: datetime) -> Kept[Win]:
    """Reword a win."""
    win = await _require(s, owner, win_id)
    win.text = _text(text)
    await s.flush()
    return await _kept(s, win, at)


async def delete(s: AsyncSession, owner: UUID, win_id: UUID) -> dict[str, Any]:
    """Delete a win; return it as JSON, for `restore`."""
    gone = (await _require(s, owner, win_id)).model_dump(mode="json")
    await wins.remove(s, owner, win_id)
    return gone


async def restore(s: AsyncSession, owner: UUID, gone: dict[str, Any]) -> None:
    """Restore a deleted win; idempotent."""
    win = Win.model_validate(gone)
    if await wins.find(s, owner, win.id) is None:
        await wins.add(s, owner, win)


async def undo(s: AsyncSession, owner: UUID, win_id: UUID, *, at: datetime) -> None:
    """Undo saving a win, for a short time; later it can only be deleted, which asks first."""
    win = await _require(s, owner, win_id)
    if at - win.created_at > UNDO_WITHIN:
        raise Conflict("too late to undo; the win can be deleted")
    await delete(s, owner, win_id)


async def _require(s: AsyncSession, owner: UUID, win_id: UUID) -> Win:
    win = await wins.find(s, owner, win_id)
    if win is None:
        raise NotFound("no such win")
    return win


async def _kept(s: AsyncSession, win: Win, at: datetime) -> Kept[Win]:
    return Kept(win, await screen_words(s, win.user_id, win.text, source="win", at=at))


def _text(text: str) -> str:
    return clean_text("text", text, maximum=TEXT_MAX)
