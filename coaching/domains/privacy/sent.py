"""What left this machine for one reply: to whom, which kinds of data, which searches. No words.

The words of a search are the one exception: they are what somebody else received.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.addresses import host_of
from coaching.model_settings import LOCAL
from coaching.repositories import conversations, model_calls, turns
from coaching.repositories import threads as tools
from coaching.services.consent import provider_of
from coaching.services.web_lookup import COULD_NOT, COULD_NOT_READ
from coaching.values.conversations import ToolStatus
from coaching.values.enums import Role
from coaching.web import sendable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import ToolCall, Turn
    from coaching.settings import Settings

OFFLINE = "offline"
PLACES = {"web_search": "Brave Search", "wikipedia_search": "Wikipedia"}
_FAILED_THERE = tuple(said.partition(" (")[0] for said in (COULD_NOT, COULD_NOT_READ))
_NAMED = {"cards": ("cards", "focus_card"), "wins": ("wins",), "understanding": ("briefing",)}


@dataclass(frozen=True, slots=True)
class Receiver:
    """A model that got something, what for, and how often it was asked."""

    role: str
    provider: str
    model: str
    calls: int


@dataclass(frozen=True, slots=True)
class Search:
    """Words that were sent to a search provider."""

    place: str
    query: str


@dataclass(frozen=True, slots=True)
class Sent:
    """Receivers of a reply's data. `kinds` are names of data; without a receiver, none."""

    receivers: tuple[Receiver, ...] = ()
    kinds: tuple[str, ...] = ()
    searches: tuple[Search, ...] = ()
    is_known: bool = True


async def of_turn(s: AsyncSession, owner: UUID, turn_id: UUID, settings: Settings) -> Sent:
    """Return what was sent for the reply of a turn; `NotFound` for somebody else's.

    `is_known` is False if the records are gone, because they are kept for a time only.
    """
    turn = await turns.require(s, owner, turn_id)
    rows = await model_calls.of_turn(s, owner, turn_id)
    counts: dict[tuple[str, str], int] = {}
    for row in rows:
        if row.provider != OFFLINE and provider_of(settings, row.model):
            counts[row.role, row.model] = counts.get((row.role, row.model), 0) + 1
    receivers = tuple(
        Receiver(role, provider_of(settings, model), model.removeprefix(LOCAL), calls)
        for (role, model), calls in counts.items()
    )
    if not rows:
        return Sent(is_known=False)
    has_coach = any(receiver.role == Role.COACH for receiver in receivers)
    kinds = await _kinds(s, owner, turn) if has_coach else ("message",) * bool(receivers)
    calls = await tools.tools_of(s, owner, [turn_id])
    searches = tuple(
        Search(place, words) for call in calls if _went_out(call) for place, words in _sent_by(call)
    )
    return Sent(receivers, kinds, searches)


def _sent_by(call: ToolCall) -> Iterator[tuple[str, str]]:
    """Yield where words went: a search's to its provider, an address to whoever serves it."""
    if call.name in PLACES:
        yield PLACES[call.name], sendable(str(call.input.get("query", "")))
    url = str(call.input.get("url", "")) if call.name == "fetch_url" else ""
    if host_of(url):
        yield host_of(url), url


def _went_out(call: ToolCall) -> bool:
    """Return True for a search that failed at its provider, not for one that we refused."""
    told = json.dumps(call.result, ensure_ascii=False)
    return call.status is ToolStatus.DONE or any(said in told for said in _FAILED_THERE)


async def _kinds(s: AsyncSession, owner: UUID, turn: Turn) -> tuple[str, ...]:
    session = await conversations.require(s, owner, turn.conversation_id)
    own = await turns.of_session(s, owner, turn.conversation_id)
    found = ["message", "profile"]
    if own and own[0].seq < turn.seq:
        found.append("conversation")
    if session.session_number > 1:
        found.append("earlier")
    for kind, names in _NAMED.items():
        if any(turn.context_ids.get(name) for name in names):
            found.append(kind)
    return tuple(found)
