"""Cache of session histories: what is over never changes, so only what is new is read.

Only a person's newest turn can still change, by a retry. Once a later one is claimed, everything
before it is settled, whichever process runs it. Without this a long session would be read and
written out again for each of its messages.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.conversation.history import History, beginning, continued
from coaching.repositories import transcripts
from coaching.services import session_states
from coaching.services.turns import user_seq

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.clock import Clock
    from coaching.repositories.transcripts import TranscriptRow
    from coaching.services.turns import Claim

KEPT_FOR = timedelta(hours=1)
MOST = 500


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

    async def read(self, s: AsyncSession, claim: Claim) -> tuple[History, TranscriptRow]:
        """Return the session up to the claimed turn's message, and that message."""
        turn, session = claim.turn, claim.session
        before = self._known(claim)
        *new, own = await transcripts.in_session(
            s, turn.user_id, session.id, up_to=user_seq(turn.seq), after=before.until
        )
        settled = continued(before.history, new)
        self._keep(session.id, user_seq(turn.seq) - 1, session.summary_until_seq, settled)
        return continued(settled, [own]), own

    def forget_idle(self) -> None:
        """Drop cached sessions that were idle for an hour."""
        oldest_kept = self._clock.now() - KEPT_FOR
        while self._sessions and next(iter(self._sessions.values())).at < oldest_kept:
            self._sessions.popitem(last=False)

    def forget(self, session_ids: Iterable[UUID]) -> None:
        """Forget these sessions now."""
        for session_id in session_ids:
            self._sessions.pop(session_id, None)

    def _known(self, claim: Claim) -> _Settled:
        session, known = claim.session, self._sessions.get(claim.session.id)
        if known is not None and known.condensed == session.summary_until_seq:
            return known
        start = beginning(session.summary, session_states.of(session).summarized_turns)
        condensed = session.summary_until_seq
        return _Settled(condensed, condensed, start, self._clock.now())

    def _keep(self, session_id: UUID, until: int, condensed: int, history: History) -> None:
        self._sessions[session_id] = _Settled(until, condensed, history, self._clock.now())
        self._sessions.move_to_end(session_id)
        if len(self._sessions) > MOST:
            self._sessions.popitem(last=False)
