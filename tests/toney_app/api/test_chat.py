from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from coaching.values.chips import Chip, scale
from tests.support.api_client import new_message, read_events, say
from tests.support.talker import REPLY, Talker

if TYPE_CHECKING:
    import httpx

    from tests.support.api_client import WithApi

WHOLE = "".join(REPLY)


async def test_a_message_is_answered_with_the_events_of_its_turn(person: httpx.AsyncClient) -> None:
    events = await say(person, "There is a drawer.")
    kinds = [event.kind for event in events]
    assert kinds[0] == "turn"
    assert kinds[-1] == "done"
    assert "".join(e.data["text"] for e in events if e.kind == "delta") == WHOLE
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    assert events[-1].data["text"] == WHOLE
    assert events[-1].data["model"] == "claude"


async def test_a_finished_turn_replays_as_turn_delta_done(person: httpx.AsyncClient) -> None:
    first = await say(person, "There is a drawer.")
    answer = await person.get(f"/api/turns/{first[0].data['turnId']}/events")
    assert [event.kind for event in read_events(answer.text)] == ["turn", "delta", "done"]
    assert read_events(answer.text)[1].data == {"text": WHOLE}


async def test_quick_replies_come_with_the_end_of_a_turn_and_with_the_message(
    person: httpx.AsyncClient, talker: Talker
) -> None:
    talker.chips = (Chip("breath", "Breathe for a minute", "practice", "slow_breath"),)
    events = await say(person, "There is a drawer.")
    written = {
        "id": "breath",
        "text": "Breathe for a minute",
        "action": "practice",
        "target": "slow_breath",
    }
    assert events[-1].data["chips"] == [written]
    again = await person.get(f"/api/turns/{events[0].data['turnId']}/events")
    assert read_events(again.text)[-1].data["chips"] == [written]
    session = events[0].data["conversationId"]
    shown = (await person.get(f"/api/conversations/{session}/messages")).json()["items"]
    assert [message["chips"] for message in shown] == [[], [written]]
    exported = (await person.get("/api/export")).json()["tables"]["messages"]
    assert [row["chips"] for row in exported if row["role"] == "coach"] == [[written]]


async def test_the_last_message_is_replaced_with_its_reply(person: httpx.AsyncClient) -> None:
    first = await say(person, "There is a drawer.")
    turn, session = (first[0].data[name] for name in ("turnId", "conversationId"))
    body = {**new_message("There is a kitchen."), "replacesTurnId": turn}
    assert (await person.post("/api/chat", json=body)).status_code == 200
    shown = (await person.get(f"/api/conversations/{session}/messages")).json()["items"]
    assert [message["text"] for message in shown] == ["There is a kitchen.", WHOLE]
    body = {**new_message("There is a garden."), "replacesTurnId": turn}
    assert (await person.post("/api/chat", json=body)).status_code == 409


async def test_the_person_says_that_they_are_safe(person: httpx.AsyncClient) -> None:
    calm, danger = [
        (await say(person, text))[0].data["turnId"]
        for text in ("There is a drawer.", "I want to end my life.")
    ]
    assert (await person.post(f"/api/turns/{danger}/safe")).status_code == 204
    assert (await person.post(f"/api/turns/{calm}/safe")).status_code == 404
    rows = (await person.get("/api/export")).json()["tables"]["safety_events"]
    assert [bool(row["ended_at"]) for row in rows] == [True]


async def test_in_a_crisis_there_are_no_quick_replies(
    person: httpx.AsyncClient, talker: Talker
) -> None:
    talker.chips = scale()
    events = await say(person, "I want to end my life.")
    assert events[-1].data["chips"] == []


async def test_the_page_reads_typed_blocks(person: httpx.AsyncClient) -> None:
    answer = await person.post("/api/chat?form=blocks", json=new_message("There is a drawer."))
    events = read_events(answer.text)
    blocks = [event.data for event in events if event.kind == "blocks"]
    assert not any(event.kind == "delta" for event in events)
    assert blocks[-1]["blocks"][-1]["spans"][0]["text"] == WHOLE


async def test_the_same_id_attaches_and_with_another_text_it_is_refused(
    person: httpx.AsyncClient, talker: Talker
) -> None:
    message = new_message("There is a drawer.")
    first = read_events((await person.post("/api/chat", json=message)).text)
    again = read_events((await person.post("/api/chat", json=message)).text)
    assert again[0].data["turnId"] == first[0].data["turnId"]
    assert len(talker.requests) == 1
    other = await person.post("/api/chat", json=message | {"text": "Another one"})
    assert (other.status_code, other.json()["code"]) == (409, "CONFLICT")


async def test_without_consent_no_turn_is_taken(web: WithApi, talker: Talker) -> None:
    client = await web.browser()
    await client.post("/api/auth/guest", json={})
    answer = await client.post("/api/chat", json=new_message("There is a drawer."))
    assert answer.status_code == 403
    assert answer.json()["details"] == {"reason": "consent"}
    assert talker.requests == []


@pytest.mark.both_databases
async def test_nobody_reads_the_turn_of_somebody_else(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    turn_id = (await say(person, "There is a drawer."))[0].data["turnId"]
    other = await web.browser()
    await other.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    for request in (
        other.get(f"/api/turns/{turn_id}/events"),
        other.post(f"/api/turns/{turn_id}/stop"),
        other.post(f"/api/turns/{turn_id}/retry"),
    ):
        answer = await request
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


class TestASlowModel:
    @pytest.fixture
    def talker(self) -> Talker:
        return Talker(hold_after=2)

    async def test_stop_keeps_what_was_said(
        self, person: httpx.AsyncClient, talker: Talker, web: WithApi
    ) -> None:
        sending = asyncio.create_task(say(person, "There is a drawer."))
        await talker.is_holding()
        turns = (await person.get("/api/conversations")).json()["items"]
        page = await person.get(f"/api/conversations/{turns[0]['id']}/messages")
        coach = page.json()["items"][-1]
        assert coach["status"] == "streaming"
        answer = await person.post(f"/api/turns/{coach['turnId']}/stop")
        assert answer.status_code == 202
        events = await sending
        assert events[-1].data["status"] == "stopped"
        assert events[-1].data["text"] == "".join(REPLY[:2])

    async def test_closing_the_connection_does_not_stop_the_turn(
        self, person: httpx.AsyncClient, talker: Talker, web: WithApi
    ) -> None:
        sending = asyncio.create_task(say(person, "There is a drawer."))
        await talker.is_holding()
        sending.cancel()
        talker.go_on()
        await web.coaching.runner.idle()
        items = (await person.get("/api/conversations")).json()["items"]
        page = await person.get(f"/api/conversations/{items[0]['id']}/messages")
        assert [m["status"] for m in page.json()["items"]][-1] == "done"
        assert page.json()["items"][-1]["text"] == WHOLE


async def test_crisis_help_comes_before_the_reply(person: httpx.AsyncClient) -> None:
    events = await say(person, "I want to kill myself")
    assert [event.kind for event in events][:2] == ["turn", "safety"]
    assert events[1].data["level"] == "crisis"
    assert events[1].data["resources"]
    assert all(resource["contact"] for resource in events[1].data["resources"])
