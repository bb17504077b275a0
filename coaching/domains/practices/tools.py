"""The Coach offers a practice: a button under its reply. The app then runs it, word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from coaching.domains.check_ins import offering as check_ins
from coaching.domains.practices import offering, situations
from coaching.domains.practices.content import load_library
from coaching.domains.practices.situations import Incoming
from coaching.errors import ToolFailed, ToolRetry
from coaching.repositories import messages, tool_calls, turns
from coaching.values.chips import Chip
from coaching.values.conversations import MessageRole, ToolStatus
from coaching.values.safety import SafetyVerdict
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.practices import Offered, Situation
    from coaching.values.tools import ToolUse

MOST_NAMED = 6
NEXT = (
    "A button with its title is under your reply. Say one sentence about it and don't explain or "
    "play the exercise yourself: the app does. You will read how it went."
)
NONE_NOW = (
    "Not offered: this is no moment for an exercise (too early, too many already, grief, or "
    "something serious). Answer without one."
)
ONE_A_REPLY = "Not offered: one offer a reply. Answer now."


class OfferPractice(BaseModel):
    """Which exercise."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    id: str = Field(description="Its id.")


async def offer_practice(s: AsyncSession, use: ToolUse, args: OfferPractice) -> ToolOutcome:
    """Offer an exercise that a note names, as a button under your reply; answer them first.

    `check_in` asks how money feels, with moods as buttons.
    """
    practice = load_library().find(args.id)
    if practice is None and args.id != check_ins.CHECK_IN:
        raise ToolRetry(f"There is no exercise {args.id!r}. Take an id from your notes.")
    before = await tool_calls.of_turn(s, use.owner, use.turn_id)
    done = (call for call in before if call.status is ToolStatus.DONE)
    if any(call.name == offer_practice.__name__ for call in done):
        raise ToolFailed(ONE_A_REPLY)
    if practice is None:
        return await check_ins.offered(s, use)
    now = await _now(s, use)
    fits = offering.best(now, most=len(load_library().practices))
    offered = next((one for one in fits if one.id == practice.id), None)
    if offered is None:
        raise ToolFailed(_instead(fits))
    return ToolOutcome(
        {"offered": offered.title, "minutes": offered.minutes, "next": NEXT},
        detail=offered.title,
        chips=(_chip(offered),),
    )


async def _now(s: AsyncSession, use: ToolUse) -> Situation:
    turn = await turns.require(s, use.owner, use.turn_id)
    said = await messages.of_turn(s, use.owner, use.turn_id, MessageRole.USER)
    incoming = Incoming(
        said.text if said else "", SafetyVerdict(turn.safety_level, turn.safety_category)
    )
    return await situations.situation(s, use.owner, at=use.at, incoming=incoming)


def _instead(fits: list[Offered]) -> str:
    """Return why an exercise isn't offered, and which ones can be."""
    if not fits:
        return NONE_NOW
    ids = ", ".join(one.id for one in fits[:MOST_NAMED])
    return f"Not offered: it doesn't fit now, or was done or offered lately. These can be: {ids}."


def _chip(offered: Offered) -> Chip:
    text = f"{offered.title} · {offered.minutes} min"
    return Chip(offered.id, text, action="practice", target=offered.id)
