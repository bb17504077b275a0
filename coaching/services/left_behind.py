"""What no cascade deletes with a person: batches at the AI provider, and links to their address.

Whoever asks for a link isn't signed in, so its row belongs to nobody and names the address.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.domains.sign_in import queries as tickets
from coaching.repositories import batches, identities
from coaching.values.people import IdentityKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """Batches that hold a person's words, and what they signed in with by mail or Google."""

    batches: Sequence[str]
    subjects: Sequence[str]


async def of(s: AsyncSession, owner: UUID) -> LeftBehind:
    """Return what would stay of a person; call it in the transaction that deletes them."""
    ways = await identities.for_user(s, owner)
    subjects = [one.subject for one in ways if one.kind is not IdentityKind.GUEST]
    return LeftBehind(await batches.of_person(s, owner), subjects)


async def remove(s: AsyncSession, left: LeftBehind, *, now: datetime) -> None:
    """Delete the links, and have the batches deleted now; needs a system unit."""
    await batches.forget_now(s, left.batches, now=now)
    await tickets.remove_of(s, left.subjects)
