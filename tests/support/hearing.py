"""Listening to turns in tests, with a limit on how long."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from coaching.conversation import subscribe
from coaching.repositories import messages, turns
from coaching.values.events import Delta
from tests.support.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.models import Message, MessageRole, Turn
    from coaching.values.events import Numbered, TurnEvent


async def numbered(
    coaching: Coaching, owner: UUID, turn_id: UUID, *, after: int = 0
) -> list[Numbered]:
    """Return a turn's events behind a number, up to its end."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        return [one async for one in subscribe(coaching, owner, turn_id, after=after)]


async def events(coaching: Coaching, owner: UUID, turn_id: UUID) -> list[TurnEvent]:
    """Return a turn's events, up to its end."""
    return [one.event for one in await numbered(coaching, owner, turn_id)]


def text_of(heard: Iterable[TurnEvent]) -> str:
    """Return what the deltas say together."""
    return "".join(event.text for event in heard if isinstance(event, Delta))


async def turn_of(coaching: Coaching, owner: UUID, turn_id: UUID) -> Turn:
    """Return a turn as the database has it."""
    async with coaching.unit(owner) as s:
        return await turns.require(s, owner, turn_id)


async def message_of(
    coaching: Coaching, owner: UUID, turn_id: UUID, role: MessageRole
) -> Message | None:
    """Return what one side said in a turn."""
    async with coaching.unit(owner) as s:
        return await messages.of_turn(s, owner, turn_id, role)
