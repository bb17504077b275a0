from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi


async def test_a_dream_is_kept_changed_set_aside_and_deleted(person: httpx.AsyncClient) -> None:
    sent = {"title": "The sea", "category": "relationships", "targetOn": "2027-06-30"}
    made = await person.post("/api/dreams", json=sent)
    assert made.status_code == 201
    dream = made.json()
    where = f"/api/dreams/{dream['id']}"
    assert (dream["status"], dream["priority"], dream["targetOn"]) == (
        "active",
        "medium",
        "2027-06-30",
    )

    changed = (await person.patch(where, json={"targetOn": None, "status": "set_aside"})).json()

    assert (changed["targetOn"], changed["status"], changed["category"]) == (
        None,
        "set_aside",
        "relationships",
    )
    assert (await person.get(where)).json() == changed
    assert (await person.delete(where)).status_code == 204
    assert (await person.get(where)).status_code == 404


async def test_the_list_says_how_many_fit_and_one_more_is_refused(
    person: httpx.AsyncClient, clock: FrozenClock
) -> None:
    for title in ("The sea", "A boat"):
        await person.post("/api/dreams", json={"title": title})
        clock.move(timedelta(seconds=1))
    listed = (await person.get("/api/dreams")).json()
    assert [dream["title"] for dream in listed["items"]] == ["The sea", "A boat"]
    assert (listed["tier"], listed["limit"], listed["active"]) == ("free", 2, 2)

    refused = await person.post("/api/dreams", json={"title": "A garden"})

    assert refused.status_code == 402
    assert refused.json() == {
        "code": "LIMIT_REACHED",
        "error": "You can have 2 dreams at a time. Set one aside to make room; nothing of it "
        "is lost.",
        "limit": 2,
        "resetAt": None,
    }


async def test_a_dream_that_is_none_is_refused_by_field(person: httpx.AsyncClient) -> None:
    refused = await person.post("/api/dreams", json={"title": " ", "category": "money"})
    assert refused.status_code == 400
    assert set(refused.json()["details"]) == {"category"}
    assert (await person.post("/api/dreams", json={"title": " "})).json()["details"].keys() == {
        "title"
    }


async def test_nobody_finds_what_belongs_to_somebody_else(
    person: httpx.AsyncClient, web: WithApi
) -> None:
    dream = (await person.post("/api/dreams", json={"title": "The sea"})).json()["id"]
    goal = (await person.post("/api/goals", json={"title": "Post"})).json()["id"]
    other = await web.browser()
    assert (await other.get(f"/api/dreams/{dream}")).status_code == 401
    await other.post("/api/auth/guest", json={"timeZone": "UTC", "locale": "en"})
    for where in (f"/api/dreams/{dream}", f"/api/goals/{goal}", f"/api/goals/{goal}/micro-wins"):
        assert (await other.get(where)).status_code == 404


async def test_a_direction_is_archived_and_never_completed(person: httpx.AsyncClient) -> None:
    row = (await person.post("/api/directions", json={"text": "Say no more often"})).json()
    where = f"/api/directions/{row['id']}"
    assert row["archivedAt"] is None
    archived = (await person.patch(where, json={"archived": True})).json()
    assert archived["archivedAt"] is not None
    assert (await person.patch(where, json={"completed": True})).status_code == 400
    assert (await person.delete(where)).status_code == 204
    assert (await person.get("/api/directions")).json()["items"] == []
