"""Every sentence that the page 'What Toney thinks' shows, for whoever judges them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.services import insight, insight_history, search, sessions

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.bootstrap import Coaching

TITLE, CLOSING, EARLIER, HOME = "title", "closing", "earlier", "home"


@dataclass(frozen=True, slots=True)
class Thought:
    """A sentence as it is shown: in which section, resting on what, with the quotes beside it.

    `title` is a session's line in the list, `closing` what is shown when it has ended, `earlier` a
    line of an older version. `is_folded`: it is among the notes that are folded away.
    """

    section: str
    text: str
    basis: str = ""
    quotes: tuple[str, ...] = ()
    is_folded: bool = False


async def thoughts(coaching: Coaching, owner: UUID, at: datetime) -> tuple[Thought, ...]:
    """Return what the person can read about themselves now."""
    async with coaching.unit(owner) as s:
        page = await insight.page(s, owner, at=at)
        home = await insight.home_sentence(s, owner)
        (newest,) = (await search.sessions(s, owner, limit=1)).items
        closing = await sessions.closing(s, owner, newest.session.id)
        earlier = [line for each in await insight_history.history(s, owner) for line in each.letter]
    shown = [
        Thought(item.section, item.text, item.basis, quotes, is_folded=item.is_aside)
        for item in page.items
        for quotes in (tuple(quote.words for quote in item.quotes),)
    ]
    beside = [(HOME, home), (TITLE, newest.line), (CLOSING, closing.note)]
    beside += [(EARLIER, line) for line in earlier]
    return (*shown, *(Thought(section, text) for section, text in beside if text))
