"""Card drafts: shown in the chat, saved as a card only if the person agrees.

At once the coach keeps only what is theirs: their own words, after their yes. Anything else is a
draft that the person keeps, changes first or leaves: once, and within half an hour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.errors import Conflict, NotFound
from coaching.memory.corrections import content_words
from coaching.memory.own_words import OwnWords
from coaching.models import Proposal, ProposalState
from coaching.repositories import messages, proposals
from coaching.services import cards
from coaching.values.clean_text import clean_text
from coaching.values.enums import CardKind, PrescribedBy
from coaching.values.tools import PROPOSAL_WAITS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import RewireCard
    from coaching.services.safety_events import Kept
    from coaching.values.tools import ToolUse

KIND = "card"
THEIRS, LOOKED_AT = 0.8, 60
_MARKS = re.compile(r"[\"“”«»]|(?<!\w)['‘’]|['‘’](?!\w)")


@dataclass(frozen=True, slots=True)
class Changed:
    """The person's edits to a draft; fields that are None stay the same."""

    title: str | None = None
    content: str | None = None
    kind: CardKind | None = None
    parts: Mapping[str, str] | None = None
    is_focus: bool = False


async def is_theirs(s: AsyncSession, owner: UUID, content: str) -> bool:
    """Return True if these are the person's own words: most of them are in what they said lately.

    People put a sentence that they want to keep in quotation marks. So the whole sentence, in a
    row, is theirs also inside quotation marks; parts of what somebody else said are not.
    """
    rows = await messages.by_person(s, owner, limit=LOOKED_AT)
    if any(OwnWords(_MARKS.sub(" ", row.text)).find(content) for row in rows):
        return True
    said = [OwnWords(row.text) for row in rows]
    about = content_words(content)
    if not about:
        return False
    told = frozenset[str]().union(*(content_words(words.text) for words in said))
    return len(about & told) >= THEIRS * len(about)


async def add(
    s: AsyncSession, use: ToolUse, *, kind: CardKind, title: str, content: str
) -> Proposal:
    """Show a draft in the chat without saving a card."""
    payload = {
        "kind": kind.value,
        "title": clean_text("title", title, maximum=cards.TITLE_MAX),
        "content": clean_text("content", content, maximum=cards.CONTENT_MAX),
        "message_id": str(use.message_id or ""),
    }
    draft = Proposal(
        user_id=use.owner,
        turn_id=use.turn_id,
        kind=KIND,
        payload=payload,
        preview=f"{payload['title']}\n{payload['content']}",
        expires_at=use.at + PROPOSAL_WAITS,
        created_at=use.at,
    )
    return await proposals.add(s, use.owner, draft)


async def require(s: AsyncSession, owner: UUID, proposal_id: UUID) -> Proposal:
    """Return a draft of this person, in any state, or raise NotFound."""
    draft = await proposals.find(s, owner, proposal_id)
    if draft is None:
        raise NotFound("no such draft")
    return draft


async def require_open(
    s: AsyncSession, owner: UUID, proposal_id: UUID, *, at: datetime
) -> Proposal:
    """Return a draft that waits; raise Conflict for one that was answered or has rested."""
    draft = await require(s, owner, proposal_id)
    if fate(draft, at=at) is not ProposalState.OPEN:
        raise Conflict("this draft was answered, or has rested")
    return draft


def fate(draft: Proposal, *, at: datetime) -> ProposalState:
    """Return how a draft stands now."""
    is_late = draft.state is ProposalState.OPEN and draft.expires_at <= at
    return ProposalState.EXPIRED if is_late else draft.state


async def keep(
    s: AsyncSession, draft: Proposal, changed: Changed | None, *, at: datetime
) -> Kept[RewireCard]:
    """Make a card of a draft: as it was drafted, or as the person changed it."""
    said, new = draft.payload, changed or Changed()
    kept = await cards.add(
        s,
        draft.user_id,
        kind=new.kind or CardKind(said["kind"]),
        title=said["title"] if new.title is None else new.title,
        content=said["content"] if new.content is None else new.content,
        parts=new.parts,
        at=at,
        source_message_id=_message(said),
        prescribed_by=PrescribedBy.COACH if changed is None else PrescribedBy.USER,
    )
    if new.is_focus:
        await cards.set_focus(s, draft.user_id, kept.row.id, at=at)
    return kept


def _message(said: Mapping[str, Any]) -> UUID | None:
    return UUID(said["message_id"]) if said.get("message_id") else None
