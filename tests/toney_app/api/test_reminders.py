from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from coaching.domains.reminders import mails

if TYPE_CHECKING:
    import httpx

    from tests.support.api_client import WithApi

WHERE = "/api/reminders"
TIMES = [{"time": "17:15", "days": [4, 0]}, {"time": "09:00", "days": [6, 5], "about": "focus"}]


def at(time: str, *days: int, **more: str) -> dict[str, object]:
    return {"times": [{"time": time, "days": days, **more}]}


async def test_reminders_are_off_until_they_are_chosen(person: httpx.AsyncClient) -> None:
    before = (await person.get(WHERE)).json()
    assert (before["isOn"], before["nextAt"], before["quietFrom"]) == (False, None, "21:00")
    changed = await person.patch(WHERE, json={"isOn": True, "times": TIMES})
    after = changed.json()
    assert [(one["time"], one["days"], one["skipped"]) for one in after["times"]] == [
        ("17:15", [0, 4], []),
        ("09:00", [5, 6], [5]),
    ]
    assert (after["isOn"], after["lockScreen"]) == (True, "general")
    assert after["nextAt"] is not None
    paused = await person.patch(
        WHERE, json={"isPaused": True, "pausedUntil": "2030-01-01T00:00:00Z"}
    )
    assert paused.json()["pausedUntil"] == "2030-01-01T00:00:00.000Z"
    assert (await person.patch(WHERE, json={"isPaused": False})).json()["pausedUntil"] is None


async def test_after_a_move_the_next_one_is_planned_on_the_new_clock(
    person: httpx.AsyncClient,
) -> None:
    every_day = {"isOn": True, **at("18:00", *range(7))}
    await person.patch(WHERE, json=every_day)
    for zone, hour in (("Asia/Tokyo", "T09:00"), ("America/Bogota", "T23:00")):
        await person.patch("/api/profile", json={"timeZone": zone})
        assert hour in (await person.get(WHERE)).json()["nextAt"]


async def test_what_does_not_fit_is_named(person: httpx.AsyncClient) -> None:
    for wrong, field in (
        (at("25:00", 1), "times"),
        (at("23:00", 1), "times"),
        (at("18:00", 7), "times"),
        (at("18:00", 1, about="goal"), "times"),
        ({"isOn": True, "byPush": False, "byMail": False}, "byPush"),
    ):
        refused = await person.patch(WHERE, json=wrong)
        assert (refused.status_code, list(refused.json()["details"])) == (400, [field])
    nobodys = at("18:00", 1, about="goal", goalId=str(uuid4()))
    assert (await person.patch(WHERE, json=nobodys)).status_code == 404
    browser = {"endpoint": "https://127.0.0.1/x", "p256dh": "AAAA", "auth": "AAAA"}
    assert (await person.post(f"{WHERE}/browsers", json=browser)).status_code == 400


async def test_a_follow_up_is_asked_for_and_cancelled(person: httpx.AsyncClient) -> None:
    goal = (await person.post("/api/goals", json={"title": "Post"})).json()["id"]
    wanted = {"about": "goal", "aboutId": goal, "on": "2020-01-01"}
    assert (await person.post(f"{WHERE}/follow-ups", json=wanted)).status_code == 400
    day = (await person.get(WHERE)).json()
    assert day["followUps"] == []
    nobodys = {"about": "goal", "aboutId": str(uuid4()), "on": "2026-01-16"}
    assert (await person.post(f"{WHERE}/follow-ups", json=nobodys)).status_code in {400, 404}
    assert (await person.delete(f"{WHERE}/follow-ups/{uuid4()}")).status_code == 404
    assert (await person.post(f"{WHERE}/{uuid4()}/opened")).status_code == 404


async def test_a_reminder_in_their_own_words_is_made_shown_and_deleted(
    person: httpx.AsyncClient,
) -> None:
    on = (datetime.now(UTC) + timedelta(days=3)).date().isoformat()
    wanted = {"text": "Ring the bank", "on": on, "time": "15:00"}
    made = await person.post(f"{WHERE}/follow-ups", json=wanted)
    assert (made.status_code, made.json()["words"]) == (201, "Ring the bank")
    assert made.json()["about"] is None
    sheet = (await person.get(WHERE)).json()
    assert [one["words"] for one in sheet["followUps"]] == ["Ring the bank"]
    assert "Ring the bank" in (await person.get("/api/export")).text
    gone = await person.delete(f"{WHERE}/follow-ups/{made.json()['id']}")
    assert gone.status_code == 204
    assert (await person.get(WHERE)).json()["followUps"] == []
    assert "Ring the bank" not in (await person.get("/api/export")).text
    for wrong in ({"text": "", "on": on}, {"text": "x", "on": "2020-01-01"}):
        assert (await person.post(f"{WHERE}/follow-ups", json=wrong)).status_code == 400


async def test_one_click_ends_the_emails_and_opening_the_link_does_not(
    person: httpx.AsyncClient, web: WithApi
) -> None:
    stranger = await web.browser()
    await person.patch(WHERE, json={"isOn": True, "byMail": True})
    owner = UUID((await person.get("/api/export")).json()["userId"])
    stop = f"{WHERE}/stop/{mails.stop_token(web.coaching.settings, owner)}"
    shown = await stranger.get(stop)
    assert shown.status_code == 200
    assert "<form" in shown.text
    assert (await person.get(WHERE)).json()["byMail"] is True
    clicked = await stranger.post(
        stop,
        content="List-Unsubscribe=One-Click",
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert clicked.status_code == 200
    assert (await person.get(WHERE)).json()["byMail"] is False
    assert (await stranger.post(f"{stop[:-1]}x")).status_code == 404
