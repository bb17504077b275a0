"""A draft is answered: what is kept is kept, and the coach's line says so, in a turn of its own.

The turn that drafted it is over; the answer is a new one (F12, F14). It is stored whole, with the
answer itself, and no model is asked: the note in front of its line tells the next one what became
of the draft. Pressed twice, the same answer leads to the same turn.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.errors import InvalidInput
from coaching.repositories import conversations, profiles, turns
from coaching.repositories import proposals as rows
from coaching.services import consent, doors, proposals
from coaching.services.turns import Opening, open_with
from coaching.values.conversations import ProposalState
from coaching.values.enums import TurnKind

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.conversation.engine import TurnEngine
    from coaching.models import Proposal
    from coaching.services.proposal_kinds import Saved
    from coaching.services.safety_events import Kept


@dataclass(frozen=True, slots=True)
class Decided:
    """The turn that an answer made; `kept` is what was saved if this answer saved something."""

    turn_id: UUID
    kept: Kept[Saved] | None = None
    kind: str = ""


async def keep_draft(
    coaching: TurnEngine, owner: UUID, draft_id: UUID, changed: object = None
) -> Decided:
    """Apply a proposal, as it is, with another text, or with an edit of its kind."""
    return await _shielded(coaching, owner, draft_id, ProposalState.APPROVED, changed)


async def leave_draft(coaching: TurnEngine, owner: UUID, draft_id: UUID) -> Decided:
    """Reject a draft without saving a card."""
    return await _shielded(coaching, owner, draft_id, ProposalState.REJECTED, None)


async def _shielded(
    coaching: TurnEngine,
    owner: UUID,
    draft_id: UUID,
    answer: ProposalState,
    changed: object,
) -> Decided:
    deciding = _decide(coaching, owner, draft_id, answer, changed)
    return await asyncio.shield(asyncio.ensure_future(deciding))


async def _decide(
    coaching: TurnEngine,
    owner: UUID,
    draft_id: UUID,
    answer: ProposalState,
    changed: object,
) -> Decided:
    at = coaching.clock.now()
    if isinstance(changed, str) and not changed.strip():
        raise InvalidInput({"text": "has no words"})
    async with coaching.db.unit(owner, write=True) as s:
        await profiles.hold(s, owner)
        draft = await proposals.require(s, owner, draft_id)
        if draft.state is answer and draft.decision_turn_id is not None:
            return Decided(draft.decision_turn_id, kind=draft.kind)
        draft = await proposals.require_open(s, owner, draft_id, at=at)
        is_kept = answer is ProposalState.APPROVED
        if is_kept:
            await consent.require(s, owner, coaching.settings)
        kind = proposals.PROPOSALS[draft.kind]
        edit = kind.edit(changed) if kind.edit and isinstance(changed, str) else changed
        kept = await kind.apply(s, draft, edit, at=at) if is_kept else None
        turn_id = await _say(s, draft, kept, is_changed=changed is not None, at=at)
        await rows.decide(s, owner, draft_id, state=answer, decision_turn_id=turn_id, now=at)
    return Decided(turn_id, kept, kind.name)


async def _say(
    s: AsyncSession,
    draft: Proposal,
    kept: Kept[Saved] | None,
    *,
    is_changed: bool,
    at: datetime,
) -> UUID:
    """Store the coach's line in place of the draft, and the note for the next reply."""
    owner = draft.user_id
    drafted = await turns.require(s, owner, draft.turn_id)
    session = await conversations.require(s, owner, drafted.conversation_id)
    newest = await turns.newest(s, owner) or drafted
    language = (await profiles.require(s, owner)).locale
    kind, saved = proposals.PROPOSALS[draft.kind], kept.row if kept else None
    line, note = kind.line(language, saved), kind.note(saved, is_changed)
    opening = Opening(f"draft:{draft.id}", line, note, doors.OFFLINE)
    turn, _ = await open_with(
        s, session, opening, seq=newest.seq + 1, at=at, kind=TurnKind.DECISION
    )
    session.last_message_at = at
    return turn.id
