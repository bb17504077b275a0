from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.conversation.limits import TOKEN_CALLS_PER_MINUTE
from coaching.domains.api_tokens.service import MOST

if TYPE_CHECKING:
    import httpx

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi

OK, CREATED, GONE, OUT, FULL, NO = 200, 201, 204, 401, 402, 403


async def make(client: httpx.AsyncClient, **wanted: Any) -> dict[str, Any]:
    answer = await client.post("/api/tokens", json={"name": "My script"} | wanted)
    assert answer.status_code == CREATED, answer.text
    return answer.json()


def program(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def test_a_program_reads_and_writes_for_its_person(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    made = await make(person)
    script = await web.browser()
    asks = program(made["token"])
    added = await script.post("/api/wins", json={"text": "I opened a letter."}, headers=asks)
    assert added.status_code == CREATED, added.text
    assert "set-cookie" not in added.headers
    (win,) = (await person.get("/api/wins")).json()["items"]
    assert win["text"] == "I opened a letter."
    (shown,) = (await person.get("/api/tokens")).json()["items"]
    assert shown["lastUsedAt"]
    assert made["token"].startswith(shown["prefix"])
    assert "token" not in shown


async def test_only_its_hash_is_kept_and_neither_is_exported(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    token = (await make(person))["token"]
    exported = (await person.get("/api/export")).text
    assert token not in exported
    assert "api_tokens" in exported
    assert "token_hash" not in exported


@pytest.mark.parametrize("said", ["Bearer nonsense", "Bearer toney_", "Bearer", "", "Basic abc"])
async def test_a_cookie_never_stands_in_for_a_wrong_token(
    person: httpx.AsyncClient, said: str
) -> None:
    assert (await person.get("/api/wins")).status_code == OK
    assert (await person.get("/api/wins", headers={"Authorization": said})).status_code == OUT


async def test_a_session_is_no_token_and_a_token_no_session(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    token = (await make(person))["token"]
    stranger = await web.browser()
    session = person.cookies["toney_session"]
    assert (await stranger.get("/api/wins", headers=program(session))).status_code == OUT
    with_cookie = {"Cookie": f"toney_session={token}"}
    assert (await stranger.get("/api/wins", headers=with_cookie)).status_code == OUT


ACCOUNT = (
    ("GET", "/api/tokens"),
    ("POST", "/api/tokens"),
    ("GET", "/api/passkeys"),
    ("POST", "/api/passkeys/options"),
    ("GET", "/api/devices"),
    ("DELETE", "/api/devices"),
    ("GET", "/api/lock"),
    ("POST", "/api/lock/close"),
    ("POST", "/api/auth/recovery-code"),
    ("POST", "/api/auth/logout-everywhere"),
    ("DELETE", "/api/account"),
)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), ACCOUNT)
async def test_a_program_cannot_change_how_its_person_gets_in(
    web: WithApi, person: httpx.AsyncClient, method: str, path: str
) -> None:
    token = (await make(person))["token"]
    script = await web.browser()
    body = {"name": "Another"} if path == "/api/tokens" else {}
    for client in (script, person):
        answer = await client.request(method, path, json=body, headers=program(token))
        assert answer.status_code == NO, answer.text
        assert answer.json()["details"] == {"reason": "session"}
    assert (await person.get("/api/wins")).status_code == OK


async def test_it_ends_when_it_is_over_or_removed(
    web: WithApi, person: httpx.AsyncClient, clock: FrozenClock
) -> None:
    script = await web.browser()
    short, for_ever = await make(person, days=30), await make(person, days=None)
    clock.move(timedelta(days=29))
    assert (await script.get("/api/wins", headers=program(short["token"]))).status_code == OK
    clock.move(timedelta(days=1))
    assert (await script.get("/api/wins", headers=program(short["token"]))).status_code == OUT
    assert (await script.get("/api/wins", headers=program(for_ever["token"]))).status_code == OK
    # A month has passed: they sign in anew.
    assert (await person.get("/api/tokens")).status_code == OUT


async def test_removed_it_opens_nothing(web: WithApi, person: httpx.AsyncClient) -> None:
    made = await make(person)
    eve = await web.browser()
    await eve.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    assert (await eve.delete(f"/api/tokens/{made['id']}")).status_code == 404
    assert (await person.delete(f"/api/tokens/{made['id']}")).status_code == GONE
    assert (await eve.get("/api/wins", headers=program(made["token"]))).status_code == OUT


async def test_each_token_has_its_own_limit(web: WithApi, person: httpx.AsyncClient) -> None:
    first, second = (await make(person))["token"], (await make(person))["token"]
    script = await web.browser()
    for _ in range(TOKEN_CALLS_PER_MINUTE):
        assert (await script.get("/api/wins", headers=program(first))).status_code == OK
    refused = await script.get("/api/wins", headers=program(first))
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 0
    assert (await script.get("/api/wins", headers=program(second))).status_code == OK
    assert (await person.get("/api/wins")).status_code == OK


@pytest.mark.parametrize("wanted", [{"name": " "}, {"name": "x" * 61}, {"days": 7}, {"days": 0}])
async def test_a_name_and_an_end_have_to_fit(
    person: httpx.AsyncClient, wanted: dict[str, Any]
) -> None:
    answer = await person.post("/api/tokens", json={"name": "My script"} | wanted)
    assert answer.status_code == 400
    assert (await person.get("/api/tokens")).json()["items"] == []


async def test_there_is_a_limit_and_it_is_said(person: httpx.AsyncClient) -> None:
    for _ in range(MOST):
        await make(person)
    answer = await person.post("/api/tokens", json={"name": "One more"})
    assert answer.status_code == FULL
    assert answer.json()["limit"] == MOST
    assert answer.json()["error"] == "You have 20 tokens. Remove one first."
