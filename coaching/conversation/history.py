"""Message history of a session for the model: append-only, so that the prefix can be cached.

Finished turns go back as text, each user message with the preface that was stored with it. A text
that was stopped or broken off counts as said; a failed turn leaves no trace.

Finished turns never change, so they are cached and only newer ones are read. Only a person's newest
turn can still change, by a retry: once a later one is claimed, all turns before it are final,
whichever process runs it.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from coaching.llm.port import ChatMessage
from coaching.prompts import as_said
from coaching.repositories import transcripts
from coaching.services.turns import user_seq
from coaching.values import chips, session_state
from coaching.values.context import PastMessage
from coaching.values.conversations import MessageRole
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.clock import Clock
    from coaching.repositories.transcripts import TranscriptRow
    from coaching.services.turns import Claim
    from coaching.values.chips import Chip

KEPT_FOR = timedelta(hours=1)
MOST = 500
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class History:
    """A session up to a message: for Claude as messages, for the offline coach as lines."""

    messages: tuple[ChatMessage, ...]
    past: tuple[PastMessage, ...]
    turns: int


def beginning(summary: str = "", turns: int = 0) -> History:
    """Return how a session begins: a long one with what its older half came down to (K24)."""
    return History((user_message("", summary),) if summary else (), (), turns)


def continued(history: History, said: Iterable[TranscriptRow]) -> History:
    """Return a session as the model reads it, with what was said after it, oldest first."""
    writer = _Writer(history.turns)
    for line in said:
        if line.status is not TurnStatus.FAILED:
            writer.add(line)
    return History(
        (*history.messages, *writer.messages), (*history.past, *writer.past), writer.turns
    )


def user_message(preface: str, text: str) -> ChatMessage:
    """Return a user message: what it was told with, then the person's own words."""
    told = [{"type": "text", "text": preface}] if preface else []
    return ChatMessage("user", (*told, {"type": "text", "text": as_said(text)}))


def _note(preface: str) -> ChatMessage:
    return ChatMessage("user", ({"type": "text", "text": preface},))


@dataclass(frozen=True, slots=True)
class SessionHistory:
    """A session up to the claimed turn's message; `settled` is without that message.

    `forgotten` is how often something was forgotten before it was read.
    """

    whole: History
    settled: History
    own: TranscriptRow
    forgotten: int


@dataclass(frozen=True, slots=True)
class _Settled:
    """A session up to a number; `condensed` is where its summary ended at that time."""

    until: int
    condensed: int
    history: History
    at: datetime


class HistoryCache:
    """Remembers the sessions that people are in, in this process, for an hour."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sessions: OrderedDict[UUID, _Settled] = OrderedDict()
        self._forgotten = 0

    async def read(self, s: AsyncSession, claim: Claim) -> SessionHistory:
        """Return the session up to the claimed turn's message; reads only what isn't cached."""
        turn, session = claim.turn, claim.session
        before = self._known(claim)
        *new, own = await transcripts.in_session(
            s, turn.user_id, session.id, up_to=user_seq(turn.seq), after=before.until
        )
        settled = continued(before.history, new)
        return SessionHistory(continued(settled, [own]), settled, own, self._forgotten)

    def keep(self, claim: Claim, read: SessionHistory) -> bool:
        """Cache what was read, once the claim is committed; False if it has to be read again.

        It has to be when something was deleted in the meantime.
        """
        if read.forgotten != self._forgotten:
            return False
        session, until = claim.session, user_seq(claim.turn.seq) - 1
        self._sessions[session.id] = _Settled(
            until, session.summary_until_seq, read.settled, self._clock.now()
        )
        self._sessions.move_to_end(session.id)
        if len(self._sessions) > MOST:
            self._sessions.popitem(last=False)
        return True

    def forget_idle(self) -> None:
        """Drop cached sessions that were idle for an hour."""
        oldest_kept = self._clock.now() - KEPT_FOR
        while self._sessions and next(iter(self._sessions.values())).at < oldest_kept:
            self._sessions.popitem(last=False)

    def forget(self, session_ids: Iterable[UUID]) -> None:
        """Forget these sessions now."""
        self._forgotten += 1
        for session_id in session_ids:
            self._sessions.pop(session_id, None)

    def _known(self, claim: Claim) -> _Settled:
        session, known = claim.session, self._sessions.get(claim.session.id)
        if known is not None and known.condensed == session.summary_until_seq:
            return known
        start = beginning(session.summary, session_state.of(session).summarized_turns)
        condensed = session.summary_until_seq
        return _Settled(condensed, condensed, start, self._clock.now())


class _Writer:
    def __init__(self, turns: int) -> None:
        self.messages: list[ChatMessage] = []
        self.past: list[PastMessage] = []
        self.turns = turns

    def add(self, line: TranscriptRow) -> None:
        if line.role is MessageRole.USER:
            self.turns += 1
            self.messages.append(user_message(line.preface, line.text))
            self.past.append(PastMessage("user", line.text, line.created_at))
            if line.status is TurnStatus.INTERRUPTED:
                self._coach(line.partial, line.created_at)
        elif line.meta.get("in_history", True):
            if line.preface:  # the coach spoke first: a note stands where a message would
                self.messages.append(_note(line.preface))
            shown = chips.from_json(line.chips) if line.chips else ()
            self._coach(line.text, line.created_at, line.meta, shown)

    def _coach(
        self,
        text: str,
        at: datetime,
        meta: Mapping[str, Any] = _NOTHING,
        chips: tuple[Chip, ...] = (),
    ) -> None:
        self.messages.append(ChatMessage("assistant", ({"type": "text", "text": text},)))
        mode, templates = str(meta.get("mode", "")), meta.get("template_ids", ())
        self.past.append(PastMessage("coach", text, at, mode, tuple(templates), chips))
