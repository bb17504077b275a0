from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import httpx

ANSWERS = {f"q{n}": f"q{n}_avoid" for n in (1, 2, 3, 5, 6, 7)} | {"q4": "q4_numb"}
ONBOARDING = {
    "consent": {"textVersion": "1"},
    "answers": ANSWERS,
    "context": ["ctx_partner"],
    "emotionalWhy": "I want to stop feeling sick when the post comes",
    "style": {"s1": "s1_b", "tone": 6.5},
}


async def guess(person: httpx.AsyncClient) -> dict[str, Any]:
    """Return what the onboarding alone leads to."""
    await person.post("/api/onboarding", json=ONBOARDING)
    return next(item for item in await items(person) if item["section"] == "guess")


async def items(person: httpx.AsyncClient) -> list[dict[str, Any]]:
    return (await person.get("/api/insight")).json()["items"]


async def test_nobody_known_has_an_empty_page(person: httpx.AsyncClient) -> None:
    page = (await person.get("/api/insight")).json()

    assert page == {"version": 0, "writtenAt": None, "cause": None, "items": [], "waiting": []}
    assert (await person.get("/api/insight/versions")).json()["items"] == []


async def test_an_item_says_what_it_rests_on(person: httpx.AsyncClient) -> None:
    found = await guess(person)

    assert found["basis"] in ("onboarding", "read", "half", "told")
    assert (found["isYours"], found["isConfirmed"], found["correctionId"]) == (False, False, None)


async def test_an_item_is_refused_and_the_refusal_taken_back(person: httpx.AsyncClient) -> None:
    found = await guess(person)
    where = f"/api/insight/items/{found['id']}"

    said = await person.post(where, json={"verdict": "dont_use"})

    assert (said.status_code, said.json()["verdict"]) == (201, "dont_use")
    assert found["id"] not in [item["id"] for item in await items(person)]
    again = await person.post(where, json={"verdict": "true"})
    assert (again.status_code, again.json()["code"]) == (404, "NOT_FOUND")
    undone = await person.delete(f"/api/insight/corrections/{said.json()['id']}")
    assert undone.status_code == 204


async def test_an_item_is_said_differently_or_deleted(person: httpx.AsyncClient) -> None:
    found = await guess(person)
    where = f"/api/insight/items/{found['id']}"

    said = await person.patch(where, json={"text": "I look when I am ready."})

    assert said.json()["instead"] == "I look when I am ready."
    mine = next(item for item in await items(person) if item["id"] == found["id"])
    assert (mine["text"], mine["isYours"]) == ("I look when I am ready.", True)
    assert (await person.delete(where)).status_code == 204
    assert found["id"] not in [item["id"] for item in await items(person)]


@pytest.mark.parametrize("body", [{}, {"verdict": "deleted"}, {"verdict": "maybe"}, {"extra": 1}])
async def test_another_verdict_is_refused(person: httpx.AsyncClient, body: Any) -> None:
    found = await guess(person)

    answer = await person.post(f"/api/insight/items/{found['id']}", json=body)

    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")


async def test_other_words_have_to_be_words(person: httpx.AsyncClient) -> None:
    found = await guess(person)

    answer = await person.patch(f"/api/insight/items/{found['id']}", json={"text": "  "})

    assert answer.status_code == 400
