"""Crises that the screen wasn't sure of: the Observer reads them, and some count after all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.repositories import messages, profiles
from coaching.safety import asked_in
from coaching.services import safety_events, signals
from coaching.services.mistaken_alarms import READ_AS
from coaching.services.turns import ALARM
from coaching.values.conversations import MessageRole
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Turn


async def read(s: AsyncSession, turn: Turn, level: SafetyLevel | None, *, at: datetime) -> bool:
    """Count a turn as a crisis if its alarm was left to the model and the model reads one too.

    `level` is what the Observer reads, None if no model could: then the alarm counts, unless
    Simple mode asked about it: then the answer decides. Returns True if it counts: help is shown
    with the turn, and everything follows that follows a crisis.
    """
    said = await messages.of_turn(s, turn.user_id, turn.id, MessageRole.USER)
    category = said.meta.get(ALARM) if said is not None else None
    if said is None or not category or turn.safety_level is not SafetyLevel.NONE:
        return False
    if level not in {None, SafetyLevel.CRISIS}:
        return False
    if level is None and await _was_asked(s, turn):
        return False
    if level is not None:
        said.meta = {**said.meta, READ_AS: level.value}
    person = await profiles.require(s, turn.user_id)
    turn.safety_level, turn.safety_category = SafetyLevel.CRISIS, category
    verdict = SafetyVerdict(SafetyLevel.CRISIS, category)
    await safety_events.note(s, person, verdict, turn_id=turn.id, at=at)
    await signals.note_crisis(s, turn, at=at)
    return True


async def _was_asked(s: AsyncSession, turn: Turn) -> bool:
    """Return True if the rules of Simple mode answered a turn with a question about danger."""
    reply = await messages.of_turn(s, turn.user_id, turn.id, MessageRole.COACH)
    is_by_rules = reply is not None and reply.meta.get("source") == signals.OFFLINE
    return reply is not None and is_by_rules and bool(asked_in(reply.text).about)
