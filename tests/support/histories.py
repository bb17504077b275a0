"""Random histories of a house, to count them from the rows and from roll-ups."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import sqlalchemy as sa
from sqlmodel import col

from coaching.domains.metrics import keeping
from coaching.domains.metrics.days import BASIS
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

DAYS = 33
"""Of history: some of it is before the last 30 days. Every day takes the job some time."""
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
