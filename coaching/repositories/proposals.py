"""What waits for a decision: kept here, used once, gone after thirty minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select, update

from coaching.models import Proposal
from coaching.values.conversations import ProposalState
from coaching.values.tools import UNDONE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def add(s: AsyncSession, owner: UUID, proposal: Proposal) -> Proposal:
    """Store a proposal."""
    proposal.user_id = owner
    s.add(proposal)
    await s.flush()
    return proposal


async def find(s: AsyncSession, owner: UUID, proposal_id: UUID) -> Proposal | None:
    """Return a proposal of this person."""
    statement = select(Proposal).where(Proposal.user_id == owner, Proposal.id == proposal_id)
    return (await s.exec(statement)).first()


async def of_turns(s: AsyncSession, owner: UUID, turn_ids: Sequence[UUID]) -> Sequence[Proposal]:
    """Return what some turns proposed, in the order in which they did."""
    statement = select(Proposal).where(
        Proposal.user_id == owner, col(Proposal.turn_id).in_(turn_ids)
    )
    return (await s.exec(statement.order_by(col(Proposal.created_at)))).all()


async def decide(
    s: AsyncSession,
    owner: UUID,
    proposal_id: UUID,
    *,
    state: ProposalState,
    decision_turn_id: UUID,
    now: datetime,
) -> bool:
    """Take the one decision that an open proposal allows; False when it is taken or too late."""
    statement = (
        update(Proposal)
        .where(
            col(Proposal.user_id) == owner,
            col(Proposal.id) == proposal_id,
            col(Proposal.state) == ProposalState.OPEN,
            col(Proposal.expires_at) > now,
        )
        .values(state=state, decided_at=now, decision_turn_id=decision_turn_id)
        .returning(col(Proposal.id))
    )
    return (await s.exec(statement)).first() is not None


async def newest_approved(
    s: AsyncSession, owner: UUID, kind: str, *, goal_id: str
) -> Proposal | None:
    """Return the last approved proposal of a kind that changed a goal and was not undone."""
    statement = select(Proposal).where(
        Proposal.user_id == owner, Proposal.kind == kind, Proposal.state == ProposalState.APPROVED
    )
    found = (await s.exec(statement.order_by(col(Proposal.decided_at).desc()).limit(50))).all()
    changes = (row for row in found if "before" in row.payload)
    return next((row for row in changes if row.payload["goal_id"] == goal_id), None)


async def set_undone(s: AsyncSession, owner: UUID, proposal_id: UUID) -> None:
    """Keep that what an approved proposal saved was undone."""
    proposal = await find(s, owner, proposal_id)
    if proposal is not None and proposal.state is ProposalState.APPROVED:
        proposal.payload = {**proposal.payload, UNDONE: True}
        await s.flush()


async def rest(s: AsyncSession, owner: UUID) -> None:
    """Close what waits for this person's word."""
    statement = update(Proposal).where(
        col(Proposal.user_id) == owner, col(Proposal.state) == ProposalState.OPEN
    )
    await s.exec(statement.values(state=ProposalState.EXPIRED))


async def reopen(s: AsyncSession, owner: UUID, *, closed_at: datetime, now: datetime) -> None:
    """Open again what `rest` closed at an instant; it waits as long as it had left."""
    statement = select(Proposal).where(
        Proposal.user_id == owner,
        Proposal.state == ProposalState.EXPIRED,
        col(Proposal.decided_at).is_(None),
        col(Proposal.created_at) <= closed_at,
        col(Proposal.expires_at) > closed_at,
    )
    for proposal in await s.exec(statement):
        proposal.state = ProposalState.OPEN
        proposal.expires_at = now + (proposal.expires_at - closed_at)
    await s.flush()


async def expire(s: AsyncSession, *, now: datetime) -> int:
    """Close every proposal whose time is over; needs a system unit."""
    statement = (
        update(Proposal)
        .where(col(Proposal.state) == ProposalState.OPEN, col(Proposal.expires_at) <= now)
        .values(state=ProposalState.EXPIRED)
        .returning(col(Proposal.id))
    )
    return len((await s.exec(statement)).all())
