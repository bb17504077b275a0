from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
import reflex as rx
from argon2 import PasswordHasher
from reflex.istate.data import RouterData

from admin_app.api import api
from admin_app.engine import running
from coaching import bootstrap
from coaching.domains.admin_access import queries
from coaching.domains.admin_access import service as admins
from coaching.repositories.db import Db
from coaching.values.enums import AdminRole
from tests.support import every_table

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from uuid import UUID

    from coaching.bootstrap import Desk
    from coaching.clock import FrozenClock
    from coaching.settings import Settings
    from tests.support.databases import Database

PASSWORD = "a long password for tests"
ORIGIN = "http://localhost:3001"
CANARY = "kalimba"
"""A word that everything Mara wrote holds."""


@pytest.fixture
async def desk(
    database: Database,
    make_settings: Callable[..., Settings],
    clock: FrozenClock,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncGenerator[Desk]:
    """Return what the admin app works with, with one admin."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(admins, "_hasher", lambda: quick)
    settings = make_settings(
        admin_database_url=database.admin_url,
        admin_password=PASSWORD,
        toney_encryption_keys="a key for tests",
    )
    async with running(bootstrap.build_desk(settings, clock=clock)) as started:
        await admins.ensure_admin(started.db, settings, now=clock.now())
        yield started


@pytest.fixture
async def browser(desk: Desk) -> AsyncGenerator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=api)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        yield client


@pytest.fixture
async def token(desk: Desk) -> str:
    """Return the session of the admin, signed in."""
    return await admins.sign_in(
        desk.db,
        desk.settings,
        name="admin",
        password=PASSWORD,
        address="192.0.2.7",
        now=desk.clock.now(),
    )


@pytest.fixture
async def viewer_token(desk: Desk) -> str:
    """Return the session of somebody who may look and change nothing."""
    now = desk.clock.now()
    await admins.set_password(desk.db, "vera", PASSWORD, now=now, role=AdminRole.VIEWER)
    return await admins.sign_in(
        desk.db, desk.settings, name="vera", password=PASSWORD, address="192.0.2.8", now=now
    )


@pytest.fixture
async def app_db(database: Database) -> AsyncGenerator[Db]:
    opened = Db(database.url)
    yield opened
    await opened.close()


@pytest.fixture
async def mara(app_db: Db) -> UUID:
    """Return a person with a row in every table, whose words hold the canary."""
    return await every_table.fill(app_db, CANARY)


@pytest.fixture
async def strong_token(desk: Desk, token: str) -> str:
    """Return the admin's session, with a second factor."""
    async with desk.db.system("test", write=True) as s:
        [(admin, _, _)] = await queries.every_admin(s)
        await queries.set_second_factor(s, admin.id, "sealed", step=1)
    return token


@pytest.fixture
def open_tab() -> Callable[..., rx.State]:
    """Open a tab whose browser has a cookie, or none, at an address with a query."""

    def open_tab(token: str = "", query: str = "") -> rx.State:
        root = rx.State(_reflex_internal_init=True)  # pyrefly: ignore[unexpected-keyword]
        give_cookie(root, token, query)
        return root

    return open_tab


def give_cookie(root: rx.State, token: str, query: str = "") -> None:
    headers = {"cookie": f"toney_admin={token}"} if token else {}
    here = {"headers": headers, "pathname": "/", "asPath": f"/{query}"}
    root.router = RouterData.from_router_data(here)
