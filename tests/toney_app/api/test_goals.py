from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx

PLAN = {"cue": "it is Sunday", "response": "I open one envelope", "backup": "I go outside"}
POST = {"title": "Post has a place", "why": "I feel sick when it comes", "plans": [PLAN]}


async def test_a_goal_is_kept_read_changed_and_deleted(person: httpx.AsyncClient) -> None:
    dream = (await person.post("/api/dreams", json={"title": "A calm hallway"})).json()["id"]
    made = await person.post("/api/goals", json={**POST, "dreamId": dream})
    assert made.status_code == 201
    goal = made.json()
    where = f"/api/goals/{goal['id']}"
    assert (goal["plans"], goal["dreamId"], goal["status"]) == ([PLAN], dream, "active")

    point = {"title": "First envelope", "dueOn": "2027-01-31", "reachedOn": ""}
    changed = await person.patch(
        where, json={"milestones": [point], "notes": "One a week.", "dreamId": None}
    )

    assert changed.json()["milestones"] == [point]
    assert (changed.json()["notesBy"], changed.json()["dreamId"]) == ("user", None)
    assert changed.json()["plans"] == [PLAN]
    assert (await person.delete(where)).status_code == 204
    assert (await person.get("/api/goals")).json()["items"] == []


async def test_goals_are_listed_by_status_and_a_sixth_active_one_is_refused(
    person: httpx.AsyncClient,
) -> None:
    for number in range(5):
        await person.post("/api/goals", json={"title": f"Goal {number}"})
    refused = await person.post("/api/goals", json={"title": "One more"})
    assert (refused.status_code, refused.json()["code"]) == (402, "LIMIT_REACHED")
    await person.post("/api/goals", json={"title": "Later", "status": "parked"})

    parked = (await person.get("/api/goals", params={"status": "parked"})).json()

    assert [goal["title"] for goal in parked["items"]] == ["Later"]
    assert (parked["mostActive"], parked["fewestSuggested"]) == (5, 2)


async def test_small_steps_have_their_own_routes(person: httpx.AsyncClient) -> None:
    goal = (await person.post("/api/goals", json=POST)).json()["id"]
    steps = f"/api/goals/{goal}/micro-wins"
    made = await person.post(steps, json={"text": "Pick the day"})
    assert made.status_code == 201
    step = f"/api/micro-wins/{made.json()['id']}"

    assert (await person.patch(step, json={"done": True})).json()["doneAt"] is not None
    assert (await person.patch(step, json={"done": False, "text": "Pick Sunday"})).json()[
        "doneAt"
    ] is None
    listed = (await person.get(steps)).json()["items"]
    assert [one["text"] for one in listed] == ["Pick Sunday"]
    assert (await person.get(f"/api/goals/{goal}")).json()["microWins"] == listed
    assert (await person.delete(step)).status_code == 204
    assert (await person.delete(step)).status_code == 404


async def test_a_conversation_of_a_kind_begins_with_the_coachs_line(
    person: httpx.AsyncClient,
) -> None:
    goal = (await person.post("/api/goals", json=POST)).json()["id"]
    opened = await person.post("/api/conversations", json={"kind": "planning", "goalId": goal})
    assert opened.status_code == 201
    assert opened.json()["text"] == "Let’s talk about “Post has a place”. How is it going?"
    listed = (await person.get("/api/conversations")).json()["items"]
    assert listed[-1]["kind"] == "planning"
    assert (await person.post("/api/conversations", json={"kind": "coaching"})).status_code == 400
