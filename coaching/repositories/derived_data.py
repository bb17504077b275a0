"""Rows of a person that may hold data derived from their messages, and what they wrote.

A test goes through all columns: whatever repeats a deleted message is in one of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import col, select

from coaching.domains.check_ins.models import CheckIn
from coaching.domains.directions.models import Direction
from coaching.domains.dreams.models import Dream
from coaching.domains.goals.models import Goal, MicroWin
from coaching.domains.notes.models import Note
from coaching.domains.purchases.models import Purchase
from coaching.domains.transactions.models import Transaction
from coaching.models import (
    BehavioralIntel,
    CoachingBriefing,
    CoachMemory,
    Conversation,
    Correction,
    Hypothesis,
    Job,
    Message,
    ObserverSignal,
    Profile,
    Proposal,
    RewireCard,
    ToolCall,
    Turn,
    Win,
)
from coaching.values.conversations import MessageRole
from coaching.values.enums import MemorySource

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

CHANGED: dict[str, tuple[Any, tuple[str, ...]]] = {
    "briefings": (
        CoachingBriefing,
        (
            "briefing_content",
            "hypothesis",
            "leverage",
            "curiosities",
            "session_strategy",
            "journey_narrative",
            "growth_edges",
            "prescription",
            "doors",
            "one_sentence",
        ),
    ),
    "intel": (
        BehavioralIntel,
        (
            "triggers",
            "emotional_vocabulary",
            "resistance_patterns",
            "breakthroughs",
            "coaching_notes",
            "journey_narrative",
            "growth_edges",
        ),
    ),
    "conversations": (
        Conversation,
        ("session_notes", "prompt", "state", "summary", "one_line"),
    ),
    "corrections": (Correction, ("said", "taken")),
    "cards": (RewireCard, ("quote", "rationale")),
    "jobs": (Job, ("payload", "last_error")),
    "messages": (Message, ("preface", "meta", "chips")),
    "turns": (Turn, ("partial", "steps")),
    "calls": (ToolCall, ("input", "result")),
}
"""The columns from which only what repeats the message goes."""
DROPPED: dict[str, tuple[Any, tuple[str, ...]]] = {
    "guesses": (Hypothesis, ("text",)),
    "signals_elsewhere": (ObserverSignal, ("content", "quote")),
    "drafts": (Proposal, ("payload", "preview")),
}
"""The rows that go as a whole when they repeat it."""
_KEPT: tuple[tuple[Any, Any], ...] = (
    (Dream, Dream.title),
    (Dream, Dream.description),
    (Direction, Direction.text),
    (Goal, Goal.title),
    (Goal, Goal.why),
    (Goal, Goal.notes),
    (MicroWin, MicroWin.text),
    (Note, Note.title),
    (Note, Note.content),
    (CheckIn, CheckIn.content),
    (Purchase, Purchase.item),
    (Purchase, Purchase.plan),
    (Purchase, Purchase.note),
    (Transaction, Transaction.what),
)
_LATER = (Message, Turn, ToolCall, ObserverSignal, Proposal)


async def rows(s: AsyncSession, owner: UUID, kind: Any, *, since: datetime) -> Sequence[Any]:  # noqa: ANN401 - a table
    """Return the rows of a person, of a long table only those made since an instant."""
    statement = select(kind).where(kind.user_id == owner)
    if kind in _LATER:
        statement = statement.where(kind.created_at >= since)
    return (await s.exec(statement)).all()


async def all_rows(s: AsyncSession, owner: UUID, kind: Any) -> Sequence[Any]:  # noqa: ANN401 - a table
    """Return the rows of a person."""
    return (await s.exec(select(kind).where(kind.user_id == owner))).all()


def key(row: Any) -> str:  # noqa: ANN401 - a row
    """Return the key of a row as text."""
    return str(row.user_id if isinstance(row, BehavioralIntel) else row.id)


async def own_words(s: AsyncSession, owner: UUID) -> list[str]:
    """Return what the person wrote themselves and still has, also in cards, goals and notes."""
    columns: tuple[tuple[Any, Any], ...] = (
        (
            Message.text,
            sa.and_(col(Message.user_id) == owner, col(Message.role) == MessageRole.USER),
        ),
        (RewireCard.title, col(RewireCard.user_id) == owner),
        (RewireCard.content, col(RewireCard.user_id) == owner),
        (Win.text, col(Win.user_id) == owner),
        *((column, kind.user_id == owner) for kind, column in _KEPT),
        (Correction.instead, col(Correction.user_id) == owner),
        (
            CoachMemory.content,
            sa.and_(
                col(CoachMemory.user_id) == owner, col(CoachMemory.source) == MemorySource.WRITTEN
            ),
        ),
        (Profile.name, col(Profile.user_id) == owner),
        (Profile.emotional_why, col(Profile.user_id) == owner),
    )
    found: list[str] = []
    for column, mine in columns:
        found += (await s.exec(select(column).where(mine))).all()
    return [text for text in found if text]


async def memories(s: AsyncSession, owner: UUID) -> Sequence[CoachMemory]:
    """Return the memories that have words."""
    mine = select(CoachMemory).where(CoachMemory.user_id == owner, CoachMemory.content != "")
    return (await s.exec(mine)).all()
