from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx

    from tests.support.api_client import WithApi

RUN = "/api/practices/run"


async def test_the_list_is_in_both_languages(person: httpx.AsyncClient) -> None:
    english = (await person.get("/api/practices")).json()["items"]
    spanish = (await person.get("/api/practices", params={"language": "es"})).json()["items"]
    assert len(english) == len(spanish) == 24
    assert {"id", "title", "minutes", "promise"} == english[0].keys()
    assert "Un minuto de calma" in {one["title"] for one in spanish}


async def test_a_practice_is_done_step_by_step_and_a_win_is_kept(
    person: httpx.AsyncClient,
) -> None:
    assert (await person.get(RUN)).json() is None
    started = await person.post(RUN, json={"practiceId": "name_it"})
    assert started.status_code == 201
    step = started.json()
    assert (step["stepId"], step["type"]) == ("word", "choose")
    assert step["privacy"]
    assert step["about"]
    run = f"{RUN}/{step['runId']}"
    for answer in ({"chip": "own"}, {"text": "a knot"}, {"number": 7}, {}, {"number": 4}):
        step = (await person.post(f"{run}/answer", json=answer)).json()
    assert step["type"] == "end"
    assert [outcome["kind"] for outcome in step["outcomes"]] == ["card", "win", "nothing"]
    before = (await person.post(f"{run}/back")).json()
    assert (before["stepId"], before["answered"]) == ("after", "4")
    await person.post(f"{run}/answer", json={"number": 3})
    kept = await person.post(
        f"{run}/keep", json={"outcome": 1, "values": {"text": "I found a word."}}
    )
    assert kept.json()["isOver"]
    assert [win["text"] for win in (await person.get("/api/wins")).json()["items"]] == [
        "I found a word."
    ]
    assert (await person.get(RUN)).json() is None


async def test_a_run_is_left_finished_and_refused_with_what_to_do(
    person: httpx.AsyncClient,
) -> None:
    step = (await person.post(RUN, json={"practiceId": "name_it"})).json()
    run = f"{RUN}/{step['runId']}"
    wrong = await person.post(f"{run}/answer", json={"chip": "hungry"})
    assert wrong.status_code == 400
    assert "scared" in wrong.json()["details"]["chip"]
    assert (await person.post(f"{run}/finish")).status_code == 409
    left = (await person.post(f"{run}/leave", json={"exit": "not_now"})).json()
    assert (left["stepId"], left["endedAs"]) == ("@not_now", "not_now")
    assert (await person.post(RUN, json={"practiceId": "nothing"})).status_code == 404


async def test_a_crisis_is_a_step_of_its_own_and_closes_the_list(
    person: httpx.AsyncClient,
) -> None:
    step = (await person.post(RUN, json={"practiceId": "name_it"})).json()
    run = f"{RUN}/{step['runId']}"
    await person.post(f"{run}/answer", json={"chip": "own"})
    stopped = (await person.post(f"{run}/answer", json={"text": "I want to die"})).json()
    assert (stopped["type"], stopped["safety"]["level"]) == ("crisis", "crisis")
    assert stopped["text"]
    assert (await person.get("/api/practices")).json()["items"] == []
    refused = await person.post(RUN, json={"practiceId": "name_it"})
    assert refused.status_code == 403


async def test_a_run_of_somebody_else_does_not_exist(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    other = await web.browser()
    await other.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    step = (await person.post(RUN, json={"practiceId": "name_it"})).json()
    for verb, body in (("answer", {}), ("back", None), ("finish", None)):
        tried = await other.post(f"{RUN}/{step['runId']}/{verb}", json=body)
        assert tried.status_code == 404
