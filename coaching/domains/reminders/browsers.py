"""The browsers of a person that take pushes; their addresses and keys are encrypted in the rows."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING
from uuid import uuid4

from coaching.domains.reminders import queries
from coaching.domains.reminders.models import PushSubscription
from coaching.errors import InvalidInput, TooMany
from coaching.services import keys
from coaching.services.key_check import PUSH_SUBSCRIPTION
from coaching.services.vault import NoEncryptionKey, Tampered, Vault
from coaching.web import push
from coaching.web.push import Browser

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db
    from coaching.settings import Settings

MOST = 10


async def add(
    db: Db,
    settings: Settings,
    owner: UUID,
    browser: Browser,
    *,
    session: UUID,
    at: datetime,
    problem: Callable[[Browser], str] = push.problem,
) -> None:
    """Remember a browser until its session is ended. Whoever used it before gets no more there."""
    if field := problem(browser):
        raise InvalidInput({field: "is not what a browser sends"})
    endpoint_hash, row_id = keys.token_hash(browser.endpoint), uuid4()
    sealed = Vault.of(settings).seal(
        json.dumps(asdict(browser)), PUSH_SUBSCRIPTION.place(row_id, owner)
    )
    async with db.system("push: subscribe", write=True) as s:
        await queries.remove_endpoint(s, endpoint_hash)
        if len(await queries.subscriptions(s, owner)) >= MOST:
            raise TooMany(limit=MOST)
        s.add(
            PushSubscription(
                id=row_id,
                user_id=owner,
                endpoint_hash=endpoint_hash,
                sealed=sealed,
                session_id=session,
                created_at=at,
            )
        )
        await s.flush()


async def remove(s: AsyncSession, owner: UUID, endpoint: str) -> None:
    """Forget a browser of this person."""
    await queries.remove_own_endpoint(s, owner, keys.token_hash(endpoint))


async def of(s: AsyncSession, settings: Settings, owner: UUID) -> list[tuple[UUID, Browser]]:
    """Return a person's browsers; those that can't be read with today's keys are left out."""
    vault = Vault.of(settings)
    found: list[tuple[UUID, Browser]] = []
    for row in await queries.subscriptions(s, owner):
        place = PUSH_SUBSCRIPTION.place(row.id, owner)
        try:
            found.append((row.id, Browser(**json.loads(vault.open(row.sealed, place)))))
        except (NoEncryptionKey, Tampered):
            continue
    return found
