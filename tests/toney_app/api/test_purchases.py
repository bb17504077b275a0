from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx


async def test_a_purchase_waits_is_decided_and_deleted(person: httpx.AsyncClient) -> None:
    sent = {"item": "The green jacket", "price": 18950, "forWhom": "work", "feelings": ["urge"]}
    made = await person.post("/api/purchases", json=sent)
    assert made.status_code == 201
    where = f"/api/purchases/{made.json()['id']}"
    assert (made.json()["status"], made.json()["price"]) == ("waiting", 18950)
    await person.patch(where, json={"urge": "weaker"})

    bought = await person.patch(where, json={"status": "bought", "note": "Fine."})

    assert (bought.json()["urge"], bought.json()["note"]) == ("weaker", "Fine.")
    shelf = (await person.get("/api/purchases")).json()
    assert (shelf["waiting"], [one["item"] for one in shelf["bought"]]) == (
        [],
        ["The green jacket"],
    )
    assert (await person.delete(where)).status_code == 204
    assert (await person.get(where)).status_code == 404


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"item": " "},
        {"item": "Shoes", "price": -1},
        {"item": "Shoes", "price": "12"},
        {"item": "Shoes", "feelings": ["sky"]},
    ],
)
async def test_what_is_no_purchase_is_refused(
    person: httpx.AsyncClient, sent: dict[str, object]
) -> None:
    assert (await person.post("/api/purchases", json=sent)).status_code == 400
