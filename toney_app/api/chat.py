"""A message in, its reply as a stream of events; the same stream again for whoever comes back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse

from coaching import conversation
from coaching.errors import InvalidInput
from coaching.services import care
from coaching.serving.child import STOPPING
from coaching.values.clean_text import MAX_MESSAGE
from toney_app.api import live
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import Id, In, Out, words

if TYPE_CHECKING:
    from coaching.bootstrap import Coaching

_LONGEST_NUMBER = 18
router = APIRouter(tags=["chat"])

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_EVENTS = "text/event-stream"
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {_EVENTS: {"schema": {"type": "object"}}}}
}
Form = Literal["text", "blocks"]


class NewMessage(In):
    """What the person says; the id makes a repeat harmless.

    `replacesTurnId` is the turn of the last message: it is deleted, and this one answered instead.
    """

    text: Annotated[str, words(MAX_MESSAGE)]
    client_message_id: Id
    conversation_id: Id | None = None
    replaces_turn_id: Id | None = None


class TurnState(Out):
    """A turn and where it stands."""

    turn_id: UUID
    status: str


@router.post("/api/chat", response_class=Response, responses=_STREAM)
async def send(
    message: NewMessage, request: Request, coaching: Engine, person: Owner, form: Form = "text"
) -> StreamingResponse:
    """Accept a message and stream its reply; refusals are plain errors before the stream."""
    accepted = await conversation.accept(
        coaching,
        person,
        message.text,
        str(message.client_message_id),
        conversation_id=message.conversation_id,
        replaces=message.replaces_turn_id,
    )
    return _streamed(request, coaching, person, accepted.turn_id, after=0, form=form)


@router.get("/api/turns/{turn_id}/events", response_class=Response, responses=_STREAM)
async def events(
    turn_id: UUID,
    request: Request,
    coaching: Engine,
    person: Owner,
    after: Annotated[int, Query(ge=0)] = 0,
    last_event_id: Annotated[str | None, Header()] = None,
    form: Form = "text",
) -> StreamingResponse:
    """Stream a turn's events behind a number; a finished turn replays from the database."""
    await conversation.require_turn(coaching, person, turn_id)
    seen = _number(last_event_id) if last_event_id and last_event_id.isdecimal() else after
    return _streamed(request, coaching, person, turn_id, after=seen, form=form)


@router.post("/api/turns/{turn_id}/stop", status_code=202)
async def stop(turn_id: UUID, coaching: Engine, person: Owner) -> TurnState:
    """Stop a turn; what was said so far stays."""
    status = await conversation.stop(coaching, person, turn_id)
    return TurnState(turn_id=turn_id, status=status)


@router.post("/api/turns/{turn_id}/retry", status_code=202)
async def retry(turn_id: UUID, coaching: Engine, person: Owner) -> TurnState:
    """Try a broken turn again; a second call while it waits or runs changes nothing."""
    status = await conversation.retry(coaching, person, turn_id)
    return TurnState(turn_id=turn_id, status=status)


@router.post("/api/turns/{turn_id}/safe", status_code=204)
async def say_safe(turn_id: UUID, coaching: Engine, person: Owner) -> None:
    """End care mode: the person says that they are safe since the crisis in this turn."""
    async with coaching.unit(person, write=True) as s:
        await care.im_safe(s, person, turn_id, at=coaching.clock.now())


@router.delete("/api/turns/{turn_id}", status_code=204)
async def forget(turn_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a message with its reply and the memories that came from it."""
    await conversation.forget(coaching, person, turn_id)


def _streamed(
    request: Request, coaching: Coaching, person: UUID, turn_id: UUID, *, after: int, form: Form
) -> StreamingResponse:
    # Blocks build on each other, so their reader always starts from the first event.
    start = 0 if form == "blocks" else after
    closing: asyncio.Event | None = request.scope.get(STOPPING)
    body = live.stream(
        conversation.subscribe(coaching, person, turn_id, after=start),
        as_blocks=form == "blocks",
        closing=closing,
    )
    headers = _HEADERS
    if form == "blocks" and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers = live.compressed(body), {**_HEADERS, "Content-Encoding": "gzip"}
    return StreamingResponse(body, media_type=_EVENTS, headers=headers)


def _number(last_event_id: str) -> int:
    if len(last_event_id) > _LONGEST_NUMBER:
        raise InvalidInput({"Last-Event-ID": "is no number that we sent"})
    return int(last_event_id)
