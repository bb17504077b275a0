"""When the coach may offer a dream, a goal or a plan, and what it is told when it may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.dreams import service as dreams
from coaching.domains.goals import service as goals
from coaching.errors import ToolFailed
from coaching.services import safety_events
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.values.goals import MOST_ACTIVE
from coaching.values.tiers import UNLIMITED

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.values.tools import ToolUse

QUIET = (
    "Nothing was offered: no dreams, goals or plans for two days after something serious was said. "
    "Tell them briefly, without quoting what was serious, and stay with them. They can still write "
    "one themselves under Goals and dreams."
)
UNSPOKEN = (
    "Nothing was offered: Toney makes no dreams, goals or plans of what was said in danger or "
    "about abuse, because others may see them on the screen. Tell them briefly, without quoting it."
)
NO_ROOM_FOR_A_DREAM = (
    "Nothing was offered: they have {active} active dreams, and {limit} fit at a time. Tell them "
    "kindly. They can set one aside under Goals and dreams; it keeps its goals and can come back."
)
NO_ROOM_FOR_A_GOAL = (
    "Nothing was offered: they have {limit} active goals, and no more fit. Tell them kindly. They "
    "can park one under Goals and dreams; a parked goal keeps everything."
)
STEP_NOT_THEIRS = (
    "Nothing was saved: these are not the person's own words, and they have not said yes to them. "
    "Call it once more with their words, or ask whether to write the step down."
)
WAITS = (
    "Nothing is saved yet. The chat shows it with the buttons Save, Edit first and Not now. "
    "Mention it briefly, don't repeat its words, and don't ask about it."
)


async def allow(s: AsyncSession, use: ToolUse, words: str) -> None:
    """Raise ToolFailed, with what to say instead, if these words may not be offered now."""
    if await safety_events.is_quiet(s, use.owner, at=use.at):
        raise ToolFailed(QUIET)
    if not may_repeat(words, await unspoken(s, use.owner)):
        raise ToolFailed(UNSPOKEN)


async def allow_dream(s: AsyncSession, use: ToolUse, words: str) -> None:
    """Raise ToolFailed if a new dream may not be offered, or if there is no room for one."""
    await allow(s, use, words)
    room = await dreams.room(s, use.owner)
    if room.is_full and room.limit < UNLIMITED:
        raise ToolFailed(NO_ROOM_FOR_A_DREAM.format(active=room.active, limit=room.limit))


async def allow_goal(s: AsyncSession, use: ToolUse, words: str) -> None:
    """Raise ToolFailed if a new goal may not be offered, or if there is no room for one."""
    await allow(s, use, words)
    if await goals.is_full(s, use.owner):
        raise ToolFailed(NO_ROOM_FOR_A_GOAL.format(limit=MOST_ACTIVE))
