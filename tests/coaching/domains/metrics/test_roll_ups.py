"""Roll-ups say what the rows say: random histories, counted both ways."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from sqlmodel import col, select

from coaching.domains.metrics import keeping
from coaching.domains.metrics.days import kept
from coaching.domains.metrics.models import CalledDay, WrittenDay
from coaching.domains.metrics.morning import morning
from coaching.domains.metrics.service import metrics
from coaching.models import ModelCall, Turn, User
from coaching.repositories.dialects import rows_of
from coaching.services import cache_savings
from coaching.values.enums import Role, Tension
from coaching.values.scope import EVERYBODY, Scope
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.models import Conversation
    from coaching.repositories.db import Db
    from tests.support.databases import Database

pytestmark = pytest.mark.both_databases
ZONES = ("UTC", "Asia/Kathmandu", "America/Sao_Paulo", "Europe/Berlin")
MODELS = ("claude-sonnet-5-5", "claude-haiku-5-5-20261101", "a model without a price")
WORRIED = Scope(tension=Tension.WORRY)


class House:
    """People who write at random times, a job that comes by now and then, an admin who moves."""

    def __init__(self, db: Db, admin_db: Db, seed: int) -> None:
        self.db, self.admin_db, self.any = db, admin_db, random.Random(seed)  # noqa: S311 - a history
        self.now, self.zone = MONDAY_MORNING, "UTC"
        self.sessions: list[Conversation] = []

    def some_time(self) -> datetime:
        return self.now - timedelta(minutes=self.any.randrange(60 * 24 * 75))

    async def somebody_comes(self) -> None:
        tension = self.any.choice((Tension.WORRY, Tension.AVOID, None))
        owner = await factories.person(self.db, at=self.some_time(), tension_type=tension)
        for _ in range(self.any.randrange(1, 4)):
            at = self.some_time()
            self.sessions.append(await factories.conversation(self.db, owner, at=at))
        await self.somebody_writes(6)

    async def somebody_writes(self, times: int = 3) -> None:
        """Write messages of today and of any day before, each with a call of a model."""
        if not self.sessions:
            return
        session = self.any.choice(self.sessions)
        for _ in range(times):
            at = self.any.choice((self.now, self.some_time()))
            await self.calls(session.user_id, at)
            await factories.exchange(self.db, session.user_id, session, at=at)

    async def calls(self, owner: UUID, at: datetime) -> None:
        call = {
            "id": uuid4(),
            "user_id": owner,
            "role": self.any.choice((Role.COACH, Role.OBSERVER)).value,
            "provider": self.any.choice(("anthropic", "anthropic", "offline")),
            "model": self.any.choice(MODELS),
            "outcome": self.any.choice(("done", "done", "timeout")),
            "first_token_ms": self.any.choice((None, 49, 50, 620, 4100)),
            "input_tokens": self.any.randrange(120_000),
            "output_tokens": self.any.randrange(900),
            "cache_read_tokens": self.any.randrange(9000),
            "cost_microusd": self.any.choice((None, self.any.randrange(9000))),
            "created_at": at,
        }
        async with self.db.system("seed", write=True) as s:
            s.add(ModelCall.model_validate(call))

    async def somebody_goes(self) -> None:
        if self.sessions:
            owner = self.any.choice(self.sessions).user_id
            self.sessions = [one for one in self.sessions if one.user_id != owner]
            await self.change(sa.delete(User).where(col(User.id) == owner))

    async def something_changes(self) -> None:
        """Take back a message, and book what a call cost after all."""
        if self.sessions:
            session = self.any.choice(self.sessions)
            await self.change(sa.delete(Turn).where(col(Turn.conversation_id) == session.id))
            mine = col(ModelCall.user_id) == session.user_id
            await self.change(sa.update(ModelCall).where(mine).values(cost_microusd=77))

    async def change(self, statement: sa.Delete | sa.Update) -> None:
        async with self.db.system("seed", write=True) as s:
            await (await s.connection()).execute(statement)

    async def time_passes(self) -> None:
        self.now += timedelta(hours=self.any.randrange(1, 40))

    async def the_job_comes(self) -> None:
        await keeping.keep(self.db, now=self.now, zone_name=self.zone)

    async def the_admin_moves(self) -> None:
        self.zone = self.any.choice(ZONES)

    async def the_days_are_made_again(self) -> None:
        await keeping.keep(self.db, now=self.now, zone_name=self.zone, again=True)

    async def both_ways(self, *, is_kept: bool) -> list[object]:
        here: Any = {"now": self.now, "zone_name": self.zone, "is_kept": is_kept}
        found: list[object] = [await morning(self.admin_db, **here)]
        for days, scope in ((30, EVERYBODY), (90, WORRIED)):
            found.append(await metrics(self.admin_db, days=days, scope=scope, **here))
        found.append(await metrics(self.admin_db, days=30, provider="anthropic", **here))
        return [*found, await cache_savings.costs(self.admin_db, **here)]


async def test_numbers_from_roll_ups_are_those_of_the_rows(
    db: Db, admin_db: Db, database: Database
) -> None:
    house = House(db, admin_db, seed=int(database.is_postgres))  # each database has its own history
    for _ in range(3):
        await house.somebody_comes()
    await house.the_job_comes()
    happens = (
        house.somebody_comes,
        house.somebody_writes,
        house.somebody_writes,
        house.somebody_goes,
        house.something_changes,
        house.time_passes,
        house.the_job_comes,
        house.the_job_comes,
        house.the_admin_moves,
        house.the_days_are_made_again,
    )
    for _ in range(5):
        for event in house.any.sample(happens, 3):
            await event()
        assert await house.both_ways(is_kept=True) == await house.both_ways(is_kept=False)
    async with admin_db.system("a look") as s:
        assert (await s.exec(select(WrittenDay))).first(), "no roll-up was read"
        assert (await s.exec(select(CalledDay))).first(), "no roll-up was read"


async def test_a_late_message_and_a_deletion_are_counted_at_once_and_added_up_by_the_job(
    db: Db, admin_db: Db
) -> None:
    house = House(db, admin_db, 1)
    mara = await factories.person(db)
    session = await factories.conversation(db, mara)
    long_ago = house.now - timedelta(days=5)
    await factories.exchange(db, mara, session, at=long_ago)
    await house.the_job_comes()
    await factories.exchange(db, mara, session, at=long_ago)

    async def sums() -> tuple[int, int]:
        """Return the messages of that day that the page shows, and those of the roll-up."""
        found = await metrics(admin_db, now=house.now, days=7)
        async with admin_db.system("a look") as s:
            rows = await rows_of(s, sa.select(sa.func.sum(col(WrittenDay.messages))))
            assert (await kept(s, "UTC")).until == house.now.date()
        return found.messages, rows[0][0] or 0

    assert await sums() == (2, 1)
    await house.the_job_comes()
    assert await sums() == (2, 2)
    await house.change(sa.delete(Turn).where(col(Turn.user_id) == mara))
    assert await sums() == (0, 2)
    await house.change(sa.delete(User).where(col(User.id) == mara))
    assert await sums() == (0, 0)
