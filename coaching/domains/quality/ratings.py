"""What a person says of a reply of the coach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.domains.quality import queries
from coaching.domains.quality.models import ReplyRating
from coaching.errors import NotFound
from coaching.repositories import messages
from coaching.services.safety_events import Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.conversations import MessageRole
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.quality import Rating

LONGEST_COMMENT = 400


async def rate(
    s: AsyncSession,
    owner: UUID,
    message_id: UUID,
    rating: Rating | None,
    comment: str = "",
    *,
    at: datetime,
) -> Kept[ReplyRating | None]:
    """Keep what the person says of a reply; None takes it back, a second one replaces the first.

    Raise `NotFound` if the message isn’t a reply to this person. A comment is screened too.
    """
    comment = clean_text("comment", comment, maximum=LONGEST_COMMENT, may_be_empty=True)
    reply = await messages.require(s, owner, message_id)
    if reply.role is not MessageRole.COACH or reply.turn_id is None:
        raise NotFound("only a reply can be rated")
    if rating is None:
        await undo(s, owner, message_id, {}, at=at)
        return Kept(None, SafetyVerdict())
    row = await queries.rating_of(s, owner, message_id)
    if row is None:
        row = ReplyRating(
            user_id=owner,
            message_id=message_id,
            turn_id=reply.turn_id,
            rating=rating,
            created_at=at,
            updated_at=at,
        )
        s.add(row)
    row.rating, row.comment, row.updated_at = rating, comment, at
    await s.flush()
    screened = SafetyVerdict()
    if comment:
        screened = await screen_words(s, owner, comment, source="rating", at=at)
    return Kept(row, screened)


async def undo(
    s: AsyncSession, owner: UUID, message_id: UUID, gone: dict[str, Any], /, *, at: datetime
) -> None:
    """Take a rating back; idempotent."""
    del at, gone
    row = await queries.rating_of(s, owner, message_id)
    if row is not None:
        await s.delete(row)
        await s.flush()
