"""From what somebody typed to a turn in line: checked, screened, limited, stored, answered.

One transaction. When nobody is before it, the turn is claimed in the same one: a claim of its own
would be a third of the way from 'send' to the model.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

from coaching import safety
from coaching.agents import tell
from coaching.content.catalogue import DEFAULT_LANGUAGE
from coaching.conversation import turn_events
from coaching.conversation.hearing import hear, note_serious
from coaching.conversation.limits import Slot
from coaching.conversation.sessions import session_for
from coaching.domains.check_ins import chips as mood_chips
from coaching.errors import ConsentMissing
from coaching.repositories import admission_snapshot, profiles, users
from coaching.services import (
    consent,
    danger_checks,
    message_deletion,
    misunderstandings,
    turns,
    usage,
)
from coaching.services.turns import Asked, Claim
from coaching.text.language import language_of
from coaching.values import session_state
from coaching.values.clean_text import clean_text
from coaching.values.enums import SafetyLevel, TurnStatus

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.conversation.engine import TurnEngine
    from coaching.conversation.history import SessionHistory
    from coaching.conversation.turn_events import TurnContext
    from coaching.domains.check_ins.models import CheckIn
    from coaching.models import Turn
    from coaching.repositories.admission_snapshot import AdmissionSnapshot
    from coaching.safety import Danger

MAX_CLIENT_ID = 128
REHEARSED = "I looked."
ROUNDS_AHEAD = 3
"""Rounds of the loop that a turn has, to send its request, before whoever accepted it goes on."""


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
    check_in: UUID | None = None


@dataclass(frozen=True, slots=True)
class _Message:
    text: str
    client_id: str
    conversation_id: UUID | None
    replaces: UUID | None
    meaning: asyncio.Future[Danger]
    """How much danger it means: read in a thread meanwhile, because it takes longest of all."""


@dataclass(frozen=True, slots=True)
class _Admitted:
    """A message that is stored with its turn; `felt` is the check-in that it was an answer to."""

    claim: Claim
    place: TurnContext
    felt: CheckIn | None


class _Rehearsed(Exception):
    """Rolls back what a rehearsal has written."""


async def accept(
    coaching: TurnEngine,
    owner: UUID,
    text: str,
    client_message_id: str,
    *,
    conversation_id: UUID | None = None,
    replaces: UUID | None = None,
) -> Accepted:
    """Accept a message: it is stored with its turn on return, and not stored if this raises.

    The same id with the same text attaches to the turn that it has. `replaces` is the turn of the
    last message, which is deleted with its reply; NotFound or Conflict if it isn't the last one.
    """
    text = clean_text("text", text)
    client_id = clean_text("clientMessageId", client_message_id, maximum=MAX_CLIENT_ID)
    await coaching.prepared()
    said = partial(_Message, text, client_id, conversation_id, replaces)
    # Shielded: a client that hangs up must not leave a stored turn that nobody runs.
    accepted = await asyncio.shield(asyncio.ensure_future(_accept(coaching, owner, text, said)))
    for _ in range(ROUNDS_AHEAD):
        await asyncio.sleep(0)
    return accepted


async def rehearse(coaching: TurnEngine) -> None:
    """Accept an invented message and roll it back, so that it leaves no row.

    The first of any statement and pattern takes ten times as long as the next. Without this the
    first person after a start waits for fifty of them.
    """
    await coaching.prepared()
    owner, now = uuid4(), coaching.clock.now()
    meaning = asyncio.ensure_future(asyncio.to_thread(safety.danger, REHEARSED))
    message = _Message(REHEARSED, str(owner), None, None, meaning)
    with suppress(_Rehearsed):
        async with coaching.db.unit(owner, write=True) as s:
            await users.add(s, owner, at=now)
            await profiles.add(s, owner, locale=DEFAULT_LANGUAGE, time_zone="UTC", at=now)
            await profiles.hold(s, owner)
            stands = await admission_snapshot.of(s, owner, message.client_id)
            admitted = await _admit(coaching, s, stands, message, Slot(owner, now), starts=True)
            await coaching.history_cache.read(s, admitted.claim)
            raise _Rehearsed
    await asyncio.to_thread(safety.compile_phrases)


async def _accept(
    coaching: TurnEngine,
    owner: UUID,
    text: str,
    said: Callable[[asyncio.Future[Danger]], _Message],
) -> Accepted:
    slot = await coaching.burst.reserve(owner)
    try:
        with coaching.runner.reserving(owner) as is_free:
            # Only now: what the limit refuses must not cost a thread.
            loop = asyncio.get_running_loop()
            message = said(loop.run_in_executor(None, safety.danger, text))
            return await _store(coaching, owner, message, slot, is_free=is_free)
    finally:
        await coaching.burst.give_back(slot)


async def _store(
    coaching: TurnEngine, owner: UUID, message: _Message, slot: Slot, *, is_free: bool
) -> Accepted:
    history: SessionHistory | None = None
    async with coaching.db.unit(owner, write=True) as s:
        await profiles.hold(s, owner)
        stands = await admission_snapshot.of(s, owner, message.client_id)
        if consent.why_ask(stands.consent, coaching.settings):
            raise _not_agreed(stands, message.text)
        if stands.repeat is not None:
            return await _attach(s, stands.repeat, message)
        ahead = stands.waiting + stands.running
        starts = is_free and not ahead
        admitted = await _admit(coaching, s, stands, message, slot, starts=starts)
        claim, place = admitted.claim, admitted.place
        if starts and message.replaces is None:
            history = await coaching.history_cache.read(s, claim)
        coaching.reached("accept.before_commit")
    coaching.reached("accept.committed")
    if message.replaces is not None:
        coaching.history_cache.forget([claim.session.id])
    await _announce(coaching, claim.turn, place, ahead)
    if starts:
        coaching.runner.run(claim, history)
    else:
        coaching.runner.wake(owner)
    accepted = _accepted(claim.turn, place, ahead, is_new=True)
    return replace(accepted, check_in=admitted.felt.id if admitted.felt else None)


def _not_agreed(stands: AdmissionSnapshot, text: str) -> ConsentMissing:
    """Return the refusal. Nothing is stored; somebody in danger gets the numbers all the same."""
    person = stands.person
    heard = safety.screen(text, life_context=tuple(person.life_context))
    if heard.level is not SafetyLevel.CRISIS:
        return ConsentMissing()
    country = safety.help_country(person.country, person.time_zone)
    language = language_of((text,), person.locale)
    return ConsentMissing(help_=safety.resources_for(heard.category, country, lang=language))


async def _attach(s: AsyncSession, turn: Turn, message: _Message) -> Accepted:
    turns.require_same(turn, message.text)
    place = await turn_events.find_place(s, turn)
    return _accepted(turn, place, await turns.position(s, turn), is_new=False)


async def _admit(
    coaching: TurnEngine,
    s: AsyncSession,
    stands: AdmissionSnapshot,
    message: _Message,
    slot: Slot,
    *,
    starts: bool,
) -> _Admitted:
    now, person = coaching.clock.now(), stands.person
    session = await session_for(coaching, s, stands, message.conversation_id, now=now)
    if message.replaces is not None:
        await message_deletion.replace(s, person.user_id, message.replaces, session.id, at=now)
    heard = await hear(coaching, s, person, session, message.text, message.meaning, at=now)
    verdict, counted_on, lost = heard.verdict, None, misunderstandings.Lost()
    language = language_of((message.text,), person.locale)
    if verdict.level is SafetyLevel.NONE:
        counted_on = await _within_limits(coaching, s, stands, slot, now=now)
        if heard.answer is None:
            lost = await misunderstandings.find(s, session, message.text)
    preface = await tell(
        s,
        stands,
        session,
        at=now,
        heard=heard,
        gap=lost.note,
        language=language,
        message=message.text,
    )
    changes = danger_checks.stored(heard.check) | {"told": preface.told}
    session_state.change(session, **changes)
    session.last_message_at = now
    asked = Asked(
        message.text,
        message.client_id,
        preface.text,
        verdict,
        counted_on=counted_on,
        seq=(stands.last_seq or 0) + 1,
        starts=starts,
        gap=lost.gap,
        check=heard.answer,
    )
    turn, said = await turns.admit(s, session, asked, at=now)
    await note_serious(s, person, heard, turn, said, at=now)
    place = turn_events.place_of(person, session.session_number, said, language=language)
    felt = await mood_chips.keep(s, session, said, at=now)
    return _Admitted(Claim(turn, session, person, is_announced=starts), place, felt)


async def _within_limits(
    coaching: TurnEngine, s: AsyncSession, stands: AdmissionSnapshot, slot: Slot, *, now: datetime
) -> str:
    """Return the day that the turn counts on. In this order, each with its own message (K10)."""
    owner, limit = stands.person.user_id, coaching.settings.interactions_per_day
    slot.use()
    day = await usage.count_turn(s, owner, now=now, limit=limit)
    turns.require_room(stands.waiting)
    return day


async def _announce(coaching: TurnEngine, turn: Turn, place: TurnContext, ahead: int) -> None:
    await coaching.events.open(turn.id, turn.user_id)
    status = "running" if turn.status is TurnStatus.RUNNING else "queued"
    start = turn_events.started(turn, place, status=status, position=ahead)
    await coaching.events.publish(turn.id, start)
    if (serious := turn_events.help_for(turn, place)) is not None:
        await coaching.events.publish(turn.id, serious)


def _accepted(turn: Turn, place: TurnContext, position: int, *, is_new: bool) -> Accepted:
    return Accepted(
        turn_id=turn.id,
        conversation_id=turn.conversation_id,
        user_message_id=place.user_message_id,
        session_number=place.session_number,
        status=turn.status,
        position=position,
        is_new=is_new,
    )
