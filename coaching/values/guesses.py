"""A guess about a person as agents see it, and what code has found before anybody judges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.values.enums import Heard, HypothesisStatus, RetiredBecause

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

SESSIONS_WITHOUT_SUPPORT = 2
REJECTED_BY_THEM = frozenset({RetiredBecause.REJECTED, RetiredBecause.OFF_TRACK})


@dataclass(frozen=True, slots=True)
class HypothesisView:
    """A guess about the person and how it stands; `because` says why one was retired."""

    id: UUID
    text: str
    status: HypothesisStatus
    because: RetiredBecause | None
    sessions_without_support: int
    created_at: datetime
    counted_session_id: UUID | None = None

    def is_over(self, heard: Heard, *, after_session: bool) -> bool:
        """Return True if it ends with what was heard: refused, or a second session without it."""
        if heard is Heard.REJECTED:
            return True
        waits = heard is Heard.OPEN and self.status is HypothesisStatus.CANDIDATE
        enough = self.sessions_without_support + 1 >= SESSIONS_WITHOUT_SUPPORT
        return after_session and waits and enough


@dataclass(frozen=True, slots=True)
class Findings:
    """Facts that code found in the rows and that a model can't overrule.

    `guess`: what the session said to the guess, and `quote` how they said it.
    `closed_session_id`: a session that has ended, in which the coach offered the guess, and that
    has not been counted for it yet. `may_graduate`: the focus card meets every condition and they
    agreed. `card_is_new`: the focus card was replaced in this session already.
    """

    guess: Heard = Heard.OPEN
    quote: str = ""
    closed_session_id: UUID | None = None
    may_graduate: bool = False
    card_is_new: bool = False


NO_FINDINGS = Findings()
