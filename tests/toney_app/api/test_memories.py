from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx

    from tests.support.api_client import WithApi

MINUTE = timedelta(minutes=1)


@pytest.mark.both_databases
async def test_a_memory_is_added_read_said_differently_pinned_and_taken_back(
    person: httpx.AsyncClient,
) -> None:
    sent = {"content": "Dee rings on payday", "kind": "commitment"}
    made = await person.post("/api/memories", json=sent)
    again = await person.post("/api/memories", json=sent)
    assert (made.status_code, again.json()["id"]) == (201, made.json()["id"])
    path = f"/api/memories/{made.json()['id']}"
    read = (await person.get(path)).json()
    assert (read["kind"], read["source"], read["state"]) == ("commitment", "written", "active")
    assert read["expiresAt"] is None
    change = {"content": "Dee calls on payday", "isPinned": True}
    for _ in range(2):
        changed = (await person.patch(path, json=change)).json()
        assert (changed["content"], changed["isPinned"]) == ("Dee calls on payday", True)
    assert (await person.delete(path)).status_code == 204
    assert (await person.delete(path)).status_code == 204
    assert (await person.get(path)).status_code == 404
    assert (await person.get("/api/memories")).json() == {"items": [], "next": None}


@pytest.mark.both_databases
async def test_memories_come_newest_last_a_page_at_a_time(
    person: httpx.AsyncClient, web: WithApi
) -> None:
    for text in ("one", "two", "three"):
        await person.post("/api/memories", json={"content": text})
        web.coaching.clock.move(MINUTE)  # pyrefly: ignore[missing-attribute] - frozen
    newest = (await person.get("/api/memories?limit=2")).json()
    assert [memory["content"] for memory in newest["items"]] == ["two", "three"]
    older = (await person.get("/api/memories", params={"before": newest["next"]})).json()
    assert [memory["content"] for memory in older["items"]] == ["one"]
    assert older["next"] is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"content": " "}, "content"),
        ({"content": "x" * 281}, "content"),
        ({"content": "my card is 4111 1111 1111 1111"}, "content"),
        ({"content": "a\x00b"}, "content"),
        ({"content": "ok", "kind": "rumour"}, "kind"),
        ({"content": "ok", "state": "active"}, "state"),
        ({}, "content"),
    ],
)
async def test_what_does_not_fit_is_named_and_not_kept(
    person: httpx.AsyncClient, body: dict[str, str], field: str
) -> None:
    answer = await person.post("/api/memories", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert field in answer.json()["details"]
    assert (await person.get("/api/memories")).json()["items"] == []


async def test_somebody_else_s_memory_is_not_there(person: httpx.AsyncClient, web: WithApi) -> None:
    other = await web.browser()
    await other.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    theirs = (await other.post("/api/memories", json={"content": "theirs"})).json()
    path = f"/api/memories/{theirs['id']}"
    for answer in (
        await person.get(path),
        await person.patch(path, json={"content": "mine"}),
        await person.patch(path, json={"allow": True}),
        await person.delete(path),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
    assert (await other.get(path)).json()["content"] == "theirs"
    nobody = await web.browser()
    assert (await nobody.get("/api/memories")).status_code == 401
