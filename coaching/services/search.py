"""Past sessions: a page of them, or those in which something was said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coaching.errors import InvalidInput
from coaching.memory.card_sentence import first_sentence
from coaching.memory.corrections import purged
from coaching.memory.snippets import MOST_CHARACTERS, Snippet, signs, snippet, terms
from coaching.repositories import conversations, search, transcripts
from coaching.services import corrections
from coaching.services.do_not_repeat import may_repeat, sayable, unspoken
from coaching.values.conversations import MessageRole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation
    from coaching.repositories.search import Hit


@dataclass(frozen=True, slots=True)
class SessionHit:
    """A session, and the best place in it when words were looked for.

    `title` is the person's first sentence, `note` and `line` are what was written of the session;
    all three without what the person corrected since, and without words said in danger.
    """

    session: Conversation
    snippet: Snippet | None = None
    turn_id: UUID | None = None
    title: str = ""
    note: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Sessions in their order; `next` asks for older ones."""

    items: tuple[SessionHit, ...]
    next: int | None = None


async def sessions(
    s: AsyncSession, owner: UUID, *, query: str = "", before: int | None = None, limit: int = 30
) -> Page:
    """Return sessions, newest first; with words, those that hold them, the best first."""
    if len(query) > MOST_CHARACTERS:
        raise InvalidInput({"query": f"at most {MOST_CHARACTERS} characters"})
    if query.strip():
        return Page(await _obeying(s, owner, await _with_words(s, owner, query, limit)))
    found = await conversations.for_user(s, owner, before=before, limit=limit + 1)
    shown = found[:limit]
    following = shown[-1].session_number if len(found) > limit else None
    return Page(await _obeying(s, owner, map(SessionHit, shown)), following)


async def _obeying(
    s: AsyncSession, owner: UUID, found: Iterable[SessionHit]
) -> tuple[SessionHit, ...]:
    binding, before = await corrections.binding(s, owner), await unspoken(s, owner)
    found = tuple(found)
    told: dict[UUID, list[str]] = {}
    for session_id, text in await transcripts.first_words(
        s, owner, [one.session.id for one in found]
    ):
        told.setdefault(session_id, []).append(sayable(purged(text, binding), before))
    return tuple(
        replace(
            each,
            title=first_sentence(told.get(each.session.id, ())),
            note=sayable(purged(each.session.session_notes, binding), before),
            line=sayable(purged(each.session.one_line, binding), before),
        )
        for each in found
    )


async def _with_words(
    s: AsyncSession, owner: UUID, query: str, limit: int
) -> tuple[SessionHit, ...]:
    words = terms(query)
    sign = "" if words else signs(query)
    best: dict[UUID, Hit] = {}
    found = await (search.signs(s, owner, sign) if sign else search.messages(s, owner, words))
    before = await unspoken(s, owner)
    for hit in found:
        if not may_repeat(hit.text, before):
            continue
        known = best.setdefault(hit.conversation_id, hit)
        # What the person said themselves is shown rather than what Toney said.
        if hit.role is MessageRole.USER and known.role is not MessageRole.USER:
            best[hit.conversation_id] = hit
    places = dict(list(best.items())[:limit])
    rows = {row.id: row for row in await conversations.among(s, owner, list(places))}
    return tuple(
        SessionHit(rows[session_id], snippet(hit.text, words, sign), hit.turn_id)
        for session_id, hit in places.items()
    )
