"""Sign-in tickets, by their hash or their address; each needs a system unit: no owner yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, func, or_, select, update

from coaching.domains.sign_in.models import Purpose, SignInTicket
from coaching.models import Conversation, RewireCard, Win
from coaching.values.enums import PrescribedBy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlalchemy import ColumnElement
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Base

MOST_TRIES = 5


async def add(s: AsyncSession, ticket: SignInTicket) -> None:
    """Store a ticket."""
    s.add(ticket)
    await s.flush()


async def with_hash(s: AsyncSession, token_hash: str, *purposes: Purpose) -> SignInTicket | None:
    """Return the ticket with a hash if it is good for one of these purposes, old ones too."""
    statement = select(SignInTicket).where(
        SignInTicket.token_hash == token_hash, col(SignInTicket.purpose).in_(purposes)
    )
    return (await s.exec(statement)).first()


async def spend(s: AsyncSession, ticket_id: UUID, *, at: datetime) -> bool:
    """Use a ticket up; False if it was used before or has expired."""
    statement = (
        update(SignInTicket)
        .where(
            col(SignInTicket.id) == ticket_id,
            col(SignInTicket.spent_at).is_(None),
            col(SignInTicket.expires_at) > at,
        )
        .values(spent_at=at)
        .returning(col(SignInTicket.id))
    )
    return (await s.exec(statement)).first() is not None


async def count_try(s: AsyncSession, ticket_id: UUID) -> bool:
    """Count a code that was typed; False if there have been too many."""
    statement = (
        update(SignInTicket)
        .where(col(SignInTicket.id) == ticket_id, col(SignInTicket.tries) < MOST_TRIES)
        .values(tries=col(SignInTicket.tries) + 1)
        .returning(col(SignInTicket.id))
    )
    return (await s.exec(statement)).first() is not None


async def supersede(s: AsyncSession, newer: SignInTicket, *, at: datetime) -> None:
    """Use up the links before this one that the same person, or nobody, asked for."""
    mine = col(SignInTicket.user_id)
    statement = update(SignInTicket).where(
        col(SignInTicket.subject) == newer.subject,
        col(SignInTicket.purpose) == Purpose.EMAIL,
        col(SignInTicket.spent_at).is_(None),
        col(SignInTicket.created_at) <= newer.created_at,
        col(SignInTicket.id) != newer.id,
        mine.is_(None) if newer.user_id is None else mine == newer.user_id,
    )
    await s.exec(statement.values(spent_at=at))


async def remove(s: AsyncSession, ticket_id: UUID) -> None:
    """Delete a ticket whose link never left."""
    await s.exec(delete(SignInTicket).where(col(SignInTicket.id) == ticket_id))


async def remove_of(s: AsyncSession, subjects: Sequence[str]) -> None:
    """Delete the tickets of addresses and Google accounts, whoever asked for them."""
    await s.exec(delete(SignInTicket).where(col(SignInTicket.subject).in_(subjects)))


async def forget_before(s: AsyncSession, instant: datetime) -> None:
    """Delete tickets that expired before an instant."""
    await s.exec(delete(SignInTicket).where(col(SignInTicket.expires_at) < instant))


async def count_cards(s: AsyncSession, owner: UUID) -> int:
    """Return how many cards a person has taken on or written."""
    own = or_(
        col(RewireCard.accepted_at).is_not(None), col(RewireCard.prescribed_by) == PrescribedBy.USER
    )
    return await _count(s, RewireCard, col(RewireCard.user_id) == owner, own)


async def count_wins(s: AsyncSession, owner: UUID) -> int:
    """Return how many wins a person has."""
    return await _count(s, Win, col(Win.user_id) == owner)


async def count_talks(s: AsyncSession, owner: UUID) -> int:
    """Return how many conversations a person has had."""
    is_there = col(Conversation.deleted_at).is_(None)
    return await _count(s, Conversation, col(Conversation.user_id) == owner, is_there)


async def last_talk(s: AsyncSession, owner: UUID) -> datetime | None:
    """Return when a person last talked to the coach."""
    newest = select(func.max(Conversation.last_message_at)).where(Conversation.user_id == owner)
    return (await s.exec(newest)).first()


async def _count(s: AsyncSession, model: type[Base], *which: ColumnElement[bool]) -> int:
    return (await s.exec(select(func.count()).select_from(model).where(*which))).one()
