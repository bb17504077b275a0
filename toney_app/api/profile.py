"""What a person sets about themselves."""

from __future__ import annotations

from fastapi import APIRouter

from coaching.services import profiles
from coaching.values.enums import Depth, LearningStyle, OnboardingStep, Tension
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import Id, In, Instant, Out

router = APIRouter(tags=["profile"])


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
    onboarding_step: OnboardingStep
    onboarding_completed_at: Instant | None


class ProfileChange(In):
    """Fields to change; missing fields stay the same. `country` may be null."""

    name: str | None = None
    locale: str | None = None
    time_zone: str | None = None
    country: str | None = None
    tension: str | None = None
    tone: float | int | None = None
    depth: str | None = None
    learning_style: str | None = None


@router.get("/api/profile")
async def read_profile(coaching: Engine, person: Owner) -> ProfileOut:
    """Return the profile."""
    async with coaching.unit(person) as s:
        return ProfileOut.model_validate(await profiles.require(s, person))


@router.patch("/api/profile")
async def change_profile(change: ProfileChange, coaching: Engine, person: Owner) -> ProfileOut:
    """Change what is given; nothing changes when one field does not fit."""
    given = change.model_dump(exclude_unset=True)
    async with coaching.unit(person, write=True) as s:
        found = await profiles.change(s, person, at=coaching.clock.now(), **given)
        return ProfileOut.model_validate(found)
