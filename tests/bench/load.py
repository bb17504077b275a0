"""`python -m tests.bench.load`: how long the admin's pages take with 5,000,000 messages.

Fills a PostgreSQL database of its own with 100,000 people (`load.sql`, a quarter of an hour), lets
the jobs add up, opens each page ten times by its own handler and drops the database. A page
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
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import psycopg
import reflex as rx
from reflex.istate.data import RouterData

from admin_app.engine import running
from admin_app.pages.account import AccountState
from admin_app.pages.announcement import AnnouncementState
from admin_app.pages.costs import CostsState
from admin_app.pages.health import HealthState
from admin_app.pages.intel import IntelState
from admin_app.pages.jobs import JobsState
from admin_app.pages.log import LogState
from admin_app.pages.metrics import MetricsState
from admin_app.pages.overview import OverviewState
from admin_app.pages.people import PeopleState
from admin_app.pages.person import TABS, PersonState
from admin_app.pages.quality import QualityState
from admin_app.pages.safety import SafetyState
from admin_app.session_state import SessionState
from coaching import bootstrap
from coaching.domains.admin_access import service as admins
from coaching.domains.metrics import intel, keeping
from coaching.domains.metrics.days import Basis
from coaching.domains.people import service as people
from coaching.domains.people.service import Filter
from coaching.evals.stories.stage import settings_in
from coaching.repositories import migrations
from coaching.repositories.db import Db
from coaching.serving import logs
from coaching.settings import Settings
from tests.support import postgres

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence

    from tests.support.postgres import Server

    Visit = Callable[[], Awaitable[Any]]

PEOPLE, VISITS, LONGEST_MS = 100_000, 10, 1_000
LOAD = Path(__file__).with_name("load.sql")
ZONE = "Europe/Berlin"
PASSWORD = "a long password for the bench"


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
        url = server.url(name, role="toney_admin")
        settings = settings_in(
            Path(data), database_url=url, admin_database_url=url, admin_time_zone=ZONE
        )
        return asyncio.run(_measure(server, name, settings, only=asked.only))


async def _measure(server: Server, name: str, settings: Settings, *, only: str) -> int:
    system = Db(server.url(name))
    began = time.perf_counter()
    days = await keeping.keep(system, now=datetime.now(UTC), basis=Basis(ZONE))
    if days:
        print(f"added up {days} days in {time.perf_counter() - began:.0f} s", flush=True)
        server.run("VACUUM ANALYZE", database=name)
    began = time.perf_counter()
    await intel.keep(system, now=datetime.now(UTC))
    print(f"counted what is known in {time.perf_counter() - began:.1f} s", flush=True)
    await admins.set_password(system, "bench", PASSWORD, now=datetime.now(UTC))
    await system.close()
    slow = 0
    print("| page | median, ms | 95 %, ms |\n| --- | ---: | ---: |")
    async with running(bootstrap.build_desk(settings)) as desk:
        token = await admins.sign_in(
            desk.db, settings, name="bench", password=PASSWORD, address="", now=datetime.now(UTC)
        )
        for page, visit in (await _pages(desk.db, token)).items():
            if only in page:
                times = await _times(visit)
                slowest = times[math.ceil(0.95 * len(times)) - 1]
                slow += slowest > LONGEST_MS
                print(f"| {page} | {statistics.median(times):.0f} | {slowest:.0f} |", flush=True)
    return slow


async def _pages(db: Db, token: str) -> Mapping[str, Visit]:
    """Return each page's own handler, in a tab of its own, by what the address asks for."""
    now = datetime.now(UTC)
    first = await people.page(db, Filter(), now=now)
    deep = first.next
    for _ in range(20):
        deep = (await people.page(db, Filter(), after=deep, now=now)).next
    someone = next(line for line in first.lines if line.conversations).person.id

    def opens(state: type[rx.State], **query: str) -> Visit:
        return lambda: _open(state, token, query)

    metrics, listed = MetricsState, PeopleState
    worry = {"tension": "worry"}
    narrow = {**worry, "stage": "action", "language": "es", "tier": "free"}
    here = {**worry, "stage": "action", "language": "es", "account": "email", "active": "7"}
    return {
        "Overview": opens(OverviewState),
        **{f"Metrics, {days} days": opens(metrics, days=days) for days in ("7", "30", "90")},
        "Metrics, 30 days, one tension": opens(metrics, days="30", **worry),
        "Metrics, 90 days, one language": opens(metrics, days="90", language="en"),
        "Metrics, 90 days, four filters": opens(metrics, days="90", **narrow),
        "Metrics, 90 days, four filters, Claude": opens(
            metrics, days="90", **narrow, provider="claude"
        ),
        "Intel": opens(IntelState),
        "People": opens(listed),
        "People, page 21": opens(listed, after=deep),
        "People, by last message": opens(listed, sort="active"),
        "People, search": opens(listed, q=someone.hex[:4]),
        "People, five filters": opens(listed, **here, sort="active"),
        **{f"A person, {tab}": opens(PersonState, id=str(someone), tab=tab) for tab in TABS},
        "Quality": opens(QualityState),
        "Costs": opens(CostsState),
        "Safety": opens(SafetyState),
        "Jobs": opens(JobsState),
        "Log": opens(LogState),
        "System": opens(HealthState),
        "Announcements": opens(AnnouncementState),
        "Account": opens(AccountState),
    }


async def _open(state: type[rx.State], token: str, query: Mapping[str, str]) -> None:
    """Open a page in a new tab; what went wrong is raised instead of being said on the page."""
    root = rx.State(_reflex_internal_init=True)  # pyrefly: ignore[unexpected-keyword]
    here = {
        "headers": {"cookie": f"toney_admin={token}"},
        "pathname": "/",
        "asPath": f"/?{urlencode(query)}",
    }
    root.router = RouterData.from_router_data(here)
    page: Any = await root.get_state(state)
    await state.load.fn(page)  # pyrefly: ignore[missing-attribute] - each page has one
    session = await root.get_state(SessionState)
    if session.problem or not session.name:
        raise RuntimeError(f"{state.__name__}: {session.problem or 'not signed in'}")


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
