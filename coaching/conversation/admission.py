"""From what somebody typed to a turn in line: checked, screened, limited, stored, answered."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching import safety
from coaching.agents import tell
from coaching.conversation import announcing
from coaching.conversation.announcing import Place
from coaching.conversation.sessions import session_for
from coaching.errors import NotAllowed
from coaching.repositories import profiles
from coaching.services import consent, safety_events, turns, usage
from coaching.services.turns import Asked
from coaching.values.clean_text import clean_text
from coaching.values.enums import SafetyLevel, TurnStatus

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.conversation.engine import TurnEngine
    from coaching.models import Profile, Turn

MAX_CLIENT_ID = 128


@dataclass(frozen=True, slots=True)
class Accepted:
    """The turn of a message. `is_new` is False when the message had one already."""

    turn_id: UUID
    conversation_id: UUID
    user_message_id: UUID | None
    session_number: int
    status: TurnStatus
    position: int
    is_new: bool


@dataclass(frozen=True, slots=True)
class _Message:
    text: str
    client_id: str
    conversation_id: UUID | None


async def accept(
    coaching: TurnEngine,
    owner: UUID,
    text: str,
    client_message_id: str,
    *,
    conversation_id: UUID | None = None,
) -> Accepted:
    """Take a message in: stored with its turn when this returns, refused when it raises.

    The same id with the same text attaches to the turn that it has.
    """
    message = _Message(
        clean_text("text", text),
        clean_text("clientMessageId", client_message_id, maximum=MAX_CLIENT_ID),
        conversation_id,
    )
    # Shielded: a client that hangs up must not leave a stored turn that nobody runs.
    return await asyncio.shield(asyncio.ensure_future(_accept(coaching, owner, message)))


async def _accept(coaching: TurnEngine, owner: UUID, message: _Message) -> Accepted:
    async with coaching.db.unit(owner, write=True) as s:
        await profiles.hold(s, owner)
        person = await profiles.require(s, owner)
        await _require_consent(coaching, s, owner)
        turn = await turns.find_repeat(s, owner, message.client_id, message.text)
        is_new = turn is None
        if turn is None:
            turn, place = await _admit(coaching, s, person, message)
        else:
            place = await announcing.find_place(s, turn)
        position = await turns.position(s, turn)
        coaching.reached("accept.before_commit")
    coaching.reached("accept.committed")
    if is_new:
        _announce(coaching, turn, place, position)
        coaching.runner.wake(owner)
    return Accepted(
        turn_id=turn.id,
        conversation_id=turn.conversation_id,
        user_message_id=place.user_message_id,
        session_number=place.session_number,
        status=turn.status,
        position=position,
        is_new=is_new,
    )


async def _admit(
    coaching: TurnEngine, s: AsyncSession, person: Profile, message: _Message
) -> tuple[Turn, Place]:
    now, owner = coaching.clock.now(), person.user_id
    verdict = safety.screen(message.text, life_context=tuple(person.life_context))
    counted_on = None
    if verdict.level is SafetyLevel.NONE:
        counted_on = await _within_limits(coaching, s, owner)
    conversation = await session_for(coaching, s, owner, message.conversation_id)
    told = conversation.state.get("told", {})
    preface = await tell(s, conversation, told=told, at=now, verdict=verdict)
    conversation.state = {**conversation.state, "told": dict(preface.told)}
    conversation.last_message_at = now
    asked = Asked(message.text, message.client_id, preface.text, verdict, counted_on)
    turn, said = await turns.admit(s, conversation, asked, at=now)
    if verdict.level is not SafetyLevel.NONE:
        await safety_events.note(s, person, verdict, turn_id=turn.id, at=now)
    return turn, Place(conversation.session_number, said.id, person.country, person.locale)


async def _require_consent(coaching: TurnEngine, s: AsyncSession, owner: UUID) -> None:
    if not await consent.is_valid(s, owner, coaching.settings):
        raise NotAllowed("no valid consent", reason="consent")


async def _within_limits(coaching: TurnEngine, s: AsyncSession, owner: UUID) -> str:
    """Return the day that the turn counts on. In this order, each with its own message (K10)."""
    coaching.burst.take(owner)
    day = await usage.count_turn(
        s, owner, now=coaching.clock.now(), limit=coaching.settings.interactions_per_day
    )
    await turns.require_room(s, owner)
    return day


def _announce(coaching: TurnEngine, turn: Turn, place: Place, position: int) -> None:
    coaching.events.open(turn.id, turn.user_id)
    start = announcing.started(turn, place, status="queued", position=position)
    coaching.events.publish(turn.id, start)
    if (serious := announcing.help_for(turn, place)) is not None:
        coaching.events.publish(turn.id, serious)
