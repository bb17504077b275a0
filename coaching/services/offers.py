"""What may not be kept now, although somebody asks for it: after a crisis, and against a stage."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.content import fitting_kind, may_keep
from coaching.repositories import intel, messages
from coaching.services import drafts, safety_events
from coaching.text.content import content_words
from coaching.text.similarity import containment
from coaching.values.conversations import MessageRole
from coaching.values.enums import Stage

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.enums import CardKind
    from coaching.values.tools import ToolUse

_YES = re.compile(
    r"\W*(?:yes|yeah|yep|yup|sure|ok(?:ay)?|please|go on|do it|save|keep|sí|si|claro|vale|dale"
    r"|guárdal[oa]|por favor|ja)\b(?!\W+but\b|\W+pero\b)",
    re.IGNORECASE,
)


class NotNow(StrEnum):
    """Why a card is not made."""

    QUIET = "quiet"
    TOO_SOON = "too_soon"


async def objection(s: AsyncSession, owner: UUID, kind: CardKind, *, at: datetime) -> NotNow | None:
    """Return why the coach keeps no card of this kind now; None when nothing speaks against it.

    Only what the coach keeps is asked about here: by hand a person writes what they like. The tool
    itself stays among the tools: taking it away would cost the whole cached prompt, and contradict
    the core, which names it (D26).
    """
    if await safety_events.is_quiet(s, owner, at=at):
        return NotNow.QUIET
    return None if may_keep(await _stage(s, owner), kind) else NotNow.TOO_SOON


def is_yes(message: str) -> bool:
    """Return True if a message begins with a yes and no "but" comes right after it."""
    return _YES.match(message) is not None


async def said_yes(s: AsyncSession, use: ToolUse, words: str) -> bool:
    """Say whether the message of this turn is a yes to words that the coach offered before it."""
    said = await messages.of_turn(s, use.owner, use.turn_id, MessageRole.USER)
    if said is None or not is_yes(said.text):
        return False
    before = await messages.last_by_coach(s, use.owner, said.conversation_id, before=said.seq)
    offered = content_words(f"{before.text if before else ''} {said.text}")
    return containment(content_words(words), offered) >= drafts.THEIRS


async def are_theirs(s: AsyncSession, use: ToolUse, words: str) -> bool:
    """Return True if words may be saved at once: the person's own, or offered and agreed to."""
    return await drafts.is_theirs(s, use.owner, words) or await said_yes(s, use, words)


async def fitting(s: AsyncSession, owner: UUID) -> CardKind:
    """Return the kind of card that somebody where they are most likely writes."""
    return fitting_kind(await _stage(s, owner))


async def _stage(s: AsyncSession, owner: UUID) -> Stage:
    row = await intel.find(s, owner)
    return row.stage_of_change if row else Stage.CONTEMPLATION
