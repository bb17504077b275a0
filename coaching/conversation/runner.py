"""Run queued turns: one per person at a time, in order, none dropped."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

import structlog

from coaching import tracing
from coaching.conversation.turn import LiveTurn, run_turn
from coaching.errors import Unavailable
from coaching.repositories import turn_recovery
from coaching.services import recovery, turns

if TYPE_CHECKING:
    from collections.abc import Generator
    from uuid import UUID

    from coaching.conversation.engine import TurnEngine
    from coaching.conversation.history import SessionHistory
    from coaching.services.turns import Claim

TICK_SECONDS = 1.0
TICKS_BETWEEN_LOOKS = 5
DRAIN_SECONDS = 20.0

_log = structlog.get_logger(__name__)


class Runner:
    """Scheduler of turns: one worker per waiting person, and one periodic tick for all of them."""

    def __init__(self, coaching: TurnEngine) -> None:
        self._coaching = coaching
        self._workers: dict[UUID, asyncio.Task[None]] = {}
        self._asked: set[UUID] = set()
        self._claimed: dict[UUID, tuple[Claim, SessionHistory | None]] = {}
        self._reserved: set[UUID] = set()
        self._live: dict[UUID, LiveTurn] = {}
        self._ticking: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Return True if turns are being run."""
        return self._ticking is not None and not self._ticking.done()

    async def start(self) -> None:
        """Recover the turns of a dead engine, then start running queued turns."""
        async with self._coaching.db.system("recovery", write=True) as s:
            now = self._coaching.clock.now()
            if self._coaching.db.is_postgres:
                await recovery.take_over_expired(s, now=now)
            else:
                await recovery.take_over_all(s, now=now)
            waiting = await recovery.waiting_people(s)
        self._ticking = asyncio.create_task(self._keep_ticking())
        for owner in waiting:
            self.wake(owner)

    async def stop(self) -> None:
        """Shut down: wait a while for running turns, then release the rest to the next engine."""
        if self._ticking is None:
            return
        self._ticking.cancel()
        self._ticking = None
        workers = list(self._workers.values())
        if workers:
            _, late = await asyncio.wait(workers, timeout=DRAIN_SECONDS)
            for worker in late:
                worker.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def wake(self, owner: UUID) -> None:
        """Run what is in line for this person."""
        if self._ticking is not None:
            self._asked.add(owner)
            self._begin(owner)

    @contextmanager
    def reserving(self, owner: UUID) -> Generator[bool]:
        """Keep this person's line for a turn that is being admitted; say whether it is free."""
        if self._ticking is None or owner in self._workers or owner in self._reserved:
            yield False
            return
        self._reserved.add(owner)
        try:
            yield True
        finally:
            self._reserved.discard(owner)

    def run(self, claim: Claim, history: SessionHistory | None = None) -> None:
        """Run a turn that was claimed with its admission, with the history that this has read."""
        owner = claim.turn.user_id
        self._claimed[owner] = claim, history
        if self._coaching.db.is_postgres:
            self._asked.add(owner)  # another process may have put something behind it
        self._begin(owner)

    def halt(self, turn_id: UUID) -> None:
        """Stop a turn that runs in this process."""
        if (live := self._live.get(turn_id)) is not None:
            live.stop()

    async def idle(self) -> None:
        """Wait until all queues are empty."""
        while self._workers:
            await asyncio.wait(list(self._workers.values()))

    async def tick(self) -> None:
        """Write the partial texts of all running turns; notice what was stopped or lost."""
        for turn_id, _ in await self._coaching.partials.flush():
            if (lost := self._live.get(turn_id)) is not None:
                lost.lose()
        self._coaching.history_cache.forget_idle()
        if self._live:
            async with self._coaching.db.system("stop requests") as s:
                for turn_id in await turn_recovery.asked_to_stop(s, list(self._live)):
                    self.halt(turn_id)

    async def look(self) -> None:
        """Recover orphaned turns, and wake the worker of each waiting person."""
        async with self._coaching.db.system("recovery", write=True) as s:
            now = self._coaching.clock.now()
            if self._coaching.db.is_postgres:
                await recovery.take_over_expired(s, now=now)
            else:
                await recovery.take_over_orphans(s, at_work=self._at_work(), now=now)
            waiting = await recovery.waiting_people(s)
        for owner in waiting:
            self.wake(owner)

    async def _keep_ticking(self) -> None:
        count = 0
        while True:
            await asyncio.sleep(TICK_SECONDS)
            count += 1
            try:
                await self.tick()
                if count % TICKS_BETWEEN_LOOKS == 0:
                    await self.look()
            except Unavailable as error:
                _log.warning("tick_failed", reason=str(error))
            except Exception:  # noqa: BLE001 - an edge: without ticks every lease would end
                _log.exception("tick_broke")

    def _begin(self, owner: UUID) -> None:
        if owner not in self._workers:
            self._workers[owner] = asyncio.create_task(self._work(owner))

    def _at_work(self) -> set[UUID]:
        return {*self._workers, *self._reserved}

    async def _work(self, owner: UUID) -> None:
        try:
            while owner in self._claimed or owner in self._asked:
                if (claimed := self._claimed.pop(owner, None)) is not None:
                    await self._run(*claimed)
                    continue
                self._asked.discard(owner)
                while (claim := await self._next(owner)) is not None:
                    await self._run(claim)
        except Exception:  # noqa: BLE001 - an edge: the row keeps its state, `look` takes it up
            _log.exception("worker_failed", owner=str(owner))
        finally:
            del self._workers[owner]

    async def _next(self, owner: UUID) -> Claim | None:
        if self._ticking is None:
            return None
        async with self._coaching.db.unit(owner, write=True) as s:
            return await turns.claim(s, owner, now=self._coaching.clock.now())

    async def _run(self, claim: Claim, history: SessionHistory | None = None) -> None:
        live = self._live[claim.turn.id] = LiveTurn()
        try:
            with tracing.span("turn", toney__turn__id=str(claim.turn.id)):
                await run_turn(self._coaching, claim, live, history)
        finally:
            del self._live[claim.turn.id]
