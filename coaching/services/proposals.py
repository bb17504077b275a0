"""Proposals: stored, shown in the chat, and applied only if the person approves.

A proposal can be answered once, within half an hour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.errors import Conflict, NotFound
from coaching.models import Proposal
from coaching.repositories import proposals
from coaching.services.drafts import CARD
from coaching.values.conversations import ProposalState
from coaching.values.tools import PROPOSAL_WAITS

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.services.proposal_kinds import ProposalKind
    from coaching.values.tools import ToolUse

PROPOSALS: dict[str, ProposalKind] = {CARD.name: CARD}
"""All kinds by name. Rooms above this layer add theirs in `coaching.tools`."""


async def propose(s: AsyncSession, use: ToolUse, kind: str, payload: dict[str, Any]) -> Proposal:
    """Store a proposal of a kind; nothing else is saved."""
    proposal = Proposal(
        user_id=use.owner,
        turn_id=use.turn_id,
        kind=kind,
        payload=payload,
        preview=PROPOSALS[kind].preview(payload),
        expires_at=use.at + PROPOSAL_WAITS,
        created_at=use.at,
    )
    return await proposals.add(s, use.owner, proposal)


async def require(s: AsyncSession, owner: UUID, proposal_id: UUID) -> Proposal:
    """Return a proposal to this person, in any state, or raise NotFound."""
    proposal = await proposals.find(s, owner, proposal_id)
    if proposal is None:
        raise NotFound("no such proposal")
    return proposal


async def require_open(
    s: AsyncSession, owner: UUID, proposal_id: UUID, *, at: datetime
) -> Proposal:
    """Return an open proposal; raise Conflict if it was answered or has expired."""
    proposal = await require(s, owner, proposal_id)
    if fate(proposal, at=at) is not ProposalState.OPEN:
        raise Conflict("this proposal was answered, or has expired")
    return proposal


def is_editable(proposal: Proposal) -> bool:
    """Return True if the person may change the words before they approve."""
    kind = PROPOSALS.get(proposal.kind)
    return kind is not None and kind.edit is not None


def fate(proposal: Proposal, *, at: datetime) -> ProposalState:
    """Return the state of a proposal now."""
    is_late = proposal.state is ProposalState.OPEN and proposal.expires_at <= at
    return ProposalState.EXPIRED if is_late else proposal.state
