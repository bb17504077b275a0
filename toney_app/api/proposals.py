"""The answer to what the coach put into the chat: keep it, in these or other words, or leave it."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from fastapi import APIRouter

from coaching import conversation
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import In, Out

router = APIRouter(tags=["chat"])


class DecisionIn(In):
    """The one answer; `text` takes the place of the drafted words and is the person's own."""

    decision: Literal["approve", "reject"]
    text: str | None = None


class DecisionOut(Out):
    """The turn that the answer made."""

    turn_id: UUID


@router.post("/api/proposals/{proposal_id}", status_code=202)
async def decide(
    proposal_id: UUID, answer: DecisionIn, coaching: Engine, person: Owner
) -> DecisionOut:
    """Answer a draft, once and within half an hour; the same answer again changes nothing."""
    if answer.decision == "approve":
        decided = await conversation.keep_draft(coaching, person, proposal_id, answer.text)
    else:
        decided = await conversation.leave_draft(coaching, person, proposal_id)
    return DecisionOut(turn_id=decided.turn_id)
