from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx


async def test_the_month_is_read_and_the_saving_mode_set(person: httpx.AsyncClient) -> None:
    found = (await person.get("/api/costs")).json()
    assert (found["calls"], found["microUsd"], found["isSaving"]) == ([], 0, False)
    assert (found["limitMicroUsd"], found["messagesPerDay"]) == (30_000_000, 50)

    changed = await person.patch("/api/profile", json={"savingMode": True})
    assert (changed.status_code, changed.json()["savingMode"]) == (200, True)
    assert (await person.get("/api/costs")).json()["isSaving"] is True
    exported = (await person.get("/api/export")).json()
    assert exported["tables"]["profiles"][0]["saving_mode"] is True
    refused = await person.patch("/api/profile", json={"savingMode": "yes"})
    assert refused.status_code == 400
