"""Who is there. A leaf: every state may ask it, it asks no state."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import reflex as rx

from coaching.services import accounts, batches, consent, onboarding, profiles
from coaching.serving.apps import face
from coaching.serving.cookies import says_locked, session_cookie
from coaching.serving.guard import Guard, OnlyNow
from coaching.settings import read_settings
from coaching.values.enums import OnboardingStep
from toney_app.engine import engine

if TYPE_CHECKING:
    from coaching.models import Profile


ASKS = "consent"
"""The step of somebody who has an account and has not agreed: nothing is stored before they do."""
HERE = "."
"""The provider while the model runs on the machine of Toney; no host has this name."""
LOCKED = "locked"
"""The step while the app lock is closed; nothing of the person is shown."""


async def _find(token: str) -> UUID | OnlyNow[UUID] | None:
    coaching = engine()
    found = await accounts.unlocked(coaching.db, token, now=coaching.clock.now())
    if found is None:
        return None
    return OnlyNow(found.owner) if found.has_lock else found.owner


def _cookies(state: rx.State) -> str:
    return state.router.headers.cookie


def _count(owner: UUID) -> None:
    engine().page_events.take(owner)


guard: Guard[UUID] = Guard(
    mark="owner",
    cookie=session_cookie(face(read_settings(), "toney")),
    cookie_header=_cookies,
    find=_find,
    pace=_count,
    is_locked=says_locked,
)


class SessionState(rx.State):
    """What every view needs to know about the person."""

    ready: rx.Field[bool] = rx.field(default=False)
    step: rx.Field[str] = rx.field(OnboardingStep.WELCOME.value)
    name: rx.Field[str] = rx.field("")
    accent: rx.Field[str] = rx.field("neutral")
    zone: rx.Field[str] = rx.field("")
    country: rx.Field[str] = rx.field("")
    provider: rx.Field[str] = rx.field("")
    text_version: rx.Field[str] = rx.field(consent.text_version())
    absence: rx.Field[str] = rx.field("")
    _owner: UUID | None = None

    def _show(self, profile: Profile) -> None:
        self.step = profile.onboarding_step.value
        self.name = profile.name
        self.accent = profile.tension_type.value if profile.tension_type else "neutral"
        self.zone = profile.time_zone
        self.country = profile.country or ""

    def _nobody(self, *, locked: bool = False) -> None:
        self.step = LOCKED if locked else OnboardingStep.WELCOME.value

    async def _name_the_coach(self) -> None:
        """Set who replies; known once the engine runs, and may change with each message."""
        absence = (await engine().absence(self._owner)).value
        self.absence = absence or ("local" if engine().settings.is_local else "")

    async def _arrive(self, owner: UUID | None, *, locked: bool = False) -> Profile | None:
        """Show who is there and return their profile; behind the app lock it's nobody."""
        self._owner = owner
        await self._name_the_coach()
        settings = engine().settings
        self.provider = consent.provider(settings) or (HERE if settings.has_model else "")
        self.ready = True
        if owner is None:
            self._nobody(locked=locked)
            return None
        now = engine().clock.now()
        async with engine().unit(owner) as s:
            person = await profiles.require(s, owner)
            waits = await batches.keeps_waiting(s, owner, now=now)
        if waits:
            async with engine().unit(owner, write=True) as s:
                await batches.begin(s, owner, now=now)
            engine().wake_jobs()
        self._show(person)
        if person.onboarding_completed_at is None and not await _has_agreed(owner):
            self.step = ASKS
            return None
        if person.onboarding_step is OnboardingStep.WELCOME:
            # The door is behind them: whoever has a session and has agreed has begun.
            async with engine().unit(owner, write=True) as s:
                person = await onboarding.begin(s, owner, at=engine().clock.now())
            self._show(person)
        return person


async def _has_agreed(owner: UUID) -> bool:
    async with engine().unit(owner) as s:
        return await consent.is_valid(s, owner, engine().settings)
