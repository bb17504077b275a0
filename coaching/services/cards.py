"""Cards: sentences to carry, in the person's words. At most one of them is the focus."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.errors import Conflict, NotFound
from coaching.models import RewireCard
from coaching.repositories import cards, profiles
from coaching.services.safety_events import Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.enums import PrescribedBy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.enums import CardKind

TITLE_MAX = 80
CONTENT_MAX = 400
QUOTE_MAX = 2000
WORD_HINT = 40
UNDO_WITHIN = timedelta(hours=1)


async def list_cards(s: AsyncSession, owner: UUID) -> Sequence[RewireCard]:
    """Return all cards, newest first; the focus card is among them."""
    return await cards.for_user(s, owner)


def words_over(content: str) -> int:
    """Return how many words a card is longer than reads well; a hint, nothing is cut."""
    return max(0, len(content.split()) - WORD_HINT)


async def add(  # noqa: PLR0913 - the parts of a card, each by its name
    s: AsyncSession,
    owner: UUID,
    *,
    kind: CardKind,
    title: str,
    content: str,
    at: datetime,
    quote: str = "",
    source_message_id: UUID | None = None,
    prescribed_by: PrescribedBy = PrescribedBy.USER,
) -> Kept[RewireCard]:
    """Keep a sentence as a card; `quote` is what was said, in the message it comes from."""
    card = RewireCard(
        user_id=owner,
        kind=kind,
        title=_title(title),
        content=_content(content),
        quote=clean_text("quote", quote, maximum=QUOTE_MAX, may_be_empty=True),
        source_message_id=source_message_id,
        prescribed_by=prescribed_by,
        tension_type=(await profiles.require(s, owner)).tension_type,
        created_at=at,
        updated_at=at,
    )
    return await _kept(s, await cards.add(s, owner, card), at)


async def edit(
    s: AsyncSession,
    owner: UUID,
    card_id: UUID,
    *,
    at: datetime,
    title: str | None = None,
    content: str | None = None,
    kind: CardKind | None = None,
) -> Kept[RewireCard]:
    """Change a card; what is not given stays."""
    given = {
        "title": None if title is None else _title(title),
        "content": None if content is None else _content(content),
        "kind": kind,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    return await _kept(s, await cards.change(s, owner, card_id, now=at, **changes), at)


async def set_focus(
    s: AsyncSession,
    owner: UUID,
    card_id: UUID,
    *,
    at: datetime,
    prescribed_by: PrescribedBy = PrescribedBy.USER,
    rationale: str = "",
) -> RewireCard:
    """Put a card on home in the place of the one before; one from the toolkit comes back."""
    return await cards.set_focus(
        s, owner, card_id, now=at, prescribed_by=prescribed_by, rationale=rationale
    )


async def graduate(s: AsyncSession, owner: UUID, card_id: UUID, *, at: datetime) -> RewireCard:
    """Move a card that has become one's own to the toolkit, for ever."""
    return await cards.graduate(s, owner, card_id, now=at)


async def delete(s: AsyncSession, owner: UUID, card_id: UUID) -> None:
    """Delete a card and what was said of it day by day."""
    if not await cards.remove(s, owner, card_id):
        raise NotFound("no such card")


async def undo(s: AsyncSession, owner: UUID, card_id: UUID, *, at: datetime) -> None:
    """Take back a card that was saved a moment ago; later it is deleted, which asks first."""
    card = await cards.require(s, owner, card_id)
    if at - card.created_at > UNDO_WITHIN:
        raise Conflict("too late to undo; the card can be deleted")
    await delete(s, owner, card_id)


async def _kept(s: AsyncSession, card: RewireCard, at: datetime) -> Kept[RewireCard]:
    words = f"{card.title}\n{card.content}"
    return Kept(card, await screen_words(s, card.user_id, words, source="card", at=at))


def _title(title: str) -> str:
    return clean_text("title", title, maximum=TITLE_MAX)


def _content(content: str) -> str:
    return clean_text("content", content, maximum=CONTENT_MAX)
