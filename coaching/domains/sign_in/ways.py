"""The ways into an account: which there are, adding and removing one, and when to offer it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.passkeys import queries as passkeys
from coaching.domains.recovery_codes import service as recovery_codes
from coaching.domains.sign_in import queries
from coaching.errors import Conflict, NotFound
from coaching.repositories import audit, identities, login_sessions, profiles
from coaching.services import care, safety_events
from coaching.values.people import IdentityKind

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Identity

SESSIONS_BEFORE_OFFER = 2
SOON = timedelta(days=21)
AGAIN_AFTER = timedelta(days=6)


@dataclass(frozen=True, slots=True)
class Ways:
    """How somebody can come back: identities, how many passkeys, since when a recovery code."""

    identities: tuple[Identity, ...]
    passkeys: int
    code_made_at: datetime | None

    @property
    def is_guest(self) -> bool:
        """Return True if nothing but this browser leads back."""
        return not self.identities and not self.passkeys and self.code_made_at is None

    @property
    def has_another_than_code(self) -> bool:
        """Return True if they can come back without a recovery code."""
        return bool(self.identities or self.passkeys)

    @property
    def may_remove(self) -> bool:
        """Return True if one identity less still leaves a way back."""
        return len(self.identities) + self.passkeys > 1 or self.code_made_at is not None


async def identities_of(s: AsyncSession, owner: UUID) -> tuple[Identity, ...]:
    """Return a person's identities beside the guest's, which opens nothing."""
    found = await identities.for_user(s, owner)
    return tuple(each for each in found if each.kind is not IdentityKind.GUEST)


async def of(s: AsyncSession, owner: UUID) -> Ways:
    """Return how a person can come back."""
    return Ways(
        await identities_of(s, owner),
        await passkeys.count(s, owner),
        await recovery_codes.made_at(s, owner),
    )


async def add(
    s: AsyncSession, owner: UUID, *, kind: IdentityKind, subject: str, label: str, at: datetime
) -> None:
    """Give a person another way in; raise `Conflict` if it is somebody else's."""
    await profiles.hold(s, owner)
    await identities.add(s, owner, kind=kind, subject=subject, label=label, at=at)
    await audit.add(s, actor="person", action="way_in_added", at=at, details={"kind": kind.value})


async def remove(
    s: AsyncSession, owner: UUID, identity_id: UUID, *, this: UUID, at: datetime
) -> None:
    """Take a way in away, and sign out every browser but `this`; needs a system unit.

    Raise `Conflict` if nothing would be left to come back with.
    """
    await profiles.hold(s, owner)
    left = await of(s, owner)
    if identity_id not in {each.id for each in left.identities}:
        raise NotFound("no such way in")
    if not left.may_remove:
        raise Conflict(
            "the last way in",
            say="You have no other way to sign in. Make a recovery code first, or add another way.",
        )
    await identities.remove(s, owner, identity_id)
    await login_sessions.revoke_others(s, owner, this, at=at)
    await audit.add(s, actor="person", action="way_in_removed", at=at)


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer to a guest to save their place, if it is due.

    `ends_at` is when they can't get back in any more, if that is soon.
    """

    is_due: bool
    ends_at: datetime | None = None


async def offer(s: AsyncSession, owner: UUID, *, at: datetime) -> Offer:
    """Return whether it is time to offer a guest to save their place.

    That is once when there is something to lose, then each week before the sign-in ends that
    nothing else leads back to, and never in the days after a crisis.
    """
    profile = await profiles.require(s, owner)
    if profile.onboarding_completed_at is None:
        return Offer(is_due=False)
    offered_at = profile.place_offered_at
    ends_at = await _ends_soon(s, owner, at=at)
    is_again = ends_at is not None and offered_at is not None and at - offered_at >= AGAIN_AFTER
    if offered_at is not None and not is_again:
        return Offer(is_due=False)
    is_worth_it = ends_at is not None or await _has_something_to_lose(s, owner)
    if not is_worth_it or not (await of(s, owner)).is_guest:
        return Offer(is_due=False)
    in_care = await care.now(s, owner, at=at)
    is_quiet = in_care.category or await safety_events.is_quiet(s, owner, at=at)
    return Offer(is_due=not is_quiet, ends_at=ends_at)


async def note_offer(s: AsyncSession, owner: UUID, *, at: datetime) -> None:
    """Note that saving their place was offered and answered."""
    await profiles.change(s, owner, at=at, place_offered_at=at)


async def _ends_soon(s: AsyncSession, owner: UUID, *, at: datetime) -> datetime | None:
    ends_at = await login_sessions.last_end(s, owner, now=at)
    return ends_at if ends_at is not None and ends_at - at <= SOON else None


async def _has_something_to_lose(s: AsyncSession, owner: UUID) -> bool:
    talks = await queries.count_talks(s, owner)
    return talks >= SESSIONS_BEFORE_OFFER or bool(await queries.count_cards(s, owner))
