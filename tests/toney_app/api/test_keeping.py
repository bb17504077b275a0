from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from tests.support.api_client import say
from toney_app.api.wire import iso

if TYPE_CHECKING:
    import httpx

    from tests.support.api_client import WithApi

_MINUTE = timedelta(minutes=1)
ANSWERS = {f"q{n}": f"q{n}_avoid" for n in (1, 2, 3, 5, 6, 7)} | {"q4": "q4_numb"}


async def test_an_onboarding_names_the_tension_and_keeps_the_why_word_for_word(
    person: httpx.AsyncClient,
) -> None:
    why = "I want to stop feeling sick  when the post comes…"
    sent = {
        "consent": {"textVersion": "1"},
        "answers": ANSWERS,
        "context": ["ctx_partner"],
        "emotionalWhy": why,
        "style": {"s1": "s1_b", "tone": 6.5},
    }
    found = (await person.post("/api/onboarding", json=sent)).json()
    assert found["tension"]["primary"] == "avoid"
    assert found["tension"]["secondary"] == "numb"
    assert found["tension"]["confidenceLabel"] == "high"
    assert found["tone"] == 6.5
    profile = (await person.get("/api/profile")).json()
    assert profile["emotionalWhy"] == why
    assert profile["onboardingStep"] == "home"
    again = await person.post("/api/onboarding", json=sent | {"tension": "grip"})
    assert again.json()["tension"]["primary"] == "grip"


async def test_the_questions_are_given_to_ask(person: httpx.AsyncClient) -> None:
    found = (await person.get("/api/onboarding")).json()
    assert len(found["questions"]) == 9
    assert len(found["styleQuiz"]) == 4
    assert found["consent"]["textVersion"] == "1"


async def test_an_old_consent_text_is_refused(person: httpx.AsyncClient) -> None:
    sent = {"consent": {"textVersion": "0"}, "answers": ANSWERS}
    answer = await person.post("/api/onboarding", json=sent)
    assert answer.status_code == 400
    assert "textVersion" in answer.json()["details"]


async def test_a_card_is_kept_changed_made_the_focus_and_answered(
    person: httpx.AsyncClient,
) -> None:
    sentence = {"title": "Looking is enough for today", "content": "I can look and close it again."}
    card = (await person.post("/api/cards", json=sentence)).json()
    assert (await person.get("/api/focus")).json() is None
    changed = await person.patch(f"/api/cards/{card['id']}", json={"isFocus": True})
    assert changed.json()["isFocus"]
    done = await person.post("/api/focus", json={"action": "complete", "reflection": "My hands."})
    assert done.json()["today"] == "complete"
    assert done.json()["card"]["timesCompleted"] == 1
    twice = await person.post("/api/focus", json={"action": "complete"})
    assert twice.json()["card"]["timesCompleted"] == 1
    assert (await person.delete(f"/api/cards/{card['id']}")).status_code == 204
    assert (await person.get("/api/cards")).json() == {"items": [], "next": None}


@pytest.mark.both_databases
async def test_a_plan_is_sent_in_parts_and_read_as_one_text(person: httpx.AsyncClient) -> None:
    parts = {"cue": "Dee rings", "response": "I say: tomorrow"}
    sent = {"title": "Dee", "kind": "plan", "parts": parts}
    card = (await person.post("/api/cards", json=sent)).json()
    assert (card["parts"], card["content"]) == (parts, "If Dee rings, then I say: tomorrow.")
    where = f"/api/cards/{card['id']}"
    as_text = (await person.patch(where, json={"content": "I wait a day."})).json()
    assert (as_text["parts"], as_text["content"]) == ({}, "I wait a day.")
    as_kit = {"kind": "conversation", "parts": {"opening": "Dee, can we talk?"}}
    assert (await person.patch(where, json=as_kit)).json()["content"] == "Dee, can we talk?"
    for wrong in ({"cue": "x"}, {"opening": "x" * 401}):
        answer = await person.patch(where, json={"parts": wrong})
        assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    kept = (await person.get("/api/cards")).json()["items"]
    assert kept[0]["parts"] == as_kit["parts"]


async def test_after_a_crisis_there_is_no_focus_card_and_it_says_until_when(
    person: httpx.AsyncClient, web: WithApi
) -> None:
    sentence = {"title": "Looking is enough for today", "content": "I can look and close it again."}
    card = (await person.post("/api/cards", json=sentence)).json()
    await person.patch(f"/api/cards/{card['id']}", json={"isFocus": True})
    assert "focus-rests-until" not in (await person.get("/api/focus")).headers
    until = iso(web.coaching.clock.now() + timedelta(hours=48))
    words = {"action": "skip", "reflection": "I want to kill myself"}
    for answer in (await person.post("/api/focus", json=words), await person.get("/api/focus")):
        assert (answer.json(), answer.headers["focus-rests-until"]) == (None, until)


async def test_wins_come_newest_last_a_page_at_a_time(
    person: httpx.AsyncClient, web: WithApi
) -> None:
    for text in ("one", "two", "three"):
        await person.post("/api/wins", json={"text": text})
        web.coaching.clock.move(_MINUTE)  # pyrefly: ignore[missing-attribute] - frozen
    newest = (await person.get("/api/wins?limit=2")).json()
    assert [win["text"] for win in newest["items"]] == ["two", "three"]
    older = (await person.get("/api/wins", params={"before": newest["next"]})).json()
    assert [win["text"] for win in older["items"]] == ["one"]
    assert older["next"] is None


async def test_signing_out_ends_the_session(person: httpx.AsyncClient) -> None:
    cookie = person.cookies["toney_session"]
    assert (await person.post("/api/auth/logout")).status_code == 204
    answer = await person.get("/api/profile", headers={"cookie": f"toney_session={cookie}"})
    assert answer.status_code == 401


async def test_the_api_says_whether_it_is_ready_and_what_it_offers(
    person: httpx.AsyncClient,
) -> None:
    ready = await person.get("/ready")
    parts = ("database", "storage", "engine", "scheduler")
    assert ready.json()["parts"] == dict.fromkeys(parts, True)
    assert (await person.get("/api/openapi.json")).status_code == 200
    page = await person.get("/api/docs")
    assert "POST /api/chat" in page.text
    assert "<script" not in page.text


async def test_a_card_comes_from_no_message_of_somebody_else(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    stranger = await web.browser()
    await stranger.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    session = (await say(stranger, "There is a drawer."))[0].data["conversationId"]
    theirs = (await stranger.get(f"/api/conversations/{session}/messages")).json()["items"][0]["id"]
    card = {"kind": "truth", "title": "I know", "content": "I know it."}
    answers = [
        await client.post("/api/cards", json={**card, "sourceMessageId": message})
        for client, message in ((person, theirs), (person, str(uuid4())), (stranger, theirs))
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 201]
