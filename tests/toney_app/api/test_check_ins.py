from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx


async def test_a_check_in_is_kept_read_changed_and_deleted(person: httpx.AsyncClient) -> None:
    made = await person.post("/api/check-ins", json={"mood": "heavy"})
    assert made.status_code == 201
    where = f"/api/check-ins/{made.json()['id']}"
    assert made.json()["status"] == "none"

    changed = await person.patch(where, json={"about": "post", "content": "Two letters came."})

    assert (changed.json()["about"], changed.json()["status"]) == ("post", "pending")
    assert (await person.get(where)).json()["content"] == "Two letters came."
    listed = (await person.get("/api/check-ins")).json()
    assert ([one["mood"] for one in listed["items"]], listed["next"]) == (["heavy"], None)
    assert (await person.delete(where)).status_code == 204
    assert (await person.get(where)).status_code == 404


@pytest.mark.parametrize(
    "sent", [{}, {"mood": "fine"}, {"mood": "heavy", "about": "sky"}, {"mood": 3}]
)
async def test_what_is_no_check_in_is_refused(
    person: httpx.AsyncClient, sent: dict[str, object]
) -> None:
    assert (await person.post("/api/check-ins", json=sent)).status_code == 400
