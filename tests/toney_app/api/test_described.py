"""What OpenAPI says is true; `make fuzz` asks every route at length."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.house.test_routes import OPEN
from toney_app.api import api

SESSION, TOKEN = {"session": []}, {"token": []}


@cache
def operations() -> list[tuple[str, dict[str, Any]]]:
    """Return all routes with what is said of them; only who asks waits a second for it."""
    return [
        (f"{method.upper()} {path}", told)
        for path, methods in api.openapi()["paths"].items()
        for method, told in methods.items()
    ]


def test_every_route_says_who_has_to_be_signed_in() -> None:
    named = {name for name, told in operations() if told.get("security")}
    assert named == {name for name, _ in operations()} - (OPEN - {"POST /api/auth/logout"})


@pytest.mark.parametrize(
    ("route", "ways"),
    [("GET /api/wins", [SESSION, TOKEN]), ("DELETE /api/account", [SESSION])],
)
def test_a_token_is_named_where_it_is_taken(route: str, ways: list[dict[str, Any]]) -> None:
    assert dict(operations())[route]["security"] == ways


@pytest.mark.parametrize("status", ["400", "401", "402", "403", "404", "405", "409", "413", "429"])
def test_every_refusal_is_described(status: str) -> None:
    assert [name for name, told in operations() if status not in told["responses"]] == []


def test_nothing_is_answered_with_422() -> None:
    assert [name for name, told in operations() if "422" in told["responses"]] == []


def test_a_reply_is_a_stream_and_its_refusals_are_json() -> None:
    answers = dict(operations())["POST /api/chat"]["responses"]
    assert list(answers["200"]["content"]) == ["text/event-stream"]
    assert list(answers["409"]["content"]) == ["application/json"]


def test_what_a_service_refuses_is_told() -> None:
    text = api.openapi()["components"]["schemas"]["WinText"]["properties"]["text"]
    assert text["maxLength"] == 280
    assert text["pattern"]
