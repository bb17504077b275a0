"""Personal API tokens by person or by hash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, delete, or_, select, update

from coaching.domains.api_tokens.models import ApiToken
from coaching.models import User
from coaching.values.people import UserState

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession


async def for_user(s: AsyncSession, owner: UUID) -> Sequence[ApiToken]:
    """Return a person's tokens, oldest first."""
    statement = select(ApiToken).where(ApiToken.user_id == owner)
    return (await s.exec(statement.order_by(col(ApiToken.created_at), col(ApiToken.id)))).all()


async def add(s: AsyncSession, token: ApiToken) -> ApiToken:
    """Store a new token."""
    s.add(token)
    await s.flush()
    return token


async def with_hash(s: AsyncSession, token_hash: str) -> ApiToken | None:
    """Return the token with a hash, None when its person is not active; needs a system unit."""
    of_active = select(ApiToken).join(User, col(User.id) == col(ApiToken.user_id))
    known = of_active.where(ApiToken.token_hash == token_hash, User.state == UserState.ACTIVE)
    return (await s.exec(known)).first()


async def living(
    s: AsyncSession, token_hashes: Collection[str], *, now: datetime
) -> Sequence[tuple[str, UUID]]:
    """Return which of these tokens are good, and whose they are; needs a system unit."""
    statement = (
        select(ApiToken.token_hash, ApiToken.user_id)
        .join(User, col(User.id) == col(ApiToken.user_id))
        .where(
            col(ApiToken.token_hash).in_(token_hashes),
            or_(col(ApiToken.expires_at).is_(None), col(ApiToken.expires_at) > now),
            User.state == UserState.ACTIVE,
        )
    )
    return (await s.exec(statement)).all()


async def touch(s: AsyncSession, owner: UUID, token_id: UUID, *, at: datetime) -> None:
    """Note that a token was used."""
    statement = update(ApiToken).where(col(ApiToken.user_id) == owner, col(ApiToken.id) == token_id)
    await s.exec(statement.values(last_used_at=at))


async def remove(s: AsyncSession, owner: UUID, token_id: UUID) -> bool:
    """Delete a token; return whether there was one."""
    statement = delete(ApiToken).where(col(ApiToken.user_id) == owner, col(ApiToken.id) == token_id)
    return (await s.exec(statement)).rowcount > 0
