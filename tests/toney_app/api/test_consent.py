"""An account without consent holds nothing; what was agreed to can be read, word for word."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from coaching.repositories import personal_data
from coaching.services import consent
from tests.support.api_client import new_message, say
from toney_app.api import api

if TYPE_CHECKING:
    import httpx

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi
    from tests.support.talker import Talker

WRITES = [
    ("POST", "/api/chat", new_message("There is a drawer.")),
    ("POST", "/api/conversations", {"kind": "planning"}),
    ("POST", "/api/cards", {"title": "One look", "content": "I look once."}),
    ("POST", "/api/wins", {"text": "Opened the letter"}),
    ("POST", "/api/dreams", {"title": "A house by the sea"}),
    ("POST", "/api/goals", {"title": "Open the post", "why": "To sleep"}),
    ("POST", "/api/practices/run", {"practiceId": "name_it"}),
    ("PATCH", "/api/profile", {"name": "Mara"}),
    ("POST", "/api/strategist", {"trigger": "session_start"}),
]
_MINE = {"consents", "identities", "profiles", "sessions", "users"}


async def rows(web: WithApi, owner: str) -> dict[str, int]:
    async with web.coaching.unit(UUID(owner)) as s:
        tables = personal_data.tables()
        return {
            name: found
            for name, table in tables.items()
            if (found := await personal_data.count(s, UUID(owner), table))
        }


async def test_an_account_without_consent_holds_nothing_and_can_be_read_and_deleted(
    web: WithApi, talker: Talker
) -> None:
    client = await web.browser()
    owner: str = (await client.post("/api/auth/guest", json={})).json()["userId"]
    before = await rows(web, owner)
    assert set(before) <= _MINE
    for method, path, body in WRITES:
        refused = await client.request(method, path, json=body)
        said = refused.json()
        assert (refused.status_code, said["code"]) == (403, "FORBIDDEN"), (path, said)
        assert said["details"] == {"reason": "consent"}, path
        assert said["agreeUrl"] == "/api/consent"
    assert await rows(web, owner) == before
    assert talker.requests == []

    free = await client.patch("/api/profile", json={"locale": "es", "country": "CL"})
    assert free.status_code == 200
    failed = {path: answer for path in readable() if (answer := await status(client, path)) > 299}
    assert failed == {}
    assert (await client.get("/api/consent")).json()["asks"] == "first"
    assert (await client.delete("/api/account")).status_code == 204


async def test_what_was_kept_can_be_read_taken_along_and_deleted_after_a_withdrawal(
    person: httpx.AsyncClient,
) -> None:
    await say(person, "There is a drawer.")
    card = (await person.post("/api/cards", json={"title": "One", "content": "I look."})).json()
    win = (await person.post("/api/wins", json={"text": "Opened it"})).json()
    goal = (await person.post("/api/goals", json={"title": "Open the post"})).json()
    dream = (await person.post("/api/dreams", json={"title": "A garden"})).json()
    assert (await person.delete("/api/consent")).status_code == 204

    turn = (await person.get("/api/conversations")).json()["items"][0]
    for path in readable():
        assert await status(person, path) < 300, path
    kept = (await person.get("/api/export")).json()["tables"]
    assert [len(kept[name]) for name in ("messages", "wins", "dreams")] == [2, 1, 1]
    changed = await person.patch(f"/api/cards/{card['id']}", json={"content": "I look twice."})
    assert changed.json()["details"] == {"reason": "consent"}
    for path in (
        f"/api/cards/{card['id']}",
        f"/api/wins/{win['id']}",
        f"/api/goals/{goal['id']}",
        f"/api/dreams/{dream['id']}",
        f"/api/conversations/{turn['id']}",
    ):
        gone = await person.delete(path)
        assert gone.status_code < 300, (path, gone.text)
    assert (await person.get("/api/wins")).json()["items"] == []


async def test_somebody_in_danger_gets_the_numbers_without_a_consent(web: WithApi) -> None:
    client = await web.browser()
    await client.post("/api/auth/guest", json={"timeZone": "Europe/London", "locale": "en-GB"})
    message = new_message("I want to kill myself tonight.")
    refused = await client.post("/api/chat", json=message)
    said = refused.json()
    assert (refused.status_code, said["details"]) == (403, {"reason": "consent"})
    assert "999" in said["help"][0]["contact"]


async def test_each_text_that_was_agreed_to_is_kept_with_time_and_receiver(
    web: WithApi, clock: FrozenClock
) -> None:
    client = await web.browser()
    client.cookies.set("toney_language", "es")
    await client.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    now = (await client.get("/api/consent")).json()
    assert (now["isValid"], now["asks"]) == (True, "")
    settings = web.coaching.settings
    web.coaching.settings = settings.model_copy(update={"model_profile": "local"} | LOCAL)
    now = (await client.get("/api/consent")).json()
    assert (now["isValid"], now["asks"], now["providerNow"]) == (False, "provider", "models.lan")
    clock.move(timedelta(days=1))
    await client.post("/api/consent", json={"textVersion": "1"})
    newest, first = (await client.get("/api/consent/history")).json()["items"]

    assert first["text"] == consent.whole_text(settings, "es")
    assert "models.lan" in newest["text"]
    assert [each["provider"] for each in (newest, first)] == ["models.lan", ""]
    assert newest["givenAt"] > first["givenAt"]
    for each in (newest, first):
        assert each["textHash"] == hashlib.sha256(each["text"].encode()).hexdigest()
        assert (each["language"], each["textVersion"]) == ("es", "1")
    exported = (await client.get("/api/export")).json()["tables"]["consents"]
    assert {each["text"] for each in exported} == {newest["text"], first["text"]}


LOCAL = {"anthropic_base_url": "http://models.lan:8080", "coach_model": "small"}


def readable() -> list[str]:
    """Return every address that can be read by somebody who is signed in."""
    paths = api.openapi()["paths"]
    return [
        path
        for path, methods in paths.items()
        if "get" in methods
        and "{" not in path
        and methods["get"].get("security")
        and not any(p.get("required") for p in methods["get"].get("parameters", []))
    ]


async def status(client: httpx.AsyncClient, path: str) -> int:
    return (await client.get(path)).status_code
