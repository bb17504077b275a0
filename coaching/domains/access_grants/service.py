"""Access by the person's grant: an admin asks, the person answers in their app, and sees each look.

Functions with `s` are the person's own; those with `db` are the admin's.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.domains.access_grants import queries
from coaching.domains.access_grants.models import AccessGrant, AccessOpening
from coaching.errors import Conflict, InvalidInput, NotAllowed, NotFound
from coaching.repositories import audit, users
from coaching.values.clean_text import clean_text
from coaching.values.enums import AdminRole

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.admin_access.service import SignedInAdmin
    from coaching.repositories.db import Db

HOURS = (1, 24, 72)
LAPSES_AFTER = timedelta(days=7)
LONGEST_REASON = 200
MOST_WAITING = 1
_CLOSED = "This person hasn’t given access, or it has ended."
_NO_FACTOR = "Connect an authenticator app or add a passkey on the Account page first."
_WAITS = "A request is waiting for this person’s answer already."


class Part(StrEnum):
    """Data that an admin can open with a grant."""

    CONVERSATION = "conversation"
    MEMORIES = "memories"
    BRIEFINGS = "briefings"
    CARDS = "cards"
    FEEDBACK = "feedback"
    EXPORT = "export"


@dataclass(frozen=True, slots=True)
class Said:
    """One message of an opened conversation."""

    role: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's open requests, the grant that holds now, and each look that was taken."""

    waiting: Sequence[AccessGrant]
    live: AccessGrant | None
    openings: Sequence[AccessOpening]


async def standing(s: AsyncSession, owner: UUID, *, now: datetime) -> Standing:
    """Return a person's requests, grant and the looks that were taken."""
    return Standing(
        await queries.waiting(s, owner, now=now),
        await queries.live(s, owner, now=now),
        await queries.openings(s, owner),
    )


async def notice(
    s: AsyncSession, owner: UUID, *, now: datetime
) -> tuple[Sequence[AccessGrant], AccessGrant | None]:
    """Return the requests that wait and the grant that holds, for home."""
    return await queries.waiting(s, owner, now=now), await queries.live(s, owner, now=now)


async def give(s: AsyncSession, owner: UUID, grant_id: UUID, *, now: datetime) -> None:
    """Give what was asked for; it ends by itself after its hours."""
    grant = await queries.find(s, owner, grant_id)
    if grant is None:
        raise NotFound("no such request")
    ends_at = now + timedelta(hours=grant.hours)
    if not await queries.answer(s, owner, grant_id, now=now, given_at=now, ends_at=ends_at):
        raise NotFound("no such request")


async def refuse(s: AsyncSession, owner: UUID, grant_id: UUID, *, now: datetime) -> None:
    """Decline a request."""
    if not await queries.answer(s, owner, grant_id, now=now, refused_at=now):
        raise NotFound("no such request")


async def withdraw(s: AsyncSession, owner: UUID, *, now: datetime) -> None:
    """Take back what holds now; from this moment nothing more can be opened."""
    if not await queries.withdraw(s, owner, now=now):
        raise NotFound("no grant holds")


async def ask(
    db: Db, admin: SignedInAdmin, owner: UUID, *, reason: str, hours: int, now: datetime
) -> None:
    """Ask a person for access; they find the request in their app."""
    _may_read(admin)
    reason = clean_text("reason", reason, maximum=LONGEST_REASON)
    if hours not in HOURS:
        raise InvalidInput({"hours": f"one of {HOURS}"})
    async with db.system("access grants", write=True) as s:
        if await users.find(s, owner) is None:
            raise NotFound("no such person")
        if len(await queries.waiting(s, owner, now=now)) >= MOST_WAITING:
            raise Conflict("a request waits", say=_WAITS)
        grant = AccessGrant(
            user_id=owner,
            asked_by=admin.name,
            reason=reason,
            hours=hours,
            created_at=now,
            lapses_at=now + LAPSES_AFTER,
        )
        await queries.add(s, grant)
        await _note(s, admin, "access_asked", owner, {"hours": hours}, now)


async def open_part(
    db: Db, admin: SignedInAdmin, owner: UUID, part: Part, *, now: datetime
) -> None:
    """Record that an admin opens a part of somebody's words; raise `NotAllowed` without a grant."""
    async with db.system("access grants", write=True) as s:
        await _open(s, admin, owner, part, now=now)


async def read_conversation(
    db: Db, admin: SignedInAdmin, owner: UUID, conversation_id: UUID, number: int, *, now: datetime
) -> Sequence[Said]:
    """Return what was said in a conversation, after the look was recorded."""
    async with db.system("access grants", write=True) as s:
        await _open(s, admin, owner, Part.CONVERSATION, number=number, now=now)
        found = await queries.messages(s, owner, conversation_id)
    return [Said(role, text, at) for role, text, at in found]


async def state(db: Db, owner: UUID, *, now: datetime) -> Standing:
    """Return the same as `standing`, for an admin."""
    async with db.system("access grants") as s:
        return await standing(s, owner, now=now)


async def _open(
    s: AsyncSession,
    admin: SignedInAdmin,
    owner: UUID,
    part: Part,
    *,
    number: int = 0,
    now: datetime,
) -> None:
    _may_read(admin)
    grant = await queries.live(s, owner, now=now)
    if grant is None:
        raise NotAllowed("no grant", say=_CLOSED, reason="grant")
    opening = AccessOpening(
        user_id=owner,
        access_grant_id=grant.id,
        opened_by=admin.name,
        part=part,
        session_number=number,
        created_at=now,
    )
    await queries.add_opening(s, opening)
    details = {"part": part.value} | ({"session": number} if number else {})
    await _note(s, admin, "words_opened", owner, details, now)


def _may_read(admin: SignedInAdmin) -> None:
    if admin.role is not AdminRole.ADMIN:
        raise NotAllowed("a viewer reads nobody's words", reason="role")
    if not admin.has_second_factor:
        raise NotAllowed("no second factor", say=_NO_FACTOR, reason="second_factor")


async def _note(
    s: AsyncSession,
    admin: SignedInAdmin,
    action: str,
    owner: UUID,
    details: dict[str, str | int],
    now: datetime,
) -> None:
    await audit.add(s, actor=admin.name, action=action, subject=str(owner), details=details, at=now)
