"""Result of the onboarding: what follows from the answers (tension, hypothesis), and storing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import (
    TensionResult,
    hypotheses_for,
    identify_tension,
    load_onboarding,
    may_present_hypothesis,
)
from coaching.errors import InvalidInput
from coaching.repositories import profiles
from coaching.services import safety_events
from coaching.services.safety_events import EMOTIONAL_WHY, Kept, screen_words
from coaching.values.clean_text import clean_text
from coaching.values.people import TensionSource
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.content import Question
    from coaching.models import Profile
    from coaching.values.enums import Tension

NO_CONTEXT = "ctx_none"
WHY_MAX = 600


def pattern(person: Profile) -> TensionResult:
    """Return what the questions of a person say."""
    return identify_tension(person.onboarding_answers)


def spoken_hypothesis(person: Profile) -> str:
    """Return the guess that may be told after the onboarding; none while basics are missing."""
    return person.hypothesis if may_present_hypothesis(person.life_context, 1) else ""


async def keep_why(s: AsyncSession, owner: UUID, why: str, *, at: datetime) -> Kept[Profile]:
    """Keep the emotional why word for word."""
    limit = load_onboarding().why.max_chars or WHY_MAX
    words = clean_text("emotionalWhy", why, maximum=limit, may_be_empty=True)
    person = await profiles.change(s, owner, at=at, emotional_why=words)
    verdict = SafetyVerdict()
    if words:
        verdict = await screen_words(s, owner, words, source=EMOTIONAL_WHY, at=at)
    return Kept(person, verdict)


async def keep_context(
    s: AsyncSession, owner: UUID, chosen: Sequence[str], *, at: datetime
) -> Kept[Profile]:
    """Keep what is going on in life; some of it means help is shown."""
    asked = load_onboarding().context
    contexts = list(dict.fromkeys(known(asked, chosen))) if chosen else []
    if asked.max is not None and len(contexts) > asked.max:
        raise InvalidInput({"context": f"at most {asked.max} fit"})
    contexts = [name for name in contexts if name != NO_CONTEXT]
    person = await profiles.change(s, owner, at=at, life_context=contexts)
    verdict = SafetyVerdict()
    for name in contexts:
        if (effect := asked.effects.get(name)) is not None:
            verdict = SafetyVerdict(effect.level, effect.category, source="life_context")
            await safety_events.note(s, person, verdict, source="life_context", at=at)
    return Kept(person, verdict)


async def choose(s: AsyncSession, person: Profile, tension: Tension, *, at: datetime) -> Profile:
    """Store the tension that the person says is theirs."""
    result = pattern(person)
    if tension == result.primary and not result.needs_user_pick:
        return await store_result(s, person, result, at=at)
    return await store_result(s, person, result.chosen(tension), at=at, source=TensionSource.USER)


async def store_result(
    s: AsyncSession,
    person: Profile,
    result: TensionResult,
    *,
    at: datetime,
    source: TensionSource = TensionSource.SCORED,
) -> Profile:
    """Store a tension with its confidence and the guesses that fit it."""
    guesses = hypotheses_for(result, person.life_context).candidates
    return await profiles.change(
        s,
        person.user_id,
        at=at,
        tension_type=result.primary,
        secondary_tension_type=result.secondary,
        tension_source=source,
        tension_confidence=result.confidence,
        tension_confidence_label=result.confidence_label,
        tension_candidates=[tension.value for tension in result.candidates],
        hypothesis=guesses[0].text,
        hypothesis_rules=[guess.id for guess in guesses],
    )


def known(asked: Question, chosen: Sequence[str]) -> list[str]:
    """Return the chosen answers, or say which question has no such answer."""
    if any(asked.option(option) is None for option in chosen):
        raise InvalidInput({asked.id: "is not one of the answers"})
    return list(chosen)
