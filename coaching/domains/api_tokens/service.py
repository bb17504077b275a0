"""Personal API tokens: 256 random bits, shown once; who has one acts as its person on the API."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.domains.api_tokens import queries
from coaching.domains.api_tokens.models import ApiToken
from coaching.errors import InvalidInput, NotFound, TooMany
from coaching.repositories import audit, profiles
from coaching.services import keys
from coaching.values.clean_text import clean_text

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db

MARK = "toney_"
LONGEST_NAME = 60
MOST = 20
DAYS = (30, 90, 365, None)
"""For how many days a token may be good; None is until it is removed."""
TOUCH_EVERY = timedelta(minutes=10)
_SHOWN = len(MARK) + 6


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made; `token` is shown here only."""

    row: ApiToken
    token: str


@dataclass(frozen=True, slots=True)
class Bearer:
    """The person that a program acts for, and the token that it uses."""

    owner: UUID
    token_id: UUID


async def for_user(s: AsyncSession, owner: UUID) -> Sequence[ApiToken]:
    """Return the tokens of a person, ended ones too: they see why a program stopped working."""
    return await queries.for_user(s, owner)


async def make(
    s: AsyncSession, owner: UUID, *, name: str, days: int | None, at: datetime
) -> NewToken:
    """Make a token; needs a system unit for the record of it."""
    name = clean_text("name", name, maximum=LONGEST_NAME)
    if days not in DAYS:
        raise InvalidInput({"days": "has to be 30, 90, 365 or null"})
    await profiles.hold(s, owner)
    if len(await queries.for_user(s, owner)) >= MOST:
        raise TooMany(limit=MOST, say=f"You have {MOST} tokens. Remove one first.")
    token = MARK + keys.new_token()
    row = ApiToken(
        user_id=owner,
        name=name,
        prefix=token[:_SHOWN],
        token_hash=keys.token_hash(token),
        created_at=at,
        expires_at=None if days is None else at + timedelta(days=days),
    )
    await queries.add(s, row)
    await audit.add(s, actor="person", action="api_token_made", at=at)
    return NewToken(row, token)


async def revoke(s: AsyncSession, owner: UUID, token_id: UUID, *, at: datetime) -> None:
    """Delete a token: it opens nothing any more; needs a system unit for the record of it."""
    if not await queries.remove(s, owner, token_id):
        raise NotFound("no such token")
    await audit.add(s, actor="person", action="api_token_removed", at=at)


async def authenticate(db: Db, token: str, *, now: datetime) -> Bearer | None:
    """Return for whom a token acts; None when it is unknown, removed or over."""
    if not token.startswith(MARK) or not keys.may_be_token(token):
        return None
    async with db.system("api token") as s:
        found = await queries.with_hash(s, keys.token_hash(token))
    if found is None or (found.expires_at is not None and found.expires_at <= now):
        return None
    if found.last_used_at is None or now - found.last_used_at >= TOUCH_EVERY:
        async with db.unit(found.user_id, write=True) as s:
            await queries.touch(s, found.user_id, found.id, at=now)
    return Bearer(found.user_id, found.id)


async def owners(db: Db, token_hashes: Collection[str], *, now: datetime) -> dict[str, UUID]:
    """Return whose these tokens are; one that is missing is good for nothing any more."""
    async with db.system("api token") as s:
        return dict(await queries.living(s, token_hashes, now=now))
