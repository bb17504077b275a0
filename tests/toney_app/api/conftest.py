from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import httpx
import pytest

from coaching import bootstrap
from tests.support.api_client import ORIGIN, WithApi
from tests.support.openid_provider import CLIENT_ID, CLIENT_SECRET, Provider, openid_provider
from tests.support.talker import Talker
from toney_app.api import api
from toney_app.engine import running

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator

    from coaching.clock import FrozenClock
    from coaching.settings import Settings
    from tests.support.databases import Database


@pytest.fixture
def talker() -> Talker:
    return Talker()


@pytest.fixture
def more_settings() -> dict[str, object]:
    """Return settings that a file of tests needs beside the usual ones."""
    return {}


@pytest.fixture(scope="module")
def running_provider() -> Iterator[Provider]:
    with openid_provider() as started:
        yield started


@pytest.fixture
def provider(running_provider: Provider, clock: FrozenClock) -> Provider:
    """Return an OpenID provider without memory of the tests before."""
    url = running_provider.url
    running_provider.__init__(url=url, now=clock.now().timestamp())
    return running_provider


@pytest.fixture
def google_settings(provider: Provider) -> dict[str, object]:
    """Return the settings that make it Google."""
    return {
        "google_client_id": CLIENT_ID,
        "google_client_secret": CLIENT_SECRET,
        "google_discovery_url": provider.discovery,
    }


@pytest.fixture
async def web(
    database: Database,
    make_settings: Callable[..., Settings],
    more_settings: dict[str, object],
    clock: FrozenClock,
    talker: Talker,
) -> AsyncGenerator[WithApi]:
    """Return the API over a running engine; each `browser()` keeps its own cookies."""
    settings = make_settings(
        database_url=database.url, guests_per_address_per_day=100, **more_settings
    )
    coaching = bootstrap.build(settings, llm=talker, clock=clock)
    async with running(coaching), contextlib.AsyncExitStack() as open_clients:

        async def browser() -> httpx.AsyncClient:
            transport = httpx.ASGITransport(app=api, raise_app_exceptions=False)
            client = httpx.AsyncClient(transport=transport, base_url=ORIGIN)
            return await open_clients.enter_async_context(client)

        yield WithApi(coaching, browser)


@pytest.fixture
async def person(web: WithApi) -> httpx.AsyncClient:
    """Return the browser of a guest who has agreed."""
    client = await web.browser()
    answer = await client.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    assert answer.status_code == httpx.codes.CREATED
    return client
