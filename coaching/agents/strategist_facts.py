"""Facts that code computes from the rows before a Strategist run; the model can't override them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.rules.case import Case
from coaching.rules.focus_card import is_internalised
from coaching.rules.verdict import hear_guess
from coaching.text.similarity import says_again
from coaching.text.words import sentences
from coaching.values.enums import Trigger
from coaching.values.guesses import Findings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from coaching.models import Conversation, RewireCard
    from coaching.values.context import StrategistContext
    from coaching.values.transcript import TranscriptLine


def found(
    context: StrategistContext,
    transcript: Sequence[TranscriptLine],
    session: Conversation | None,
    focus: RewireCard | None,
) -> Findings:
    """Return what is settled before anybody judges; the words of the session stay here."""
    case = Case(replace(context, transcript=tuple(transcript)))
    heard = hear_guess(_since_the_guess(case))
    return Findings(
        guess=heard.verdict,
        quote=heard.quote,
        closed_session_id=_closed(context, transcript, session),
        may_graduate=case.focus is not None and is_internalised(case.focus, case),
        card_is_new=_was_replaced_in(session, focus),
    )


def _since_the_guess(case: Case) -> Case:
    """Return the case with what was said since the guess was written: no answer is older."""
    context, guess = case.ctx, case.ctx.guess
    if guess is None:
        return case
    lines = tuple(line for line in context.transcript if line.at >= guess.created_at)
    seen = tuple(each for each in context.signals if each.created_at >= guess.created_at)
    return Case(replace(context, transcript=lines, signals=seen))


def _closed(
    context: StrategistContext,
    transcript: Sequence[TranscriptLine],
    session: Conversation | None,
) -> UUID | None:
    """Return the session that counts for the guess: it has ended and the coach offered the guess.

    Only a guess that was spoken can lack support.
    """
    if context.trigger is not Trigger.SESSION_END or session is None or context.guess is None:
        return None
    if context.guess.counted_session_id == session.id:
        return None
    return session.id if _was_offered(context.guess.text, transcript) else None


def _was_offered(guess: str, transcript: Sequence[TranscriptLine]) -> bool:
    """Return True if a sentence of the coach says the guess, in its words or in others."""
    spoken = (line.text for line in transcript if line.role == "coach")
    return any(says_again(sentence, guess) for text in spoken for sentence in sentences(text))


def _was_replaced_in(session: Conversation | None, focus: RewireCard | None) -> bool:
    if session is None or focus is None or focus.focus_set_at is None:
        return False
    by_us = focus.rationale != ""
    return by_us and focus.focus_set_at >= session.created_at
