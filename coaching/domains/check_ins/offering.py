"""The Coach asks how money feels: the moods as chips, and a tap on one of them is a check-in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.check_ins import chips
from coaching.errors import ToolFailed
from coaching.repositories import messages, profiles, turns
from coaching.services.safety_events import is_quiet
from coaching.text.language import language_of
from coaching.values.conversations import MessageRole
from coaching.values.enums import SafetyLevel
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

NEXT = (
    "Five buttons with moods are under your reply. Ask in one sentence how money feels right now, "
    "and don't list the moods. What they tap is their next message, and it is saved."
)
NOT_NOW = "Not offered: something serious was said today or yesterday. Answer without it."
ONCE = "Not offered: you asked in this conversation already. Answer without it."
CHECK_IN = "check_in"
"""Id of the check-in in the tool that offers exercises."""


async def offered(s: AsyncSession, use: ToolUse) -> ToolOutcome:
    """Return the moods as chips; raises ToolFailed if this is no moment for them."""
    turn = await turns.require(s, use.owner, use.turn_id)
    is_calm = turn.safety_level is SafetyLevel.NONE
    if not is_calm or await is_quiet(s, use.owner, at=use.at):
        raise ToolFailed(NOT_NOW)
    talk = await messages.transcript(s, use.owner, turn.conversation_id)
    if any(chips.are_moods(message.chips) for message in talk):
        raise ToolFailed(ONCE)
    said = await messages.of_turn(s, use.owner, use.turn_id, MessageRole.USER)
    person = await profiles.require(s, use.owner)
    moods = chips.moods(language_of((said.text,) if said else (), person.locale))
    return ToolOutcome({"offered": [chip.text for chip in moods], "next": NEXT}, chips=moods)
