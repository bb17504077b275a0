"""Which practices fit, for somebody who exists in a file and not in a database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.domains.practices.moments import asks_for_practice, conditions_in, moments_in
from coaching.domains.practices.offering import choice
from coaching.offline.replies.intents import means
from coaching.values.enums import SafetyLevel
from coaching.values.practices import Situation

if TYPE_CHECKING:
    from coaching.values.context import WorkingContext
    from coaching.values.practice_choice import PracticeChoice

LASTING = frozenset({"acute_need", "legal_deadline", "hopeless"})
_OF_CONTEXT = {"ctx_urgent": "acute_need", "ctx_controlled": "coercive_control"}


def choice_for(ctx: WorkingContext) -> PracticeChoice:
    """Return what may be offered and what may be started in the reply to a message."""
    return choice(situation_of(ctx))


def situation_of(ctx: WorkingContext) -> Situation:
    """Return how somebody stands, from the talk alone."""
    chips = [chip for past in ctx.history for chip in past.chips if chip.action == "practice"]
    said = [past.text for past in ctx.history if past.role == "user"]
    person, danger = ctx.person, ctx.safety.level
    before = {name for text in said for name in conditions_in(text) & LASTING}
    of_context = {_OF_CONTEXT[name] for name in person.life_context if name in _OF_CONTEXT}
    serious = {"crisis"} if danger is SafetyLevel.CRISIS else {"concern_now"}
    return Situation(
        language=person.language,
        stage=person.stage,
        lead=person.tension,
        second=person.secondary_tension,
        moments=moments_in(ctx.message),
        conditions=frozenset(
            conditions_in(ctx.message)
            | before
            | of_context
            | (serious if danger is not SafetyLevel.NONE else frozenset[str]())
            | (frozenset({"quiet_days"}) if ctx.safety_recent else frozenset[str]())
        ),
        seen=frozenset(chip.target for chip in chips),
        reply=1 + sum(past.role == "coach" for past in ctx.history),
        offers=len(chips),
        is_asked_for=asks(ctx.message, person.language),
    )


def asks(message: str, language: str) -> bool:
    """Return True if a message asks for an exercise."""
    return asks_for_practice(message) or means("asks_practice", message, language)
