"""Plays everybody at once: a session begins for all when the one before is over for all.

Sessions are in step, people are not: in a session everybody writes as fast as their replies come,
and so players get the requests of all of them together.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol

from tests.model_in_loop.files import load, store
from tests.model_in_loop.guest import Guest
from tests.model_in_loop.people import gap_before

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import httpx

    from tests.model_in_loop.files import Folder
    from tests.model_in_loop.people import Person, Session

BEGINS = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
PAST_THE_GAP = timedelta(hours=13)
SOON = timedelta(minutes=7)
CALM_SECONDS, LOOK_EVERY_SECONDS = 3.0, 0.5


class Product(Protocol):
    """What is played: its API, its database and its clock."""

    def client(self) -> httpx.AsyncClient:
        """Return a browser with cookies of its own."""
        ...

    def rows(self, statement: str, *values: Any) -> list[dict[str, Any]]:
        """Read the database."""
        ...

    def now(self) -> datetime:
        """Return the product's time."""
        ...

    async def move_to(self, at: datetime) -> None:
        """Move the product's clock, and let idle sessions end."""
        ...


async def play(product: Product, people: Sequence[Person], folder: Folder) -> None:
    """Play all sessions of all people; what was played before is not played again."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(product.client()) for _ in people]
        guests = [Guest(p, c, folder) for p, c in zip(people, clients, strict=True)]
        run = _Run(product, guests, folder)
        await asyncio.gather(*(guest.arrive() for guest in guests))
        await run.calm()
        for number in range(max(len(person.sessions) for person in people)):
            await run.session(number)
    folder.finished.touch()


class _Run:
    def __init__(self, product: Product, guests: Sequence[Guest], folder: Folder) -> None:
        self._product, self._guests, self._folder = product, guests, folder
        self._progress = folder.path / "progress.json"
        self._begun: list[str] = load(self._progress, [])

    async def session(self, number: int) -> None:
        """Play a session of everybody who has one."""
        here = [g for g in self._guests if number < len(g.person.sessions)]
        at = await self._begin(number)
        await self.everybody(lambda guest: guest.talk(number, at), here)
        await self.calm()
        leaves = _by(here, number, lambda session: session.end == "button")
        await self.everybody(lambda guest: guest.leave(number), leaves)
        await self.calm()
        await self._let_the_silent_end(number, [g for g in here if g not in leaves])
        await self.everybody(lambda guest: guest.answer_waiting_memories(number), here)
        await self.calm()
        await self.everybody(lambda guest: guest.look_around(number), here)
        for guest in here:
            guest.record["rows"] = self._rows_of(guest.record["user_id"])
            guest.save()

    async def everybody(
        self, act: Callable[[Guest], Any], who: Sequence[Guest] | None = None
    ) -> None:
        """Let people do something at the same time; one who fails holds nobody up."""
        who = self._guests if who is None else who
        ended = await asyncio.gather(*map(act, who), return_exceptions=True)
        for guest, error in zip(who, ended, strict=True):
            if isinstance(error, BaseException):
                guest.record.setdefault("errors", []).append(repr(error))
                guest.save()

    async def calm(self) -> None:
        """Wait until no request waits for a player, and no job runs or is due soon."""
        calm = 0.0
        while calm < CALM_SECONDS:
            await asyncio.sleep(LOOK_EVERY_SECONDS)
            calm = 0.0 if self._is_busy() else calm + LOOK_EVERY_SECONDS

    async def _begin(self, number: int) -> str:
        """Move the clock to the evening of the session, once, and return when it began."""
        if number == len(self._begun):
            people = [guest.person for guest in self._guests]
            if number:
                before = datetime.fromisoformat(self._begun[-1])
                evening = before + timedelta(days=max(gap_before(people, number), 1))
                await self._product.move_to(max(evening, self._product.now() + PAST_THE_GAP))
                await self.calm()
            self._begun.append(self._product.now().isoformat())
            store(self._progress, self._begun)
        return self._begun[number]

    async def _let_the_silent_end(self, number: int, silent: Sequence[Guest]) -> None:
        ids = [guest.conversation(number).replace("-", "") for guest in silent]
        if self._open(ids):
            await self._product.move_to(self._product.now() + PAST_THE_GAP)
            while self._open(ids):  # noqa: ASYNC110 - the product ends them in its own time
                await asyncio.sleep(LOOK_EVERY_SECONDS)
            await self.calm()

    def _open(self, ids: Sequence[str]) -> bool:
        rows = self._product.rows("SELECT id FROM conversations WHERE ended_at IS NULL")
        return any(row["id"].replace("-", "") in ids for row in rows)

    def _is_busy(self) -> bool:
        soon = self._product.now() + SOON
        jobs = self._product.rows(
            "SELECT status, run_at FROM jobs WHERE status IN ('running', 'due')"
            " AND user_id IS NOT NULL"
        )
        runs = any(job["status"] == "running" or _instant(job["run_at"]) <= soon for job in jobs)
        turns = "SELECT id FROM turns WHERE status IN ('queued', 'running')"
        return runs or bool(self._folder.pending()) or bool(self._product.rows(turns))

    def _rows_of(self, owner: str) -> dict[str, list[dict[str, Any]]]:
        """Return the person's rows of the tables that a judge of the run reads."""
        tables = ("messages", "coach_memories", "coaching_briefings", "model_calls", "jobs")
        return {
            table: self._product.rows(
                f"SELECT * FROM {table} WHERE user_id IN (?, ?)",  # noqa: S608 - our own names
                owner,
                owner.replace("-", ""),
            )
            for table in tables
        }


def _by(guests: Sequence[Guest], number: int, fits: Callable[[Session], bool]) -> list[Guest]:
    return [guest for guest in guests if fits(guest.person.sessions[number])]


def _instant(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)
