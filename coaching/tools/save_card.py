"""The coach keeps a sentence as a card, or drafts one for the person to decide on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from coaching.errors import ToolFailed
from coaching.services import cards, drafts, offers
from coaching.services.offers import NotNow
from coaching.values.enums import CardKind, PrescribedBy
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse


class SaveCard(BaseModel):
    """What goes on the card."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: Literal["reframe", "truth", "plan", "practice", "conversation"] = Field(
        description=(
            "reframe: another way to see it; truth: something they know now; plan: if this "
            "happens, then I do that; practice: something small to try; conversation: words to "
            "say to somebody."
        )
    )
    title: str = Field(
        min_length=1, max_length=cards.TITLE_MAX, description="Two to six words, theirs if you can."
    )
    content: str = Field(
        min_length=1,
        max_length=cards.CONTENT_MAX,
        description=(
            "The sentence to carry, in the person's own words: first person, present tense, at "
            "most 40 words, no amounts of money."
        ),
    )
    agreed: bool = Field(
        description=(
            "True only if the message you are answering says yes to these words or asks you to "
            "keep them; false puts a draft into the chat."
        )
    )


QUIET = (
    "Nothing was saved. Something serious was said within the last two days, and no card is made "
    "in that time. Say so in half a sentence, without quoting any of it, and stay with them. What "
    "they like to write down themselves, they can: under Rewire."
)
TOO_SOON = (
    "Nothing was saved. As far as we know they are not looking for change, and this kind of card "
    "would get ahead of them. Say that there is no hurry. If they want to keep their sentence as "
    "it is, that can be a card of the kind truth."
)
DRAFTED = (
    "Nothing is saved yet. The draft stands in the chat with Keep, Change first and Not now; the "
    "answer is theirs. Point to it in half a sentence, don't quote it, and ask nothing about it."
)
_OBJECTIONS = {NotNow.QUIET: QUIET, NotNow.TOO_SOON: TOO_SOON}


async def save_card(s: AsyncSession, use: ToolUse, args: SaveCard) -> ToolOutcome:
    """Save a sentence as a card in the person's list, or put a draft of one into the chat.

    With their yes, their own words are saved at once. An offer that has not been answered is not a
    yes. Without a yes, or in words that are yours, it becomes a draft: they keep it, change it
    first or leave it. Keep their wording, with the changes they asked for. One draft a session.
    Once the result is there, say in a few words what it says, saved or drafted.
    """
    kind = CardKind(args.kind)
    objection = await offers.objection(s, use.owner, kind, at=use.at)
    if objection is not None:
        raise ToolFailed(_OBJECTIONS[objection])
    if args.agreed and await drafts.is_theirs(s, use.owner, args.content):
        return await _saved(s, use, args, kind)
    draft = await drafts.add(s, use, kind=kind, title=args.title, content=args.content)
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
