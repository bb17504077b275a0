from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.routing import Match, Mount

from coaching.conversation.limits import BurstLimit
from tests.support.api_client import ORIGIN, new_message
from toney_app.api import problems

if TYPE_CHECKING:
    from tests.support.api_client import WithApi


NOBODYS = "00000000-0000-4000-8000-000000000000"


def _problem(answer: httpx.Response) -> tuple[int, str]:
    body = answer.json()
    assert set(body) <= {"error", "code", "details", "limit", "resetAt"}
    assert body["error"]
    return answer.status_code, body["code"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "field"),
    [
        (new_message(""), "text"),
        (new_message(" \n "), "text"),
        (new_message("a\x00b"), "text"),
        (new_message("x" * 8001), "text"),
        (new_message("ok") | {"clientMessageId": "7"}, "clientMessageId"),
        ({"text": "ok"}, "clientMessageId"),
        (new_message("ok", role="coach"), "role"),
        (new_message("ok") | {"text": 5}, "text"),
        ([], "body"),
    ],
)
async def test_a_message_that_does_not_fit_names_the_field_and_stores_nothing(
    person: httpx.AsyncClient, body: Any, field: str
) -> None:
    answer = await person.post("/api/chat", json=body)
    assert _problem(answer) == (400, "VALIDATION_ERROR")
    assert field in answer.json()["details"]
    assert (await person.get("/api/conversations")).json()["items"] == []


@pytest.mark.parametrize(
    "path",
    [
        "/api/wins?before=2026-01-12",
        "/api/wins?before=-0.5",
        "/api/wins?before=2026-01-12T09:00:00",
        "/api/wins?before=0001-01-01T00:00:00%2B14:00",
        "/api/wins?before=9999-12-31T23:59:59-12:00",
        f"/api/conversations?before={2**63}",
        f"/api/conversations?before={2**31}",
        f"/api/conversations/{NOBODYS}/messages?before={2**64}",
        "/api/transactions?month=0",
    ],
)
async def test_a_cursor_that_is_none_is_refused(person: httpx.AsyncClient, path: str) -> None:
    assert _problem(await person.get(path)) == (400, "VALIDATION_ERROR")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/reminders", {"pausedUntil": 0}),
        ("/api/reminders/follow-ups", {"about": "card", "aboutId": NOBODYS, "on": 0}),
        ("/api/transactions", {"amount": 1, "spentOn": 1_767_225_600}),
        ("/api/transactions", {"amount": 1, "spentOn": "1767225600"}),
    ],
)
async def test_a_number_is_no_time_and_no_day(
    person: httpx.AsyncClient, path: str, body: dict[str, object]
) -> None:
    method = "PATCH" if path == "/api/reminders" else "POST"
    assert _problem(await person.request(method, path, json=body)) == (400, "VALIDATION_ERROR")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/budgets", {"category": "food", "amount": 61.0}),
        ("/api/purchases", {"item": "Shoes", "price": 61.0}),
    ],
)
async def test_a_whole_number_may_be_written_with_a_point(
    person: httpx.AsyncClient, path: str, body: dict[str, object]
) -> None:
    assert (await person.post(path, json=body)).is_success
    half = {name: 61.5 if value == 61.0 else value for name, value in body.items()}
    assert _problem(await person.post(path, json=half)) == (400, "VALIDATION_ERROR")


@pytest.mark.parametrize(
    ("path", "form", "field"),
    [("/api/notes", "NewNote", "title"), ("/api/wins", "WinText", "text")],
)
async def test_the_longest_text_includes_the_space_around_it(
    person: httpx.AsyncClient, path: str, form: str, field: str
) -> None:
    forms = (await person.get("/api/openapi.json")).json()["components"]["schemas"]
    most = forms[form]["properties"][field]["maxLength"]
    answer = await person.post(path, json={field: " " + "a" * most})
    assert _problem(answer) == (400, "VALIDATION_ERROR")
    assert list(answer.json()["details"]) == [field]


def test_a_path_with_a_line_break_passes_the_mounts_of_the_framework() -> None:
    scope = {"type": "http", "path": "/api/turns/a\nb/sent", "method": "GET"}
    assert Mount("", app=FastAPI()).matches(scope)[0] is Match.FULL


async def test_every_route_describes_its_errors_as_they_are(web: WithApi) -> None:
    client = await web.browser()
    described = (await client.get("/api/openapi.json")).json()
    for path, methods in described["paths"].items():
        for method, route in methods.items():
            answers = route["responses"]
            assert "422" not in answers, (method, path)
            assert {"400", "401", "404", "409", "429", "default"} <= set(answers), (method, path)
    assert "HTTPValidationError" not in described["components"]["schemas"]


async def test_an_event_number_that_is_none_is_refused(person: httpx.AsyncClient) -> None:
    sent = await person.post("/api/chat", json=new_message("Hello"))
    (turn,) = set(re.findall(r'"turnId": ?"([^"]+)"', sent.text))
    answer = await person.get(f"/api/turns/{turn}/events", headers={"Last-Event-ID": "9" * 5000})
    assert _problem(answer) == (400, "VALIDATION_ERROR")


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (b"{", "application/json"),
        (b'{"text": "\\ud800", "clientMessageId": "x"}', "application/json"),
        (b"\xff\xfe", "application/json"),
        (b'{"text": "hi"}', "text/plain"),
    ],
)
async def test_what_is_not_json_is_refused_in_the_same_form(
    person: httpx.AsyncClient, content: bytes, content_type: str
) -> None:
    headers = {"content-type": content_type}
    answer = await person.post("/api/chat", content=content, headers=headers)
    assert _problem(answer) == (400, "VALIDATION_ERROR")


@pytest.mark.parametrize("cookie", ["toney_session=", "toney_session=\x01;;;", "x" * 4000, "="])
async def test_a_malformed_cookie_is_nobody(web: WithApi, cookie: str) -> None:
    client = await web.browser()
    answer = await client.get("/api/profile", headers={"cookie": cookie})
    assert _problem(answer) == (401, "UNAUTHENTICATED")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/nothing"),
        ("TRACE", "/api/nothing"),
        ("GET", "/api/../api/x"),
        ("GET", "/api/some%0Athing"),
    ],
)
async def test_what_does_not_exist_is_said_in_json(
    person: httpx.AsyncClient, method: str, path: str
) -> None:
    assert _problem(await person.request(method, path)) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/focus", "GET, POST"),
        ("TRACE", "/api/wins", "GET, POST"),
        ("POST", f"/api/goals/{NOBODYS}", "DELETE, GET, PATCH"),
        ("DELETE", "/api/passkeys/options", "POST"),
        ("PATCH", "/api/passkeys/options", "POST"),
        ("DELETE", "/api/conversations/open", "POST"),
        ("OPTIONS", "/api/account", "DELETE"),
        ("POST", "/ready", "GET"),
        ("PUT", "/auth/magic/some", "GET, POST"),
    ],
)
async def test_another_method_is_told_which_there_are(
    person: httpx.AsyncClient, method: str, path: str, allowed: str
) -> None:
    answer = await person.request(method, path)
    assert _problem(answer) == (405, "METHOD_NOT_ALLOWED")
    assert answer.headers["allow"] == allowed


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"tone": 11}, "tone"),
        ({"tone": "5"}, "tone"),
        ({"tone": True}, "tone"),
        ({"depth": "deepest"}, "depth"),
        ({"country": "XX"}, "country"),
        ({"learningStyle": "osmosis"}, "learningStyle"),
        ({"tension": "rich"}, "tension"),
        ({"userId": "me"}, "userId"),
    ],
)
async def test_a_profile_field_that_does_not_fit_is_named(
    person: httpx.AsyncClient, change: dict[str, Any], field: str
) -> None:
    before = (await person.get("/api/profile")).json()
    answer = await person.patch("/api/profile", json={"name": "Mara", **change})
    assert _problem(answer) == (400, "VALIDATION_ERROR")
    assert any(field in name for name in answer.json()["details"])
    assert (await person.get("/api/profile")).json() == before


async def test_over_the_days_limit_the_answer_says_until_when(
    person: httpx.AsyncClient, web: WithApi
) -> None:
    web.coaching.burst = BurstLimit(2, web.coaching.clock)
    answers = [await person.post("/api/chat", json=new_message(f"number {n}")) for n in range(3)]
    assert [a.status_code for a in answers[:-1]] == [200, 200]
    assert _problem(answers[-1]) == (429, "RATE_LIMITED")
    assert answers[-1].json()["details"] == {"reason": "burst"}
    assert int(answers[-1].headers["retry-after"]) > 0


async def test_a_bug_is_answered_without_what_it_was() -> None:
    broken = FastAPI()
    problems.install(broken, [])

    @broken.get("/broken")
    async def _() -> None:
        raise RuntimeError("I owe 5,000")

    transport = httpx.ASGITransport(app=broken, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        answer = await client.get("/broken")

    assert _problem(answer) == (500, "INTERNAL_ERROR")
    assert "5,000" not in answer.text
