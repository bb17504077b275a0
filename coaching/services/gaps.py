"""Noticing that the coach has lost somebody, before it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.models import MessageRole
from coaching.offline.gap import gap_in, may_be
from coaching.repositories import messages

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation
    from coaching.values.enums import Gap

LOOKED_AT = 4


async def find(s: AsyncSession, session: Conversation, message: str) -> Gap | None:
    """Return how a message shows that they were lost; most messages need no look back."""
    if not may_be(message):
        return None
    before = await messages.page(s, session.user_id, session.id, limit=LOOKED_AT)
    said = [line.text for line in before if line.role is MessageRole.USER]
    replies = [line.text for line in before if line.role is MessageRole.COACH]
    return gap_in(message, said, replies)
