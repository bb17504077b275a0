"""Sessions and what was said in them."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query

from coaching.models import ConversationKind, SessionStatus
from coaching.services import conversations
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import Instant, Listed, Out

router = APIRouter(tags=["conversations"])
Limit = Annotated[int, Query(ge=1, le=100)]
Before = Annotated[int | None, Query(ge=1)]


class ConversationOut(Out):
    """A session."""

    id: UUID
    kind: ConversationKind
    session_number: int
    session_status: SessionStatus
    session_notes: str
    created_at: Instant
    last_message_at: Instant


class MessageOut(Out):
    """A message; a reply that is still to come is there too, with its status."""

    id: UUID
    turn_id: UUID
    role: Literal["user", "coach"]
    text: str
    agent: str
    status: str
    created_at: Instant


@router.get("/api/conversations")
async def list_conversations(
    coaching: Engine, person: Owner, before: Before = None, limit: Limit = 30
) -> Listed[ConversationOut]:
    """Return sessions, newest first."""
    async with coaching.unit(person) as s:
        found, following = await conversations.sessions(s, person, before=before, limit=limit)
        return Listed(
            items=[ConversationOut.model_validate(row) for row in found],
            next=None if following is None else str(following),
        )


@router.get("/api/conversations/{conversation_id}/messages")
async def list_messages(
    conversation_id: UUID,
    coaching: Engine,
    person: Owner,
    before: Before = None,
    limit: Limit = 30,
) -> Listed[MessageOut]:
    """Return messages of a session, newest last; `next` asks for older ones."""
    async with coaching.unit(person) as s:
        page = await conversations.page(
            s, person, conversation_id=conversation_id, before=before, limit=limit
        )
        return Listed(
            items=[MessageOut.model_validate(view) for view in page.items],
            next=None if page.before is None else str(page.before),
        )
