"""Roll-ups say what the rows say: random histories, counted both ways."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from sqlmodel import col, select

from coaching.domains.metrics import keeping, numbers
from coaching.domains.metrics.days import BASIS, Basis, is_adding_up, kept
from coaching.domains.metrics.models import CalledDay, GoneNumber, PersonNumber, WrittenDay
from coaching.domains.metrics.morning import morning
from coaching.domains.metrics.service import metrics
from coaching.llm.prices import LIST, ModelPrice, Price, PriceRow, PriceTable
from coaching.models import (
    BetaAnalytics,
    ModelCall,
    ObserverSignal,
    ToolCall,
    Turn,
    User,
)
from coaching.repositories.dialects import rows_of
from coaching.services import cache_savings
from coaching.values.conversations import ToolStatus
from coaching.values.enums import Role, SignalType, Tension
from coaching.values.scope import EVERYBODY, Scope
from coaching.values.usage_events import UsageEvent
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.models import Conversation
    from coaching.repositories.db import Db
    from tests.support.databases import Database

pytestmark = pytest.mark.both_databases
DAYS = 40
"""Of history: some of it is before the last 30 days. Every day takes the job some time."""
MANY_STEPS = 8
ZONES = ("UTC", "Asia/Kathmandu", "America/Sao_Paulo", "Europe/Berlin")
MODELS = ("claude-sonnet-5-5", "claude-haiku-5-5-20261101", "a model without a price")
OWN = PriceRow(MODELS[0], ModelPrice(Price(9, 9, 9, 9, 9)), MONDAY_MORNING.date(), is_own=True)
PRICES = (LIST, PriceTable((OWN,)), PriceTable((replace(OWN, since=None, model=MODELS[2]),)))
TOOLS = ("save_win", "web_search")
WORRIED = Scope(tension=Tension.WORRY)


class House:
    """People who write at random times, a job that comes by now and then, an admin who moves."""

    def __init__(self, db: Db, admin_db: Db, seed: int) -> None:
        self.db, self.admin_db, self.any = db, admin_db, random.Random(seed)  # noqa: S311 - a history
        self.now, self.basis = MONDAY_MORNING, BASIS
        self.shown = BASIS
        """What pages count by until the job has made all days again."""
        self.sessions: list[Conversation] = []
        self.somebody_is_gone = False

    def some_time(self) -> datetime:
        return self.now - timedelta(minutes=self.any.randrange(60 * 24 * DAYS))

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
            turn = await factories.exchange(self.db, session.user_id, session, at=at)
            await self.something_is_seen(turn, at)

    async def something_is_seen(self, turn: Turn, at: datetime) -> None:
        """Store a usage event, a signal and a call of a tool, some of them failed or unsure."""
        own: Any = {"user_id": turn.user_id, "created_at": at}
        event, is_well = self.any.choice(list(UsageEvent)), self.any.random() < 0.7
        kind = self.any.choice((SignalType.DEFLECTION, SignalType.EMOTIONAL))
        signal = {"session_id": turn.conversation_id, "turn_id": turn.id, "ordinal": 0}
        tool = {"turn_id": turn.id, "step": 0, "ordinal": 0, "call_id": "1", "input": {}}
        status = ToolStatus.DONE if is_well else ToolStatus.FAILED
        async with self.db.unit(turn.user_id, write=True) as s:
            s.add(BetaAnalytics(**own, event=event, properties={"practice": "name_it"}))
            s.add(ToolCall(**own, **tool, name=self.any.choice(TOOLS), status=status))
            confidence = 0.9 if is_well else 0.5
            about = {"signal_type": kind, "content": "Sighed", "confidence": confidence}
            s.add(ObserverSignal(**own, **signal, **about))

    async def calls(self, owner: UUID, at: datetime, provider: str = "") -> None:
        call = {
            "id": uuid4(),
            "user_id": owner,
            "role": self.any.choice((Role.COACH, Role.OBSERVER)).value,
            "provider": provider or self.any.choice(("anthropic", "anthropic", "offline")),
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
            self.somebody_is_gone = True
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
        await keeping.keep(self.db, now=self.now, basis=self.basis)
        self.shown = self.basis

    async def the_admin_moves(self) -> None:
        self.basis = replace(self.basis, zone_name=self.any.choice(ZONES))

    async def the_prices_change(self) -> None:
        self.basis = replace(self.basis, prices=self.any.choice(PRICES))

    async def the_days_are_made_again(self) -> None:
        await keeping.keep(self.db, now=self.now, basis=self.basis, again=True)
        self.shown = self.basis

    async def both_ways(self, *, is_kept: bool) -> list[object]:
        basis = self.basis if is_kept else self.shown
        here: Any = {"now": self.now, "basis": basis, "is_kept": is_kept}
        found: list[object] = [await morning(self.admin_db, **here)]
        for days, scope in ((30, EVERYBODY), (90, WORRIED)):
            numbers = await metrics(self.admin_db, days=days, scope=scope, **here)
            if scope != EVERYBODY and self.somebody_is_gone:
                # Calls of before stay with the group that they were added up in.
                numbers = replace(numbers, costs=(), models=(), reply_times={})
            found.append(numbers)
        found.append(await metrics(self.admin_db, days=30, provider="anthropic", **here))
        return [*found, await cache_savings.costs(self.admin_db, **here)]


async def test_numbers_from_roll_ups_are_those_of_the_rows(
    db: Db, admin_db: Db, database: Database
) -> None:
    house = House(db, admin_db, seed=2 * database.is_postgres)  # each database has its own history
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
        house.the_prices_change,
        house.the_days_are_made_again,
    )
    for _ in range(3):
        for event in house.any.sample(happens, 5):
            await event()
        if house.basis.prices != house.shown.prices:
            await house.the_job_comes()  # until then, costs are those of before and of today
        assert await house.both_ways(is_kept=True) == await house.both_ways(is_kept=False)
    async with admin_db.system("a look") as s:
        assert (await s.exec(select(WrittenDay))).first(), "no roll-up was read"
        assert (await s.exec(select(CalledDay))).first(), "no roll-up was read"


@pytest.mark.parametrize("change", ["zone", "everything"])
async def test_pages_show_whole_figures_of_before_while_all_days_are_made_again(
    db: Db, admin_db: Db, change: str
) -> None:
    house = House(db, admin_db, seed=7)
    for _ in range(2):
        await house.somebody_comes()
    await house.the_job_comes()
    if change == "zone":
        house.basis = replace(BASIS, zone_name="Asia/Kathmandu")
    steps, again = 0, change == "everything"
    while await keeping.step(db, now=house.now, basis=house.basis, again=again and not steps):
        steps += 1
        if steps % 3 == 0:
            await house.somebody_writes(1)
        async with admin_db.system("a look") as s:
            found = await kept(s, house.basis)
            assert (found.until, found.zone_name) == (house.now.date(), "UTC"), "old days are read"
        if steps % 4 == 0:
            assert await house.both_ways(is_kept=True) == await house.both_ways(is_kept=False)
    assert steps > MANY_STEPS, "all days were made again, step by step"
    house.shown = house.basis
    async with admin_db.system("a look") as s:
        found = await kept(s, house.basis)
        assert (found.generation, found.zone_name) == (1, house.basis.zone_name)
    assert await house.both_ways(is_kept=True) == await house.both_ways(is_kept=False)
    await house.the_job_comes()
    async with admin_db.system("a look") as s:
        left = await rows_of(s, sa.select(col(WrittenDay.generation)).distinct())
    assert [tuple(row) for row in left] == [(1,)], "the days of before are deleted"


async def test_a_change_while_days_are_made_again_begins_anew(db: Db, admin_db: Db) -> None:
    house = House(db, admin_db, seed=7)
    await house.somebody_comes()
    await house.the_job_comes()
    for zone_name in ZONES[1:3]:
        house.basis = replace(BASIS, zone_name=zone_name)
        assert await keeping.step(db, now=house.now, basis=house.basis)
    await house.the_job_comes()
    async with admin_db.system("a look") as s:
        found = await kept(s, house.basis)
    assert (found.generation, found.zone_name) == (1, ZONES[2])
    assert await house.both_ways(is_kept=True) == await house.both_ways(is_kept=False)


async def test_everybody_has_one_number_in_the_order_they_came_however_many_fit_a_statement(
    db: Db, admin_db: Db, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbers, "AT_ONCE", 2)
    house = House(db, admin_db, 1)
    days = [MONDAY_MORNING - timedelta(days=ago) for ago in (1, 5, 4, 2, 3)]
    came = [(at, await factories.person(db, at=at)) for at in days]
    await house.the_job_comes()
    in_order = [owner for _, owner in sorted(came)]
    assert await numbers_of(admin_db) == in_order
    late = await factories.person(db, at=MONDAY_MORNING - timedelta(days=9))
    await house.the_job_comes()
    assert await numbers_of(admin_db) == [*in_order, late]


async def numbers_of(admin_db: Db) -> list[UUID]:
    """Return the people who have a number, which counts from 0 without a gap."""
    order = select(PersonNumber).order_by(col(PersonNumber.number))
    async with admin_db.system("a look") as s:
        rows = (await s.exec(order)).all()
    assert [row.number for row in rows] == list(range(len(rows)))
    return [row.user_id for row in rows]


async def test_somebody_who_is_deleted_leaves_all_numbers_and_makes_no_day_late(
    db: Db, admin_db: Db
) -> None:
    house = House(db, admin_db, 1)
    long_ago = house.now - timedelta(days=5)
    for owner in (mara := await factories.person(db), await factories.person(db)):
        session = await factories.conversation(db, owner)
        turn = await factories.exchange(db, owner, session, at=long_ago)
        await house.something_is_seen(turn, long_ago)
    await house.the_job_comes()
    await house.change(sa.delete(User).where(col(User.id) == mara))
    async with admin_db.system("a look") as s:
        found = await kept(s, BASIS)
        assert (found.stale, found.gone.bit_count()) == (frozenset(), 1)
    await seen_of_one(house)
    house.now += timedelta(days=1)
    await house.the_job_comes()
    async with admin_db.system("a look") as s:
        assert (await s.exec(select(GoneNumber))).all() == []
    await seen_of_one(house)


async def seen_of_one(house: House) -> None:
    found = await metrics(house.admin_db, now=house.now, days=30)
    assert (found.messages, found.active_week, found.sessions) == (1, 1, 1)
    assert sum(used.people for used in found.used.values()) == 1
    assert sum(tool.asked for tool in found.tools) == 1


async def test_today_is_added_up_as_far_as_an_hour_ago(db: Db, admin_db: Db) -> None:
    house = House(db, admin_db, 1)
    house.now = MONDAY_MORNING + timedelta(hours=6)
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    for ago in (3, 2, 0):
        at = house.now - timedelta(hours=ago)
        await factories.exchange(db, owner, session, at=at)
    await house.the_job_comes()
    async with admin_db.system("a look") as s:
        found = await kept(s, BASIS)
        assert found.part == house.now - timedelta(hours=1)
        assert not await is_adding_up(s, BASIS, now=house.now)
        assert await is_adding_up(s, Basis("Asia/Tokyo"), now=house.now), "all days anew"
        assert await is_adding_up(s, BASIS, now=house.now + timedelta(days=3)), "the job stopped"
        rows = await rows_of(s, sa.select(col(WrittenDay.day), col(WrittenDay.messages)))
    assert [tuple(row) for row in rows] == [(house.now.date(), 2)]
    later = house.now + timedelta(minutes=1)
    seen = await metrics(admin_db, now=later, days=7)
    assert (seen.messages, seen.sessions, seen.active_day) == (3, 1, 1)


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
            assert (await kept(s, BASIS)).until == house.now.date()
        return found.messages, rows[0][0] or 0

    assert await sums() == (2, 1)
    await house.the_job_comes()
    assert await sums() == (2, 2)
    await house.change(sa.delete(Turn).where(col(Turn.user_id) == mara))
    assert await sums() == (0, 2)
    await house.change(sa.delete(User).where(col(User.id) == mara))
    assert await sums() == (0, 0)
