"""Every route of the JSON API is there once, and says who may use it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fastapi.routing import APIRoute

from toney_app.api import ROUTERS, api
from toney_app.api.deps import even_locked, owner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi.dependencies.models import Dependant

# Whoever asks gets an answer here; everything else is for the person whose it is.
OPEN = {
    "GET /api/docs",
    "GET /auth/google",
    "GET /auth/google/callback",
    "GET /auth/magic/{token}",
    "GET /api/onboarding",
    "GET /api/receipts/key",
    "GET /api/reminders/stop/{token}",
    "GET /api/version",
    "GET /health",
    "GET /metrics",
    "GET /privacy",
    "GET /ready",
    "GET /terms",
    "POST /api/auth/guest",
    "POST /api/auth/magic-link",
    "POST /api/auth/passkey",
    "POST /api/auth/passkey/options",
    "POST /auth/magic/{token}",
    "POST /api/auth/logout",
    "POST /api/auth/recovery",
    "POST /api/reminders/stop/{token}",
}


def routes() -> Iterator[tuple[str, APIRoute]]:
    for route in (route for router in ROUTERS for route in router.routes):
        assert isinstance(route, APIRoute)
        for method in route.methods or ():
            yield f"{method} {route.path}", route


def calls(dependant: Dependant) -> Iterator[object]:
    yield dependant.call
    for below in dependant.dependencies:
        yield from calls(below)


def test_no_route_stands_there_twice() -> None:
    names = Counter(name for name, _ in routes())
    assert len(names) > 15
    assert [name for name, times in names.items() if times > 1] == []


def test_every_route_asks_who_is_there_or_is_listed_as_open() -> None:
    asking = {owner, even_locked}
    unasked = {name for name, route in routes() if asking.isdisjoint(calls(route.dependant))}
    assert unasked <= OPEN, unasked - OPEN


def test_what_does_not_exist_is_answered_by_the_api_and_not_by_the_page() -> None:
    last = [route for route in api.routes if isinstance(route, APIRoute)][-1]
    assert last.path == "/api/{rest:path}"
