"""A category of their own under another name: all its transactions and its budget, with undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.domains.transactions import queries
from coaching.errors import InvalidInput, NotFound
from coaching.repositories import profiles
from coaching.services.safety_events import Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.transactions import CATEGORY_MAX, Category

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def rename(
    s: AsyncSession, owner: UUID, category: str, to: str, *, at: datetime
) -> Kept[dict[str, Any]]:
    """Rename a category of their own; return what `restore` needs.

    Every transaction gets `at` as the instant of its change, and by that `restore` finds it.
    """
    name = clean_text("to", to, maximum=CATEGORY_MAX)
    await profiles.hold(s, owner)
    if category in set(Category) or category not in await queries.categories(s, owner):
        raise NotFound("no such category of their own")
    if name == category:
        raise InvalidInput({"to": "is its name already"})
    budget = await queries.budget_of(s, owner, category)
    if budget is not None and await queries.budget_of(s, owner, name) is not None:
        raise InvalidInput({"to": "has a budget of its own"})
    await queries.rename(s, owner, category, name, at=at)
    safety = await screen_words(s, owner, name, source="money", at=at)
    return Kept({"was": category, "name": name, "at": at.isoformat()}, safety)


async def restore(
    s: AsyncSession, owner: UUID, _row: UUID, kept: dict[str, Any], /, *, at: datetime
) -> None:
    """Give a category its old name back; what was changed since stays as it is. Idempotent."""
    from_instant = at.fromisoformat(kept["at"])
    await queries.rename(s, owner, kept["name"], kept["was"], at=at, only=from_instant)
