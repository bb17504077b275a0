"""What the rows say plainly about a run: no model is asked, and none may see it otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.offline.strategist.case import Case
from coaching.offline.strategist.focus import is_internalised
from coaching.offline.strategist.verdict import hear_guess
from coaching.values.enums import PrescribedBy, Trigger
from coaching.values.guesses import Findings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from coaching.models import Conversation, RewireCard
    from coaching.values.context import StrategistContext, TranscriptLine

AFTER_A_SESSION = (Trigger.SESSION_START, Trigger.SESSION_END)


def found(
    context: StrategistContext,
    transcript: Sequence[TranscriptLine],
    session: Conversation | None,
    focus: RewireCard | None,
) -> Findings:
    """Return what is settled before anybody judges; the words of the session stay here."""
    case = Case(replace(context, transcript=tuple(transcript)))
    return Findings(
        guess=hear_guess(case).verdict,
        closed_session_id=_closed(context, session),
        may_graduate=case.focus is not None and is_internalised(case.focus, case),
        card_is_new=_was_replaced_in(session, focus),
    )


def _closed(context: StrategistContext, session: Conversation | None) -> UUID | None:
    """Return the session that this run looks back on, unless the guess has met it already."""
    if context.trigger not in AFTER_A_SESSION or session is None:
        return None
    counted = context.guess.counted_session_id if context.guess else None
    return None if counted == session.id else session.id


def _was_replaced_in(session: Conversation | None, focus: RewireCard | None) -> bool:
    if session is None or focus is None or focus.focus_set_at is None:
        return False
    by_us = focus.prescribed_by is PrescribedBy.STRATEGIST
    return by_us and focus.focus_set_at >= session.created_at
