"""The verbs of a turn: admit, claim, stop, try again.

Each leaves the promises of `check_invariants.sql` true at its commit. How a turn ends is in
`coaching.services.turn_outcomes`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID, uuid4, uuid5

from coaching.errors import Conflict, RateLimited
from coaching.models import Message, Turn
from coaching.repositories import conversations, profiles, transcripts, turns, usage
from coaching.repositories.transcripts import TranscriptRow
from coaching.values import chips
from coaching.values.conversations import MessageRole
from coaching.values.enums import TurnKind, TurnStatus
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import Any

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation, Profile
    from coaching.values.chips import Chip
    from coaching.values.enums import CheckAnswer, Gap
    from coaching.values.usage_events import UsageEvent

MAX_WAITING = 5
QUEUE_RETRY_SECONDS = 5
UNFINISHED = frozenset({TurnStatus.QUEUED, TurnStatus.RUNNING})
BROKEN = frozenset({TurnStatus.INTERRUPTED, TurnStatus.FAILED})


ALARM = "alarm"
"""Where a message keeps the category of a crisis that the screen wasn't sure of."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Message of a person with its place. `counted_on` is None if no limit counts it.

    `starts`: the queue is empty, so the caller runs the turn right away.
    """

    text: str
    client_message_id: str
    preface: str
    verdict: SafetyVerdict
    counted_on: str | None
    seq: int
    starts: bool
    gap: Gap | None = None
    check: CheckAnswer | None = None

    @property
    def meta(self) -> dict[str, str]:
        """Return what is kept with the message of how it was heard."""
        heard = {"gap": self.gap, "check": self.check}
        kept = {name: word.value for name, word in heard.items() if word is not None}
        return {**kept, ALARM: self.verdict.doubt} if self.verdict.is_alarm else kept


def verdict_of(turn: Turn, meta: Mapping[str, Any]) -> SafetyVerdict:
    """Return how a turn was heard, with the alarm that its message keeps."""
    alarm = meta.get(ALARM, "")
    return SafetyVerdict(turn.safety_level, turn.safety_category, doubt=alarm, is_alarm=bool(alarm))


@dataclass(frozen=True, slots=True)
class Opening:
    """A first line of the coach. `key` is its source; the model's history has `note` before it."""

    key: str
    line: str
    note: str
    source: str
    event: UsageEvent | None = None
    chips: tuple[Chip, ...] = ()


def reply_id(turn_id: UUID) -> UUID:
    """Return the id that the coach's message of a turn has, or will have."""
    return uuid5(turn_id, "reply")


def user_seq(turn_seq: int) -> int:
    """Return the place of the person's message; the next one is reserved for its reply.

    Reserved at admission, so that a pair stays together however many messages queue up.
    """
    return turn_seq * 2


def require_same(turn: Turn, text: str) -> None:
    """Refuse another text under the client message id of this turn."""
    if turn.text_hash != _hash(text):
        raise Conflict("this client message id was used for another text")


def require_room(waiting: int) -> None:
    """Refuse a message while too many wait in line."""
    if waiting >= MAX_WAITING:
        raise RateLimited(reason="queue", retry_after=QUEUE_RETRY_SECONDS)


async def admit(
    s: AsyncSession,
    conversation: Conversation,
    asked: Asked,
    *,
    at: datetime,
) -> tuple[Turn, TranscriptRow]:
    """Store what the person said and the turn that will answer it."""
    owner = conversation.user_id
    turn = Turn(
        user_id=owner,
        conversation_id=conversation.id,
        client_message_id=asked.client_message_id,
        text_hash=_hash(asked.text),
        seq=asked.seq,
        safety_level=asked.verdict.level,
        safety_category=asked.verdict.category,
        counted_on=asked.counted_on,
        created_at=at,
    )
    await turns.add(s, owner, turn, starts_at=at if asked.starts else None)
    said = TranscriptRow(
        id=uuid4(),
        turn_id=turn.id,
        role=MessageRole.USER,
        text=asked.text,
        preface=asked.preface,
        meta=asked.meta,
        created_at=at,
        status=turn.status,
        partial=turn.partial,
        seq=user_seq(turn.seq),
        safety_level=turn.safety_level,
    )
    await transcripts.add(s, owner, conversation.id, said)
    return turn, said


async def open_with(
    s: AsyncSession,
    conversation: Conversation,
    opening: Opening,
    *,
    seq: int,
    at: datetime,
    kind: TurnKind = TurnKind.SESSION_OPEN,
) -> tuple[Turn, Message]:
    """Store a line of the coach that nobody was asked for: a turn that is over as it begins."""
    owner = conversation.user_id
    turn = Turn(
        user_id=owner,
        conversation_id=conversation.id,
        client_message_id=f"open:{uuid4()}",
        text_hash=_hash(opening.line),
        seq=seq,
        kind=kind,
        status=TurnStatus.DONE,
        created_at=at,
        started_at=at,
        finished_at=at,
    )
    await turns.add(s, owner, turn, starts_at=None)
    line = Message(
        id=reply_id(turn.id),
        user_id=owner,
        conversation_id=conversation.id,
        turn_id=turn.id,
        seq=user_seq(turn.seq) + 1,
        role=MessageRole.COACH,
        content=[{"type": "text", "text": opening.line}],
        text=opening.line,
        preface=opening.note,
        status=TurnStatus.DONE.value,
        stop_reason="end_turn",
        meta={"source": opening.source, "opened_by": opening.key},
        chips=chips.as_json(opening.chips),
        created_at=at,
    )
    s.add(line)
    await s.flush()
    return turn, line


async def position(s: AsyncSession, turn: Turn) -> int:
    """Return how many turns come before this one."""
    return await turns.queue_position(s, turn.user_id, turn.seq)


@dataclass(frozen=True, slots=True)
class Claim:
    """A running turn, and whom and where it belongs to. `is_announced`: its start was told."""

    turn: Turn
    session: Conversation
    person: Profile
    is_announced: bool = False


async def claim(s: AsyncSession, owner: UUID, *, now: datetime) -> Claim | None:
    """Start the person's next turn; None when nothing waits or one is running."""
    waiting = await turns.next_queued(s, owner)
    if waiting is None:
        return None
    turn = await turns.claim(s, owner, waiting.id, now=now)
    if turn is None:
        return None
    session = await conversations.require(s, owner, turn.conversation_id)
    return Claim(turn, session, await profiles.require(s, owner))


async def try_again(s: AsyncSession, owner: UUID, turn_id: UUID) -> tuple[Turn, bool]:
    """Queue a broken turn again; the second value says whether that changed anything."""
    await profiles.hold(s, owner)
    turn = await turns.require(s, owner, turn_id)
    newest = await turns.newest(s, owner)
    if newest is None or newest.id != turn_id:
        raise Conflict("only the newest turn can be tried again")
    if turn.status in UNFINISHED:
        return turn, False
    if turn.status not in BROKEN:
        raise Conflict("this turn has its reply")
    if not await turns.requeue(s, owner, turn_id):
        raise Conflict("this turn was tried often enough")
    return await turns.require(s, owner, turn_id), True


async def stop(s: AsyncSession, owner: UUID, turn_id: UUID, *, now: datetime) -> tuple[Turn, bool]:
    """Stop a waiting turn at once, ask a running one to stop, leave one that is over.

    The second value says whether the turn was waiting.
    """
    was_waiting = await turns.stop_queued(s, owner, turn_id, now=now)
    if was_waiting:
        await usage.refund(s, owner, turn_id, now=now)
    else:
        await turns.request_stop(s, owner, turn_id)
    return await turns.require(s, owner, turn_id), was_waiting


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
