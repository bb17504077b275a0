"""`python -m tests.bench.load`: how long the admin's pages take with 5,000,000 messages.

Fills a PostgreSQL database of its own with 100,000 people (`load.sql`, a quarter of an hour), lets
the job add up the days, asks for what each page shows ten times and drops the database. A page
over a second (95 % of the visits) is a fault, and the command fails. The first visit is not
counted: it reads the disk.

    python -m tests.bench.load --people 1000
    python -m tests.bench.load --database toney_load      # keeps it, and uses it again
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import math
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg

from coaching.domains.announcements import service as announcements
from coaching.domains.audit_log import service as audit_log
from coaching.domains.metrics import intel as intel_
from coaching.domains.metrics import keeping
from coaching.domains.metrics.intel import intel
from coaching.domains.metrics.morning import morning
from coaching.domains.metrics.service import metrics
from coaching.domains.operations import health
from coaching.domains.operations import service as operations
from coaching.domains.operations.attention import attention
from coaching.domains.people import person
from coaching.domains.people import service as people
from coaching.domains.people.service import Filter, Order
from coaching.repositories import migrations
from coaching.repositories.db import Db
from coaching.services import cache_savings, traces
from coaching.services.overview import overview
from coaching.serving import logs
from coaching.settings import Settings
from coaching.simulator.space import settings_in
from coaching.values.enums import Stage, Tension
from coaching.values.scope import Scope
from tests.support import postgres

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
    from uuid import UUID

    from tests.support.postgres import Server

    Visit = Callable[[], Awaitable[Any]]

PEOPLE, VISITS, LONGEST_MS = 100_000, 10, 1_000
LOAD = Path(__file__).with_name("load.sql")
ZONE = "Europe/Berlin"


def main() -> int:
    """Fill, add up, visit, and print the table."""
    asked = _arguments()
    logs.configure(Settings(), to=sys.stderr, at_least=logging.ERROR)
    with ExitStack() as stack:
        server = stack.enter_context(postgres.server())
        if server is None:
            sys.exit("There is no PostgreSQL here.")
        name = asked.database or stack.enter_context(server.database("load"))
        if not _is_filled(server, name, make=bool(asked.database)):
            _fill(server, name, asked.people)
        data = stack.enter_context(tempfile.TemporaryDirectory())
        settings = settings_in(Path(data), admin_time_zone=ZONE)
        return asyncio.run(_measure(server, name, settings, only=asked.only))


async def _measure(server: Server, name: str, settings: Settings, *, only: str) -> int:
    system = Db(server.url(name))
    began = time.perf_counter()
    days = await keeping.keep(system, now=datetime.now(UTC), zone_name=ZONE)
    await intel_.keep(system, now=datetime.now(UTC))
    await system.close()
    if days:
        print(f"added up {days} days in {time.perf_counter() - began:.0f} s", flush=True)
        server.run("ANALYZE", database=name)
    db = Db(server.url(name, role="toney_admin"), admin=True)
    slow = 0
    print("| page | median, ms | 95 %, ms |\n| --- | ---: | ---: |")
    for page, visit in (await _pages(db, settings)).items():
        if only in page:
            times = await _times(visit)
            slowest = times[math.ceil(0.95 * len(times)) - 1]
            slow += slowest > LONGEST_MS
            print(f"| {page} | {statistics.median(times):.0f} | {slowest:.0f} |", flush=True)
    await db.close()
    return slow


async def _pages(db: Db, settings: Settings) -> Mapping[str, Visit]:
    """Return what each page asks for, as the page's `load` does."""
    now = datetime.now(UTC)
    first = await people.page(db, Filter(), now=now)
    deep = first.next
    for _ in range(20):
        deep = (await people.page(db, Filter(), after=deep, now=now)).next
    someone = next(line for line in first.lines if line.conversations).person.id
    here: Any = {"zone_name": ZONE, "now": now}
    tension = Scope(tension=Tension.WORRY)
    narrow = Scope(tension=Tension.WORRY, stage=Stage.ACTION, language="es", tier="free")

    async def front() -> None:
        await overview(db, **here)
        await morning(db, **here)
        await attention(db, settings, now=now)

    async def costs() -> None:
        await cache_savings.costs(db, **here)
        await traces.latest(db, limit=20)

    async def one() -> None:
        await person.head(db, someone)
        await person.story(db, someone)

    return {
        "Overview": front,
        "Metrics, 7 days": lambda: metrics(db, days=7, **here),
        "Metrics, 30 days": lambda: metrics(db, days=30, **here),
        "Metrics, 90 days": lambda: metrics(db, days=90, **here),
        "Metrics, 30 days, one tension": lambda: metrics(db, days=30, scope=tension, **here),
        "Metrics, 90 days, four filters": lambda: metrics(db, days=90, scope=narrow, **here),
        "Intel": lambda: intel(db, **here),
        **_lists(db, someone, deep, now),
        "A person": one,
        "Costs": costs,
        "Safety": lambda: operations.safety(db),
        "Jobs": lambda: operations.jobs(db, now=now),
        "Log": lambda: audit_log.page(db, after="", admins_only=True),
        "System": lambda: health.health(db, settings),
        "Announcements": lambda: announcements.newest(db),
    }


def _lists(db: Db, someone: UUID, deep: str, now: datetime) -> Mapping[str, Visit]:
    def listed(order: Order = Order.JOINED, after: str = "", **wanted: Any) -> Visit:
        return lambda: people.page(db, Filter(**wanted), order=order, after=after, now=now)

    everything = {"tension": "worry", "stage": "action", "language": "es", "account": "email"}
    lately = now - timedelta(days=7)
    return {
        "People": listed(),
        "People, page 21": listed(after=deep),
        "People, by last message": listed(Order.ACTIVE),
        "People, search": listed(search=someone.hex[:4]),
        "People, five filters": listed(Order.ACTIVE, **everything, active_since=lately),
    }


async def _times(visit: Visit) -> Sequence[float]:
    await visit()
    found: list[float] = []
    for _ in range(VISITS):
        began = time.perf_counter()
        await visit()
        found.append((time.perf_counter() - began) * 1000)
    return sorted(found)


def _is_filled(server: Server, name: str, *, make: bool) -> bool:
    """Return True if there are messages; with `make` a missing database is made."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        there = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,))
        if make and there.fetchone() is None:
            connection.execute(f"CREATE DATABASE {name} OWNER toney_owner".encode())
    migrations.upgrade(server.url(name, role="toney_owner"))
    with psycopg.connect(server.url(name)) as connection:
        return connection.execute("SELECT 1 FROM messages LIMIT 1").fetchone() is not None


def _fill(server: Server, name: str, count: int) -> None:
    with _timed(f"{count:,} people"), psycopg.connect(server.url(name)) as connection:
        connection.execute(LOAD.read_text("utf-8").replace(":people:", str(count)).encode())
    server.run("VACUUM ANALYZE", database=name)


@contextmanager
def _timed(what: str) -> Generator[None]:
    began = time.perf_counter()
    yield
    print(f"{what} in {time.perf_counter() - began:.0f} s", flush=True)


def _arguments() -> argparse.Namespace:
    wanted = argparse.ArgumentParser(description="The admin’s pages with 5,000,000 messages.")
    wanted.add_argument("--people", type=int, default=PEOPLE)
    wanted.add_argument("--database", default="", help="a database that is kept and used again")
    wanted.add_argument("--only", default="", help="pages with this in their name")
    return wanted.parse_args()


if __name__ == "__main__":
    sys.exit(main())
