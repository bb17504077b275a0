"""Rows to begin a test with. Each function writes with its own unit and returns what it made."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from coaching.models import (
    Consent,
    Conversation,
    Identity,
    IdentityKind,
    Job,
    Message,
    MessageRole,
    Profile,
    RewireCard,
    SafetyEvent,
    Turn,
    User,
    Win,
)
from coaching.repositories import admission_snapshot, conversations, profiles, turns
from coaching.repositories import safety_events as alarms
from coaching.services import safety_events
from coaching.values.enums import SafetyLevel, TurnStatus

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db

MONDAY_MORNING = datetime(2026, 1, 12, 9, 0, tzinfo=UTC)


async def person(
    db: Db,
    *,
    consents: bool = True,
    provider: str = "",
    at: datetime = MONDAY_MORNING,
    **profile: Any,
) -> UUID:
    """Make a guest with a profile and, unless told otherwise, a consent."""
    owner = uuid4()
    async with db.unit(owner, write=True) as s:
        s.add(User(id=owner, created_at=at))
        await s.flush()
        s.add(Profile(user_id=owner, created_at=at, updated_at=at, **profile))
        s.add(Identity(user_id=owner, kind=IdentityKind.GUEST, subject=str(owner), created_at=at))
        if consents:
            s.add(
                Consent(
                    user_id=owner, text_version="1", provider=provider, given_at=at, created_at=at
                )
            )
    return owner


async def conversation(
    db: Db, owner: UUID, *, at: datetime = MONDAY_MORNING, **columns: Any
) -> Conversation:
    """Open the person's next session."""
    row = Conversation(
        user_id=owner, session_number=0, last_message_at=at, created_at=at, **columns
    )
    async with db.unit(owner, write=True) as s:
        return await conversations.add(s, owner, row)


async def queued_turn(
    db: Db,
    owner: UUID,
    session: Conversation,
    text: str = "I looked at my account.",
    **columns: Any,
) -> Turn:
    """Store a message and its turn that waits for a reply."""
    async with db.unit(owner, write=True) as s:
        return await _queued(s, owner, session, text, **columns)


async def running_turn(
    db: Db,
    owner: UUID,
    session: Conversation,
    text: str = "I looked at my account.",
    **columns: Any,
) -> Turn:
    """Store a turn and claim it."""
    async with db.unit(owner, write=True) as s:
        return await _running(s, owner, session, text, **columns)


async def exchange(
    db: Db,
    owner: UUID,
    session: Conversation,
    text: str = "I looked at my account.",
    reply: str = "What did you notice?",
    *,
    at: datetime = MONDAY_MORNING,
    counted_on: str | None = None,
    **columns: Any,
) -> Turn:
    """Store a message with its finished reply and Observer job, in one transaction."""
    later = at + timedelta(seconds=5)
    async with db.unit(owner, write=True) as s:
        turn = await _running(s, owner, session, text, at=at, counted_on=counted_on)
        assert await turns.finish(s, owner, turn.id, turn.fence, now=later)
        s.add(_message(turn, MessageRole.COACH, reply, later, **columns))
        s.add(observer_job(turn, at=later))
        return await turns.require(s, owner, turn.id)


async def _queued(
    s: AsyncSession,
    owner: UUID,
    session: Conversation,
    text: str,
    *,
    client_message_id: str | None = None,
    at: datetime = MONDAY_MORNING,
    **columns: Any,
) -> Turn:
    row = Turn(
        user_id=owner,
        conversation_id=session.id,
        client_message_id=client_message_id or uuid4().hex,
        text_hash=hashlib.sha256(text.encode()).hexdigest(),
        seq=0,
        created_at=at,
        **columns,
    )
    await profiles.hold(s, owner)
    stands = await admission_snapshot.of(s, owner, row.client_message_id)
    row.seq = (stands.last_seq or 0) + 1
    await turns.add(s, owner, row, starts_at=None)
    s.add(_message(row, MessageRole.USER, text, at))
    return await turns.require(s, owner, row.id)


async def _running(
    s: AsyncSession, owner: UUID, session: Conversation, text: str, **columns: Any
) -> Turn:
    queued = await _queued(s, owner, session, text, **columns)
    claimed = await turns.claim(s, owner, queued.id, now=queued.created_at)
    assert claimed is not None, "another turn of this person runs"
    return claimed


async def card(
    db: Db, owner: UUID, title: str = "One look", *, at: datetime = MONDAY_MORNING, **columns: Any
) -> RewireCard:
    """Store a card."""
    columns.setdefault("content", "I look once, and breathe out.")
    row = RewireCard(user_id=owner, title=title, created_at=at, updated_at=at, **columns)
    async with db.unit(owner, write=True) as s:
        s.add(row)
    return row


async def win(
    db: Db, owner: UUID, text: str = "Opened the letter", *, at: datetime = MONDAY_MORNING
) -> Win:
    """Store a win."""
    row = Win(user_id=owner, text=text, created_at=at)
    async with db.unit(owner, write=True) as s:
        s.add(row)
    return row


async def alarm_taken_back(db: Db, owner: UUID, *, at: datetime) -> None:
    """Add a crisis that was none."""
    async with db.unit(owner, write=True) as s:
        event = SafetyEvent(
            user_id=owner,
            level=SafetyLevel.CRISIS,
            category="minor",
            source=safety_events.CHAT,
            created_at=at,
        )
        s.add(event)
        await alarms.mark_mistaken(s, owner, event, at=at)


def observer_job(turn: Turn, *, at: datetime = MONDAY_MORNING) -> Job:
    """Return the job that each finished turn has."""
    return Job(
        user_id=turn.user_id,
        kind="observer",
        payload={"turn_id": str(turn.id)},
        run_at=at,
        unique_key=f"observer:{turn.id}",
        created_at=at,
    )


def _message(turn: Turn, role: MessageRole, text: str, at: datetime, **columns: Any) -> Message:
    by_coach = role is MessageRole.COACH
    values: dict[str, Any] = {
        "status": TurnStatus.DONE.value if by_coach else "saved",
        "stop_reason": "end_turn" if by_coach else "",
        **columns,
    }
    return Message(
        user_id=turn.user_id,
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        seq=turn.seq * 2 + by_coach,
        role=role,
        content=[{"type": "text", "text": text}],
        text=text,
        created_at=at,
        **values,
    )
