"""The coach's prepared first line, shown without a model call.

A turn of kind `session_open` has no message of the person. It is stored whole in one unit, so that
there is nothing to resume; the note in front of the line is what a model reads instead of a
message, stored with it once like any preface. Chosen twice, from two tabs or after a crash, the
same door leads to the same line.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from coaching import prompts
from coaching.agents.guardrails import opening_of
from coaching.content import text
from coaching.conversation.sessions import session_about, session_for
from coaching.errors import ConsentMissing
from coaching.repositories import admission_snapshot, analytics, cards, messages, profiles, turns
from coaching.services import consent, doors, insight
from coaching.services.turns import Opening, open_with
from coaching.values import chips, session_state
from coaching.values.conversations import MessageRole
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.conversation.engine import TurnEngine
    from coaching.conversation.limits import Slot
    from coaching.conversation.sessions import About
    from coaching.models import Conversation
    from coaching.repositories.admission_snapshot import AdmissionSnapshot

LATELY = 3
"""A guess that the coach told in so many replies may be what “That’s not it” is about."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Place of the first line. `is_new` is False if it had been written before (idempotent)."""

    turn_id: UUID
    conversation_id: UUID
    session_number: int
    message_id: UUID
    text: str
    is_new: bool


async def open_door(coaching: TurnEngine, owner: UUID, door_id: str) -> Opened:
    """Begin the next session through a door; one that is running goes on with its line."""

    async def prepare(s: AsyncSession, _: AdmissionSnapshot) -> Opening:
        found = await doors.require(s, owner, door_id)
        note = prompts.door_note(found.door.title)
        line = found.door.opening
        return Opening(
            f"door:{found.id}",
            line,
            note,
            found.source,
            UsageEvent.DOOR_OPENED,
            chips=chips.scale() if chips.asks_for_a_number(line) else (),
        )

    return await _shielded(_open(coaching, owner, prepare))


async def revisit_card(coaching: TurnEngine, owner: UUID, card_id: UUID) -> Opened:
    """Talk about a card again: the first line names it and asks how it stands."""

    async def prepare(s: AsyncSession, stands: AdmissionSnapshot) -> Opening:
        card = await cards.require(s, owner, card_id)
        line = text(stands.person.locale, f"coach.revisit.{card.kind.value}", title=card.title)
        note = prompts.card_note(card.kind, card.title, card.content)
        return Opening(f"card:{card.id}", line, note, doors.OFFLINE, UsageEvent.CARD_REVISITED)

    return await _shielded(_open(coaching, owner, prepare))


async def off_track(coaching: TurnEngine, owner: UUID, turn_id: UUID) -> Opened:
    """Open with a line that takes a reply back; a guess that it told is dropped with it."""

    async def prepare(s: AsyncSession, stands: AdmissionSnapshot) -> Opening:
        replies = await messages.replies_up_to(s, owner, turn_id, limit=LATELY)
        guess = await insight.off_track(s, owner, replies, at=coaching.clock.now())
        language = stands.person.locale
        line = text(language, "coach.off_track.nothing")
        if guess:
            line = text(language, "coach.off_track.guess", guess=guess.removesuffix("."))
        note = prompts.off_track_note(guess)
        return Opening(f"off_track:{turn_id}", line, note, doors.OFFLINE, UsageEvent.OFF_TRACK)

    return await _shielded(_open(coaching, owner, prepare))


async def open_conversation(
    coaching: TurnEngine,
    owner: UUID,
    prepare: Callable[[AsyncSession, AdmissionSnapshot], Awaitable[Opening]],
    about: About,
) -> Opened:
    """Begin a conversation of a kind with a prepared line, or go on with the one that is open."""
    return await _shielded(_open(coaching, owner, prepare, about))


async def _shielded(opening: Awaitable[Opened]) -> Opened:
    # A page that goes away must not leave half of it; the unit is whole or not at all.
    return await asyncio.shield(asyncio.ensure_future(opening))


async def _open(
    coaching: TurnEngine,
    owner: UUID,
    prepare: Callable[[AsyncSession, AdmissionSnapshot], Awaitable[Opening]],
    about: About | None = None,
) -> Opened:
    slot = await coaching.burst.reserve(owner)
    try:
        return await _store(coaching, owner, prepare, slot, about)
    finally:
        await coaching.burst.give_back(slot)


async def _store(
    coaching: TurnEngine,
    owner: UUID,
    prepare: Callable[[AsyncSession, AdmissionSnapshot], Awaitable[Opening]],
    slot: Slot,
    about: About | None,
) -> Opened:
    now = coaching.clock.now()
    async with coaching.db.unit(owner, write=True) as s:
        await profiles.hold(s, owner)
        stands = await admission_snapshot.of(s, owner, f"open:{uuid4()}")
        if not consent.covers(stands.consent, coaching.settings):
            raise ConsentMissing
        opening = await prepare(s, stands)
        if about is None:
            session = await session_for(coaching, s, stands, None, now=now)
        else:
            session = await session_about(coaching, s, stands, about)
        if (there := await _already_open(s, session, opening)) is not None:
            return there
        slot.use()
        seq = (stands.last_seq or 0) + 1
        turn, line = await open_with(s, session, opening, seq=seq, at=now)
        opened = {**session_state.of(session).opened, opening.key: str(turn.id)}
        session_state.change(session, opening=opening_of(opening.line), opened=opened)
        session.last_message_at = now
        if opening.event is not None:
            await analytics.add(s, owner, opening.event, at=now)
        coaching.reached("open.before_commit")
    coaching.reached("open.committed")
    return _opened(session, turn.id, line.id, line.text, is_new=True)


async def _already_open(s: AsyncSession, session: Conversation, opening: Opening) -> Opened | None:
    """Return the line of this door in this session; a card may be looked at again later."""
    stored = session_state.of(session).opened.get(opening.key)
    if stored is None:
        return None
    newest = await turns.newest(s, session.user_id)
    if newest is None or (opening.key.startswith("card:") and str(newest.id) != stored):
        return None
    line = await messages.of_turn(s, session.user_id, UUID(stored), MessageRole.COACH)
    if line is None:
        return None
    return _opened(session, UUID(stored), line.id, line.text, is_new=False)


def _opened(
    session: Conversation, turn_id: UUID, message_id: UUID, line: str, *, is_new: bool
) -> Opened:
    return Opened(turn_id, session.id, session.session_number, message_id, line, is_new)
