from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from coaching.services import accounts, briefings
from coaching.services.briefings import Run
from coaching.values.enums import Trigger
from tests.support import strategy
from tests.support.api_client import say

if TYPE_CHECKING:
    from tests.support.api_client import WithApi
    from tests.support.talker import Talker


async def _has_doors(web: WithApi, person: httpx.AsyncClient) -> None:
    token = person.cookies["toney_session"]
    owner = await accounts.authenticate(web.coaching.db, token, now=web.coaching.clock.now())
    assert owner is not None
    made = Run(Trigger.SESSION_START, "session_start:1", "claude-sonnet-5-5")
    async with web.coaching.unit(owner, write=True) as s:
        at = web.coaching.clock.now()
        await briefings.store(s, owner, strategy.output(), made, at=at)


async def _session(person: httpx.AsyncClient) -> str:
    listed = (await person.get("/api/conversations")).json()
    return str(listed["items"][0]["id"])


async def test_a_session_ends_with_a_closing_a_word_about_it_and_doors(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    await _has_doors(web, person)
    await say(person, "I am tired of hiding my letters.")
    assert (await person.get("/api/doors")).json()["items"] == []
    session = await _session(person)
    closing = (await person.post(f"/api/conversations/{session}/end")).json()
    assert closing["sessionNumber"] == 1
    assert "We talked about letters." in closing["note"]
    assert closing["feedback"] is None
    again = (await person.post(f"/api/conversations/{session}/end")).json()
    assert again["note"] == closing["note"]
    rated = await person.post(f"/api/conversations/{session}/feedback", json={"feedback": "helped"})
    assert rated.json()["feedback"] == "helped"
    read = (await person.get(f"/api/conversations/{session}/closing")).json()
    assert read == rated.json()
    doors = (await person.get("/api/doors")).json()["items"]
    assert len(doors) == 3
    assert doors[0].keys() == {"id", "title", "whyNow", "length"}


async def test_a_door_opens_the_next_session_and_its_turn_replays(
    web: WithApi, person: httpx.AsyncClient, talker: Talker
) -> None:
    await _has_doors(web, person)
    door = (await person.get("/api/doors")).json()["items"][0]["id"]
    opened = (await person.post("/api/conversations/open", json={"door": door})).json()
    assert opened["text"] == strategy.DOOR["opening"]
    assert opened["sessionNumber"] == 1
    assert talker.requests == []
    shown = (await person.get(f"/api/conversations/{opened['conversationId']}/messages")).json()
    assert [(item["role"], item["status"]) for item in shown["items"]] == [("coach", "done")]
    events = await person.get(f"/api/turns/{opened['turnId']}/events")
    assert events.status_code == httpx.codes.OK
    again = (await person.post("/api/conversations/open", json={"door": door})).json()
    assert again == opened


@pytest.mark.parametrize("door", ["", "x", "00000000-0000-4000-8000-000000000000:0", "a" * 81])
async def test_what_is_no_door_is_refused(person: httpx.AsyncClient, door: str) -> None:
    answer = await person.post("/api/conversations/open", json={"door": door})
    assert answer.status_code in {httpx.codes.NOT_FOUND, httpx.codes.BAD_REQUEST}


async def test_past_sessions_are_found_by_their_words(person: httpx.AsyncClient) -> None:
    await say(person, "There is a drawer.")
    await person.post(f"/api/conversations/{await _session(person)}/end")
    await say(person, "My sister called.")
    found = (await person.get("/api/conversations", params={"query": "draw"})).json()
    (item,) = found["items"]
    assert (item["sessionNumber"], item["snippet"]) == (1, "There is a drawer.")
    assert item["sessionStatus"] == "closed"
    assert item["oneLine"]
    everything = (await person.get("/api/conversations")).json()["items"]
    assert [item["sessionNumber"] for item in everything] == [2, 1]
    assert everything[0]["snippet"] is None
    long = await person.get("/api/conversations", params={"query": "a" * 201})
    assert long.json()["code"] == "VALIDATION_ERROR"


@pytest.mark.parametrize("verb", ["end", "feedback", "closing"])
async def test_somebody_elses_session_is_not_found(
    web: WithApi, person: httpx.AsyncClient, verb: str
) -> None:
    await say(person, "There is a drawer.")
    path = f"/api/conversations/{await _session(person)}/{verb}"
    other = await web.browser()
    await other.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    if verb == "closing":
        answer = await other.get(path)
    else:
        body = {"feedback": "helped"} if verb == "feedback" else None
        answer = await other.post(path, json=body)
    assert answer.status_code == httpx.codes.NOT_FOUND


@pytest.mark.slow
@pytest.mark.both_databases
async def test_a_deleted_session_is_nowhere_and_the_next_message_opens_another(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    await say(person, "I bought a kalimba.")
    session = await _session(person)
    stranger = await web.browser()
    await stranger.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    assert (await stranger.delete(f"/api/conversations/{session}")).status_code == 404

    gone = await person.delete(f"/api/conversations/{session}")

    assert (gone.status_code, gone.content) == (204, b"")
    assert (await person.delete(f"/api/conversations/{session}")).status_code == 404
    assert (await person.get("/api/conversations")).json()["items"] == []
    assert (await person.get("/api/conversations?query=kalimba")).json()["items"] == []
    assert (await person.get(f"/api/conversations/{session}/messages")).status_code == 404
    assert "kalimba" not in (await person.get("/api/export")).text
    await say(person, "Hello again.")
    listed = (await person.get("/api/conversations")).json()["items"]
    assert [one["sessionNumber"] for one in listed] == [2]
