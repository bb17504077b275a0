"""Shared steps of tests about alarms of the screen that were a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.repositories import conversations, profiles, turns
from coaching.safety import asked_with
from coaching.services import danger_checks, signals
from coaching.services import safety_events as dangers
from coaching.values import session_state
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from tests.support.observed import finished

if TYPE_CHECKING:
    from coaching.models import Turn
    from tests.support.bare_engine import BareEngine

CRISIS = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")


async def alarmed(engine: BareEngine) -> Turn:
    """Return a finished turn that was admitted as a crisis."""
    turn = await finished(engine)
    await takes_for_crisis(engine, turn)
    return turn


async def takes_for_crisis(engine: BareEngine, turn: Turn, verdict: SafetyVerdict = CRISIS) -> None:
    at = engine.clock.now()
    async with engine.db.unit(turn.user_id, write=True) as s:
        person = await profiles.require(s, turn.user_id)
        await dangers.note(s, person, verdict, turn_id=turn.id, at=at)
        await signals.note_crisis(s, turn, at=at)
        session = await conversations.require(s, turn.user_id, turn.conversation_id)
        session.last_message_at = at
        session_state.change(session, **danger_checks.stored(asked_with(verdict)))
        row = await turns.require(s, turn.user_id, turn.id)
        row.safety_level, row.safety_category = verdict.level, verdict.category
