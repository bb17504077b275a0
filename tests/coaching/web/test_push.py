"""A push goes to the open network alone and is over in time: anybody can name a push service."""

from __future__ import annotations

import re
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from coaching.web import push
from coaching.web.network import is_public
from coaching.web.push import Browser, Outcome, Server, packed, problem, send
from tests.coaching.web.test_pages import answers, rows
from tests.support.factories import MONDAY_MORNING
from tests.support.open_web import OpenWeb, certificate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

_KEY = ec.generate_private_key(ec.SECP256R1())
SERVER = Server(_KEY, "mailto:somebody@example.org")


@pytest.fixture
async def web(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[OpenWeb]:
    """Have pushes go into a web of the test, through the guard."""
    found, own = OpenWeb(), tmp_path / "server.pem"
    trusting = certificate(own, "named.test")

    def network(**_: Any) -> object:
        return found.network()

    monkeypatch.setattr(push, "GuardedNetwork", network)
    monkeypatch.setattr(push, "certificates", lambda: trusting)
    monkeypatch.setattr(push, "SECONDS", 0.4)
    async with found.listening(own):
        yield found


def browser(endpoint: str) -> Browser:
    return Browser(endpoint, SERVER.public_key, packed(b"a" * 16))


def endpoints() -> Iterator[tuple[str, str]]:
    """Give every row of the list as https too, so that not its scheme alone is refused."""
    for name, expected, url in rows():
        if expected != "allow":
            yield f"{name}, {expected}", url.replace("{H}", "http://harness.test")


@pytest.mark.slow
@pytest.mark.parametrize(("_name", "url"), list(endpoints()))
async def test_nothing_but_the_open_network_gets_a_push(_name: str, url: str, web: OpenWeb) -> None:
    record = re.search(r"\{DNS:([^}]*)\}", url)
    if record is not None:
        said = answers(record[1])
        web.names["named.test"] = (lambda: next(said)) if isinstance(said, cycle) else said
    named = re.sub(r"\{DNS:[^}]*\}", "named.test", url)
    for endpoint in (named, re.sub("^http:", "https:", named)):
        if not problem(browser(endpoint)):
            await send(SERVER, browser(endpoint), b"{}", now=MONDAY_MORNING)

    assert all(is_public(where) and port in {443, 8443} for where, port in web.dialled)


async def test_a_service_that_never_ends_its_answer_is_left_until_later(web: OpenWeb) -> None:
    slow = browser("http://push.test/drip-headers")
    assert await send(SERVER, slow, b"{}", now=MONDAY_MORNING) is Outcome.LATER
    assert web.asked
