"""What a person sets about themselves."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter

from coaching.content.style import MAX_TONE, MIN_TONE
from coaching.domains.reminders import service as reminders
from coaching.safety import ELSEWHERE, countries
from coaching.services import profiles
from coaching.values.enums import Depth, LearningStyle, OnboardingStep, Tension
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import Id, In, Instant, Out, documented, words

router = APIRouter(tags=["profile"])
_TONES = [tenth / 10 for tenth in range(int(MIN_TONE * 10), int(MAX_TONE * 10) + 1)]


class ProfileOut(Out):
    """The profile."""

    user_id: Id
    name: str
    locale: str
    time_zone: str
    country: str | None
    tension_type: Tension | None
    secondary_tension_type: Tension | None
    tension_source: str
    emotional_why: str
    hypothesis: str
    tone: float
    depth: Depth
    learning_style: LearningStyle
    saving_mode: bool
    onboarding_step: OnboardingStep
    onboarding_completed_at: Instant | None


class ProfileChange(In):
    """Fields to change; missing ones and null stay the same, but `country` may be null."""

    name: Annotated[str, words(profiles.NAME_MAX, may_be_empty=True)] | None = None
    locale: Annotated[str, words(profiles.NAME_MAX)] | None = None
    time_zone: Annotated[str, words(profiles.NAME_MAX)] | None = None
    country: Annotated[str, documented(enum=sorted({*countries(), ELSEWHERE}))] | None = None
    tension: Annotated[str, documented(enum=list(Tension))] | None = None
    tone: Annotated[float | int, documented(enum=_TONES)] | None = None
    depth: Annotated[str, documented(enum=list(Depth))] | None = None
    learning_style: Annotated[str, documented(enum=list(LearningStyle))] | None = None
    saving_mode: bool | None = None


@router.get("/api/profile")
async def read_profile(coaching: Engine, person: Owner) -> ProfileOut:
    """Return the profile."""
    async with coaching.unit(person) as s:
        return ProfileOut.model_validate(await profiles.require(s, person))


@router.patch("/api/profile")
async def change_profile(change: ProfileChange, coaching: Engine, person: Owner) -> ProfileOut:
    """Change what is given; nothing changes when one field does not fit."""
    given = {
        name: value
        for name, value in change.model_dump(exclude_unset=True).items()
        if value is not None or name == "country"
    }
    async with coaching.unit(person, write=True) as s:
        before = (await profiles.require(s, person)).time_zone
        found = await profiles.change(s, person, at=coaching.clock.now(), **given)
        if found.time_zone != before:
            await reminders.plan_anew(s, person, at=coaching.clock.now())
        return ProfileOut.model_validate(found)
