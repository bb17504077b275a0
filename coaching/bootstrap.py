"""The composition root: the one place that knows how everything is put together."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import structlog

from coaching import offline, safety
from coaching.agents.cost_gate import CostGate
from coaching.agents.fallback import absence
from coaching.clock import Clock, system_clock
from coaching.conversation import limits
from coaching.conversation.events import EventBus, InProcessEvents
from coaching.conversation.history import HistoryCache
from coaching.conversation.limits import BurstLimit
from coaching.conversation.runner import Runner
from coaching.conversation.turn_metrics import TurnMeter
from coaching.domains.backups import service as backups
from coaching.domains.metrics.days import BASIS, Basis, basis_of
from coaching.domains.practices import moments
from coaching.domains.privacy import returned
from coaching.jobs import cost_check
from coaching.jobs.background import Background
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.llm.port import Connected, Watched
from coaching.offline import House, OfflineLLM
from coaching.repositories.db import Db, remember
from coaching.repositories.engine_lock import EngineLock
from coaching.repositories.partials import PartialWriter
from coaching.services import consent, gauges, key_check, model_prices
from coaching.services.derived_data import everyday
from coaching.services.vault import Vault
from coaching.serving.telemetry import Meters
from coaching.web import Lookups

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.fallback import Absence
    from coaching.llm.port import LLM
    from coaching.models import Consent
    from coaching.services.model_prices import Prices
    from coaching.settings import Settings


OFFLINE_PACE_SECONDS = 0.03
"""Between two pieces of the offline coach: its words arrive, as anybody's do."""
_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Coaching:
    """The engine with its dependencies. Make one per process and event loop; no globals.

    Not started it reads and writes; started it also runs turns and jobs.
    """

    settings: Settings
    clock: Clock
    db: Db
    llm: LLM
    offline: LLM
    lookups: Lookups = field(default_factory=Lookups)
    on_reached: Callable[[str], None] | None = None
    meters: Meters = field(default_factory=Meters)
    events: EventBus = field(init=False)
    partials: PartialWriter = field(init=False)
    history_cache: HistoryCache = field(init=False)
    burst: BurstLimit = field(init=False)
    changes: BurstLimit = field(init=False)
    exports: BurstLimit = field(init=False)
    page_events: BurstLimit = field(init=False)
    token_calls: BurstLimit = field(init=False)
    passkey_tries: BurstLimit = field(init=False)
    cost_gate: CostGate = field(init=False)
    runner: Runner = field(init=False)
    jobs: Background = field(init=False)
    _lock: EngineLock | None = field(init=False, default=None)
    _preparing: list[asyncio.Task[None]] = field(init=False, default_factory=list[Any])

    def __post_init__(self) -> None:
        self.events = InProcessEvents(TurnMeter(self.meters))
        self.partials = PartialWriter(self.db)
        self.history_cache = HistoryCache(self.clock)
        self.burst = BurstLimit(self.settings.messages_per_minute, self.clock)
        self.changes = BurstLimit(limits.CHANGES_PER_MINUTE, self.clock)
        self.exports = BurstLimit(limits.EXPORTS_PER_MINUTE, self.clock)
        self.page_events = BurstLimit(limits.EVENTS_PER_MINUTE, self.clock)
        self.token_calls = BurstLimit(limits.TOKEN_CALLS_PER_MINUTE, self.clock)
        self.passkey_tries = BurstLimit(limits.PASSKEY_TRIES_PER_MINUTE, self.clock)
        self.cost_gate = CostGate(self.db, self.settings, self.clock)
        self.cost_gate.on_call = self.meters.called
        self.runner = Runner(self)
        self.jobs = Background(self)

    def unit(
        self, owner: UUID, *, write: bool = False
    ) -> AbstractAsyncContextManager[AsyncSession]:
        """Open one transaction for one person; it commits at its end.

        Writing raises `ConsentMissing` if it would store words of a person who hasn't agreed.
        """
        return self.db.unit(owner, write=write, agreed=self._agreed if write else None)

    def _agreed(self, newest: Consent | None) -> bool:
        return consent.covers(newest, self.settings)

    def reached(self, point: str) -> None:
        """Say that a point was reached; a crash test ends the process here."""
        if self.on_reached is not None:
            self.on_reached(point)

    def reminded(self, outcome: str) -> None:
        """Count a reminder that was sent or failed."""
        self.meters.reminders.labels(outcome).inc()

    def wake_jobs(self) -> None:
        """Have the job loop look at once."""
        self.jobs.wake()

    async def readiness(self) -> dict[str, bool]:
        """Return, part by part, whether turns can be taken."""
        return {
            "database": await self.db.answers(),
            "storage": await self.db.can_write(),
            "engine": self.runner.is_running,
            "scheduler": self.jobs.is_running,
        }

    async def measured(self, sockets: int) -> bytes:
        """Return what `/metrics` tells."""
        self.meters.sockets.set(sockets)
        now = self.clock.now()
        newest = backups.newest(self.settings.data_dir / "backups", now=now)
        if newest is not None:
            self.meters.backup_age.set((now - newest).total_seconds())
        await gauges.read(self.db, self.meters, await self.readiness())
        return self.meters.exposition()

    async def absence(self, owner: UUID | None) -> Absence:
        """Return why the offline coach answers now; empty when the model does."""
        return await absence(self, owner)

    @property
    def model_state(self) -> str:
        """Whether the models may be asked: `offline`, or the state of the worst circuit."""
        return self.llm.health.report().state.value if isinstance(self.llm, Watched) else "offline"

    async def start(self) -> None:
        """Become the engine: take the lock, take over what a dead engine left, run."""
        if not self.db.is_postgres:
            self._lock = EngineLock.take(self.settings.data_dir)
        ready = (safety.prepare, _prepare)
        self._preparing = [asyncio.create_task(asyncio.to_thread(read)) for read in ready]
        if isinstance(self.llm, Connected):
            self._preparing.append(asyncio.create_task(self.llm.prepare()))
        if self.settings.toney_encryption_keys:
            await self._check_keys()
        await self._end_again()
        await cost_check.run(self)  # who answers depends on it, from the first turn on
        await self.runner.start()
        await self.jobs.start()

    async def _end_again(self) -> None:
        """Hold to who left and who withdrew, also where a copy from before was put back."""
        ended = await returned.end_again(self.db, self.settings, now=self.clock.now())
        if ended.deleted or ended.withdrawn:
            _log.warning("older_copy_put_back", deleted=ended.deleted, withdrawn=ended.withdrawn)

    async def _check_keys(self) -> None:
        """Say in the log when the keys don't fit the database."""
        async with self.db.system("encryption check", write=True) as s:
            await key_check.ensure(s, Vault.of(self.settings), now=self.clock.now())

    async def prepared(self) -> None:
        """Wait until the screen is ready: a second after the start, which only a message waits."""
        if self._preparing:
            await asyncio.wait(self._preparing[:1])

    async def stop(self) -> None:
        """Let running turns end, hand over the rest, close the database, give the lock back."""
        await self.runner.stop()
        await self.jobs.stop()
        await asyncio.gather(*self._preparing, return_exceptions=True)
        if isinstance(self.llm, Connected):
            await self.llm.close()
        await self.db.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Dependencies of the admin app. It runs no turn, no job and no scheduler."""

    settings: Settings
    clock: Clock
    db: Db
    passkey_tries: BurstLimit
    basis: Basis = BASIS

    def prices(self) -> Prices:
        """Return the prices that costs are counted with now."""
        return model_prices.prices(self.basis.prices, self.settings, now=self.clock.now())


def build_desk(settings: Settings, *, clock: Clock | None = None) -> Desk:
    """Put together what the admin app works with, under the admin's role."""
    address = settings.admin_database_url or settings.database
    remember(settings)
    clock = clock or system_clock(settings.test_clock_file)
    tries = BurstLimit(limits.PASSKEY_TRIES_PER_MINUTE, clock)
    return Desk(settings, clock, Db(address, admin=True), tries, basis_of(settings))


def build(
    settings: Settings,
    *,
    llm: LLM | None = None,
    clock: Clock | None = None,
    on_reached: Callable[[str], None] | None = None,
) -> Coaching:
    """Put the engine together. Nothing is opened or started before `start()` or a first unit.

    An offline coach that is handed in is the one for everything, at its own pace.
    """
    clock = clock or system_clock(settings.test_clock_file)
    own = OfflineLLM(pace_seconds=OFFLINE_PACE_SECONDS, house=House.of(settings))
    offline = llm if isinstance(llm, OfflineLLM) else own
    if llm is None:
        llm = AnthropicLLM(settings, clock=clock) if settings.has_model else offline
    return Coaching(
        settings=settings,
        clock=clock,
        db=Db.of(settings),
        llm=llm,
        offline=offline,
        lookups=Lookups.of(settings, clock),
        on_reached=on_reached,
    )


def _prepare() -> None:
    """Read and compile what the first exchange would keep the whole loop waiting for."""
    offline.prepare()
    moments.prepare()
    everyday()
