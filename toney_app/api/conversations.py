"""Sessions: found, opened by a door, ended, and what was said in them."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import Field

from coaching import conversation
from coaching.services import conversations, doors, search, sessions
from coaching.values.chips import ChipAction
from coaching.values.conversations import ConversationKind, Feedback, SessionStatus
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import BeforeNumber, Id, In, Instant, Listed, Out

router = APIRouter(tags=["conversations"])
Limit = Annotated[int, Query(ge=1, le=100)]
Before = BeforeNumber | None


class ConversationOut(Out):
    """A session."""

    id: UUID
    kind: ConversationKind
    session_number: int
    session_status: SessionStatus
    session_notes: str
    one_line: str
    feedback: Feedback | None
    created_at: Instant
    last_message_at: Instant
    snippet: str | None = None


class DoorOut(Out):
    """A way into the next session; its first line is written already."""

    id: str
    title: str
    why_now: str
    length: Literal["quick", "medium", "deep"]


class ChosenDoor(In):
    """The door that somebody goes through."""

    door: Annotated[str, Field(max_length=80)]


class NewConversation(In):
    """A conversation of a kind, about one of the person's goals or dreams, or about neither."""

    kind: Literal["clarify", "planning", "research", "reflection"]
    goal_id: Id | None = None
    dream_id: Id | None = None


class OpenedOut(Out):
    """Where the coach's first line stands."""

    turn_id: UUID
    conversation_id: UUID
    session_number: int
    message_id: UUID
    text: str


class ClosingOut(Out):
    """What stands after a session; `isFinal`: nothing takes the note's place any more."""

    conversation_id: UUID
    session_number: int
    note: str
    one_line: str
    feedback: Feedback | None
    is_final: bool


class FeedbackIn(In):
    """One word about a session that has ended."""

    feedback: Annotated[Feedback, Field(strict=False)]


class ChipOut(Out):
    """A quick reply: `say` sends its text as a message, `practice` opens the one in `target`.

    The other actions open the list of exercises, help, the card editor, a new win or the person's
    data; whoever can't open these may send the text.
    """

    id: str
    text: str
    action: ChipAction
    target: str


class MessageOut(Out):
    """A message; a reply that is still to come is there too, with its status.

    `chips` are quick replies; show those of the newest message only.
    """

    id: UUID
    turn_id: UUID
    role: Literal["user", "coach"]
    text: str
    agent: str
    status: str
    created_at: Instant
    chips: list[ChipOut]


@router.post("/api/conversations", status_code=201)
async def begin_conversation(new: NewConversation, coaching: Engine, person: Owner) -> OpenedOut:
    """Begin a conversation of a kind with the coach's first line; messages then belong to it."""
    opened = await conversation.open_kind(
        coaching,
        person,
        ConversationKind(new.kind),
        goal_id=new.goal_id,
        dream_id=new.dream_id,
    )
    return OpenedOut.model_validate(opened)


@router.get("/api/conversations")
async def list_conversations(
    coaching: Engine,
    person: Owner,
    query: str = "",
    before: Before = None,
    limit: Limit = 30,
) -> Listed[ConversationOut]:
    """Return sessions, newest first; with `query`, those in which its words were said."""
    async with coaching.unit(person) as s:
        page = await search.sessions(s, person, query=query, before=before, limit=limit)
        return Listed(
            items=[_session(found) for found in page.items],
            next=None if page.next is None else str(page.next),
        )


@router.get("/api/doors")
async def list_doors(coaching: Engine, person: Owner) -> Listed[DoorOut]:
    """Return the ways into the next session; none while a session runs."""
    gap = timedelta(hours=coaching.settings.session_gap_hours)
    async with coaching.unit(person) as s:
        found = await doors.offered(s, person, at=coaching.clock.now(), gap=gap)
    return Listed(items=[DoorOut.model_validate(door) for door in found])


@router.post("/api/conversations/open")
async def open_conversation(chosen: ChosenDoor, coaching: Engine, person: Owner) -> OpenedOut:
    """Start from a suggestion: shows the coach's prepared first line, without a model call."""
    opened = await conversation.open_door(coaching, person, chosen.door)
    return OpenedOut.model_validate(opened)


@router.post("/api/conversations/{conversation_id}/end")
async def end_conversation(conversation_id: UUID, coaching: Engine, person: Owner) -> ClosingOut:
    """End a session; said twice, its closing is returned as it stands."""
    async with coaching.unit(person, write=True) as s:
        closing = await sessions.end(
            s, person, at=coaching.clock.now(), conversation_id=conversation_id
        )
    coaching.wake_jobs()
    return ClosingOut.model_validate(closing)


@router.get("/api/conversations/{conversation_id}/closing")
async def read_closing(conversation_id: UUID, coaching: Engine, person: Owner) -> ClosingOut:
    """Return what stands after a session."""
    async with coaching.unit(person) as s:
        return ClosingOut.model_validate(await sessions.closing(s, person, conversation_id))


@router.delete("/api/conversations/{conversation_id}", status_code=204)
async def delete_conversation(conversation_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a session with its messages and what was noted from them. This can't be undone.

    Cards and wins stay; so do an empty row with the session's number, and that it was counted.
    """
    await conversation.forget_session(coaching, person, conversation_id)


@router.post("/api/conversations/{conversation_id}/feedback")
async def rate_conversation(
    conversation_id: UUID, word: FeedbackIn, coaching: Engine, person: Owner
) -> ClosingOut:
    """Say one word about a session that has ended."""
    async with coaching.unit(person, write=True) as s:
        rated = await sessions.rate(s, person, conversation_id, word.feedback)
        return ClosingOut.model_validate(rated)


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


def _session(found: search.SessionHit) -> ConversationOut:
    shown = ConversationOut.model_validate(found.session)
    snippet = str(found.snippet) if found.snippet else None
    own = {"session_notes": found.note, "one_line": found.line, "snippet": snippet}
    return shown.model_copy(update=own)
