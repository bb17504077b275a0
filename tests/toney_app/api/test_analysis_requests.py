"""POST /api/strategist and /api/observer: one's own, once, and only with consent."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from sqlmodel import select

from coaching.models import Job
from coaching.services import consent
from coaching.values.enums import JobStatus
from tests.support.api_client import say
from tests.support.waiting import until

if TYPE_CHECKING:
    from uuid import UUID

    import httpx

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi

OK, CONFLICT = 202, 409


async def strategist(client: httpx.AsyncClient, trigger: str) -> httpx.Response:
    return await client.post("/api/strategist", json={"trigger": trigger})


async def observer(client: httpx.AsyncClient, message_id: object) -> httpx.Response:
    return await client.post("/api/observer", json={"messageId": str(message_id)})


async def jobs(web: WithApi, kind: str) -> list[Job]:
    async with web.coaching.db.system("test: jobs") as s:
        return list((await s.exec(select(Job).where(Job.kind == kind))).all())


async def message_ids(client: httpx.AsyncClient) -> list[str]:
    (session,) = (await client.get("/api/conversations")).json()["items"]
    path = f"/api/conversations/{session['id']}/messages"
    return [item["id"] for item in (await client.get(path)).json()["items"]]


async def owner_of(web: WithApi) -> UUID:
    (job,) = await jobs(web, "observer")
    assert job.user_id is not None
    return job.user_id


async def test_a_session_that_went_idle_is_read_once_however_often_it_is_asked(
    web: WithApi, person: httpx.AsyncClient, clock: FrozenClock
) -> None:
    await say(person, "There is a drawer.")
    clock.move(timedelta(hours=13))

    answers = [await strategist(person, "session_start") for _ in range(3)]

    assert {answer.status_code for answer in answers} == {OK}
    assert len({answer.json()["jobId"] for answer in answers}) == 1
    assert set(answers[0].json()) == {"jobId", "status"}
    (job,) = await jobs(web, "strategist")
    assert (job.payload["trigger"], str(job.id)) == ("session_end", answers[0].json()["jobId"])


@pytest.mark.parametrize("trigger", ["onboarding", "session_start", "session_end", "urgent"])
async def test_without_a_boundary_there_is_no_run(person: httpx.AsyncClient, trigger: str) -> None:
    answer = await strategist(person, trigger)
    assert (answer.status_code, answer.json()["code"]) == (CONFLICT, "CONFLICT")


async def test_a_session_that_goes_on_is_not_read_before_its_end(
    person: httpx.AsyncClient,
) -> None:
    await say(person, "There is a drawer.")
    assert (await strategist(person, "session_start")).status_code == CONFLICT
    assert (await strategist(person, "session_end")).status_code == CONFLICT


async def test_an_urgent_run_is_asked_for_once_in_six_hours(
    web: WithApi, person: httpx.AsyncClient, clock: FrozenClock
) -> None:
    await say(person, "There is a drawer.")
    first = (await strategist(person, "urgent")).json()["jobId"]
    await say(person, "And a letter.")
    again = (await strategist(person, "urgent")).json()["jobId"]
    clock.move(timedelta(hours=7))
    later = (await strategist(person, "urgent")).json()["jobId"]

    assert (again == first, later == first) == (True, False)
    assert len(await jobs(web, "strategist")) == 2


async def test_an_exchange_is_read_by_either_of_its_messages(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    await say(person, "There is a drawer.")
    answers = [await observer(person, message) for message in await message_ids(person)]

    assert [answer.status_code for answer in answers] == [OK, OK]
    (job,) = await jobs(web, "observer")
    assert {answer.json()["jobId"] for answer in answers} == {str(job.id)}


@pytest.mark.both_databases
async def test_work_that_failed_is_taken_up_again(web: WithApi, person: httpx.AsyncClient) -> None:
    await say(person, "There is a drawer.")
    await until(lambda: _is_done(web))
    async with web.coaching.db.system("test: a failed job", write=True) as s:
        row = (await s.exec(select(Job).where(Job.kind == "observer"))).one()
        row.status, row.attempts, row.last_error = JobStatus.FAILED, 6, "unavailable"

    answer = await observer(person, (await message_ids(person))[0])

    assert answer.json()["status"] == "due"
    await until(lambda: _is_done(web))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/strategist", {"trigger": "boredom"}),
        ("/api/strategist", {}),
        ("/api/strategist", {"trigger": "urgent", "userId": str(uuid4())}),
        ("/api/observer", {"messageId": "one"}),
        ("/api/observer", {"messageId": 7}),
    ],
)
async def test_what_does_not_fit_is_named(
    person: httpx.AsyncClient, path: str, body: dict[str, Any]
) -> None:
    answer = await person.post(path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")
    assert answer.json()["details"]


async def test_somebody_else_s_message_is_not_there(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    await say(person, "There is a drawer.")
    (theirs, _) = await message_ids(person)
    other = await web.browser()
    await other.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})

    assert (await observer(other, theirs)).status_code == 404
    assert (await observer(other, uuid4())).status_code == 404


@pytest.mark.parametrize("path", ["/api/strategist", "/api/observer"])
async def test_a_stranger_is_asked_to_sign_in(web: WithApi, path: str) -> None:
    stranger = await web.browser()
    answer = await stranger.post(path, json={"trigger": "urgent"})
    assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHENTICATED")


async def test_without_consent_nothing_is_read(web: WithApi, person: httpx.AsyncClient) -> None:
    await say(person, "There is a drawer.")
    owner = await owner_of(web)
    async with web.coaching.unit(owner, write=True) as s:
        await consent.withdraw(s, owner, at=web.coaching.clock.now())

    for answer in (
        await strategist(person, "urgent"),
        await observer(person, (await message_ids(person))[0]),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
        assert answer.json()["details"]["reason"] == "consent"


async def test_asking_is_limited_like_writing(web: WithApi, person: httpx.AsyncClient) -> None:
    allowed = web.coaching.settings.messages_per_minute
    answers = [await strategist(person, "urgent") for _ in range(allowed + 1)]

    assert {answer.status_code for answer in answers[:-1]} == {CONFLICT}
    assert (answers[-1].status_code, answers[-1].json()["details"]["reason"]) == (429, "burst")
    assert int(answers[-1].headers["retry-after"]) >= 1


async def _is_done(web: WithApi) -> bool:
    return all(job.status is JobStatus.DONE for job in await jobs(web, "observer"))
