"""The ledger: a page of it, and undo in one tap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from pydantic_core import to_jsonable_python

from coaching.domains.ledger.entries import Kind
from coaching.domains.ledger.sources import SOURCES
from coaching.errors import NotFound
from coaching.services.do_not_repeat import may_repeat, unspoken

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.ledger.entries import Entry, Place, Removed

PAGE = 30
EXPORTED_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """Entries, newest first; `next` is where the following page begins."""

    entries: tuple[Entry, ...]
    next: Place | None


async def page(
    s: AsyncSession,
    owner: UUID,
    *,
    kinds: Collection[Kind] = (),
    before: Place | None = None,
    limit: int = PAGE,
) -> LedgerPage:
    """Return the newest entries, or those before a place; no `kinds` means all of them.

    Nothing that was said in danger or about abuse is among them.
    """
    said, shown = await unspoken(s, owner), list["Entry"]()
    while True:
        read = await _read(s, owner, kinds or SOURCES, before, limit + 1)
        shown += [entry for entry in read if may_repeat(entry.words, said)]
        if len(read) <= limit or len(shown) > limit:
            break
        before = read[-1].place
    more = len(shown) > limit
    shown = shown[:limit]
    return LedgerPage(tuple(shown), shown[-1].place if more else None)


async def undo(s: AsyncSession, owner: UUID, entry: str, *, at: datetime) -> Removed:
    """Undo an entry by its id; raise NotFound if it is gone, Conflict if a later one is on it."""
    kind, _, row = entry.partition(":")
    try:
        source, row_id = SOURCES[Kind(kind)], UUID(row)
    except ValueError as error:
        raise NotFound("no such entry") from error
    return await source.undo(s, owner, row_id, at)


async def with_ledger(s: AsyncSession, owner: UUID, export: Mapping[str, Any]) -> dict[str, Any]:
    """Return an export with `ledger`, the list of everything that agents wrote, newest first.

    It is derived from the exported rows, so an import leaves it out.
    """
    found, place = list["Entry"](), None
    while True:
        part = await page(s, owner, before=place, limit=EXPORTED_AT_ONCE)
        found += part.entries
        if (place := part.next) is None:
            return {**export, "ledger": [_as_json(entry) for entry in found]}


def _as_json(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "by": entry.by.value,
        "at": to_jsonable_python(entry.at),
        "text": entry.text,
        "reason": entry.reason.value,
        "because": entry.because,
        "before": entry.before,
    }


async def _read(
    s: AsyncSession, owner: UUID, kinds: Collection[Kind], before: Place | None, limit: int
) -> list[Entry]:
    found = [entry for kind in kinds for entry in await SOURCES[kind].read(s, owner, before, limit)]
    return sorted(found, key=lambda entry: entry.place, reverse=True)[:limit]
