"""The coach keeps a sentence as a card, or drafts one for the person to decide on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from coaching.errors import NotFound, ToolFailed
from coaching.services import cards, drafts, offers, proposals
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.services.offers import NotNow
from coaching.values.enums import CardKind, PrescribedBy
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse


class SaveCard(BaseModel):
    """What goes on the card."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["reframe", "truth", "plan", "practice", "conversation"] = Field(
        description=(
            "reframe: another way to see it; truth: something they know; plan: if this, then that; "
            "practice: something to try; conversation: words for someone."
        )
    )
    title: str = Field(
        min_length=1,
        max_length=cards.TITLE_MAX,
        description="Two to six words, theirs if you can.",
    )
    content: str = Field(
        min_length=1,
        max_length=cards.CONTENT_MAX,
        description=(
            "The sentence, in their own words: first person, present tense, at most 40 words. An "
            "amount only if they said it."
        ),
    )
    agreed: bool = Field(
        description=(
            "True only if the message you answer says yes to these words or asks to keep "
            "them; false shows a draft."
        )
    )


QUIET = (
    "Nothing was saved: no cards are made for two days after something serious was said. Tell "
    "them briefly, without quoting what was serious, and stay with them. They can still write a "
    "card themselves under Rewire."
)
TOO_SOON = (
    "Nothing was saved: as far as we know they are not planning to change anything, and this kind "
    "of card would be too early. Say that there is no hurry. Their sentence as it is can be saved "
    "as a card of the kind truth."
)
UNSPOKEN = (
    "Nothing was saved: Toney makes no cards of what was said in danger or about abuse, because a "
    "card is shown on screens that others may see. Tell them briefly, without quoting it. They can "
    "still write a card themselves under Rewire."
)
DRAFTED = (
    "Nothing is saved yet. The chat shows the draft with the buttons Keep, Change first and Not "
    "now. Mention it briefly, don't repeat its words, and don't ask about it."
)
_OBJECTIONS = {NotNow.QUIET: QUIET, NotNow.TOO_SOON: TOO_SOON}


async def save_card(s: AsyncSession, use: ToolUse, args: SaveCard) -> ToolOutcome:
    """Save something they said as a card, or show them a draft of it in the chat.

    Without a clear yes, or in your words, it becomes a draft. One draft per conversation.
    """
    kind = CardKind(args.kind)
    objection = await offers.objection(s, use.owner, kind, at=use.at)
    if objection is not None:
        raise ToolFailed(_OBJECTIONS[objection])
    if not may_repeat(f"{args.title}\n{args.content}", await unspoken(s, use.owner)):
        raise ToolFailed(UNSPOKEN)
    if args.agreed and await drafts.is_theirs(s, use.owner, args.content):
        return await _saved(s, use, args, kind)
    payload = drafts.payload(use, kind=kind, title=args.title, content=args.content)
    draft = await proposals.propose(s, use, drafts.CARD.name, payload)
    return ToolOutcome(
        {"draft": "card", "title": args.title, "next": DRAFTED},
        detail=args.title,
        proposal_id=draft.id,
        preview=draft.preview,
    )


async def _saved(s: AsyncSession, use: ToolUse, args: SaveCard, kind: CardKind) -> ToolOutcome:
    kept = await cards.add(
        s,
        use.owner,
        kind=kind,
        title=args.title,
        content=args.content,
        at=use.at,
        source_message_id=use.message_id,
        prescribed_by=PrescribedBy.COACH,
    )
    card = kept.row
    return ToolOutcome(
        {"saved": "card", "id": str(card.id), "title": card.title}, detail=card.title
    )


async def undo_card(s: AsyncSession, owner: UUID, data: Mapping[str, Any], *, at: datetime) -> None:
    """Delete the card again; raises NotFound if the call saved none."""
    if "id" not in data:
        raise NotFound("this saved nothing")
    await cards.undo(s, owner, UUID(str(data["id"])), at=at)
