"""The coach proposes a dream; the person decides on a card in the chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from coaching.domains.dreams.service import DESCRIPTION_MAX, TITLE_MAX, DreamFields, cleaned
from coaching.domains.goals import offering
from coaching.domains.goals.proposals import DREAM
from coaching.services import proposals
from coaching.values.dreams import DreamCategory
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

CATEGORIES = ", ".join(DreamCategory)
_PATTERN = f"^({'|'.join(DreamCategory)}|)$"


class CreateDream(BaseModel):
    """The dream."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    title: str = Field(
        min_length=1, max_length=TITLE_MAX, description="A few words, theirs if you can."
    )
    description: str = Field(
        default="",
        max_length=DESCRIPTION_MAX,
        description="What would change for them, in their own words; empty if they didn't say.",
    )
    category: str = Field(
        default="", description=f"One of {CATEGORIES}; empty if none fits.", pattern=_PATTERN
    )


async def create_dream(s: AsyncSession, use: ToolUse, args: CreateDream) -> ToolOutcome:
    """Propose a dream: what they want money for. They approve, edit or leave it in the chat.

    Only when it is clear what they want and they are ready, and after they said yes to your
    question whether to add it as a dream. No pressure.
    """
    await offering.allow_dream(s, use, f"{args.title}\n{args.description}")
    fields = cleaned(DreamFields(title=args.title, description=args.description))
    draft = await proposals.propose(
        s, use, DREAM.name, {**fields, "category": args.category or None}
    )
    return ToolOutcome(
        {"draft": DREAM.name, "title": args.title, "next": offering.WAITS},
        detail=args.title,
        proposal_id=draft.id,
        preview=draft.preview,
    )
