"""Past sessions: a page of them, or those in which something was said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.errors import InvalidInput
from coaching.memory.snippets import MOST_CHARACTERS, Snippet, signs, snippet, terms
from coaching.repositories import conversations, search

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation
    from coaching.repositories.search import Hit


@dataclass(frozen=True, slots=True)
class Found:
    """A session, and the best place in it when words were looked for."""

    session: Conversation
    snippet: Snippet | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Sessions in their order; `next` asks for older ones."""

    items: tuple[Found, ...]
    next: int | None = None


async def sessions(
    s: AsyncSession, owner: UUID, *, query: str = "", before: int | None = None, limit: int = 30
) -> Page:
    """Return sessions, newest first; with words, those that hold them, the best first."""
    if len(query) > MOST_CHARACTERS:
        raise InvalidInput({"query": f"at most {MOST_CHARACTERS} characters"})
    if query.strip():
        return Page(await _with_words(s, owner, query, limit))
    found = await conversations.for_user(s, owner, before=before, limit=limit + 1)
    shown = found[:limit]
    following = shown[-1].session_number if len(found) > limit else None
    return Page(tuple(map(Found, shown)), following)


async def _with_words(s: AsyncSession, owner: UUID, query: str, limit: int) -> tuple[Found, ...]:
    words = terms(query)
    sign = "" if words else signs(query)
    best: dict[UUID, Hit] = {}
    found = await (search.signs(s, owner, sign) if sign else search.messages(s, owner, words))
    for hit in found:
        best.setdefault(hit.conversation_id, hit)
    places = dict(list(best.items())[:limit])
    rows = {row.id: row for row in await conversations.among(s, owner, list(places))}
    return tuple(
        Found(rows[session_id], snippet(hit.text, words, sign))
        for session_id, hit in places.items()
    )
