from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from coaching.services import wins
from tests.support import factories

if TYPE_CHECKING:
    import httpx

    from tests.support.api_client import WithApi

ROW = "0" * 32


async def test_what_was_written_is_read_undone_and_exported(
    person: httpx.AsyncClient, web: WithApi
) -> None:
    owner = UUID((await person.get("/api/export")).json()["userId"])
    async with web.coaching.unit(owner, write=True) as s:
        for n in range(3):
            text, at = f"Win {n}", factories.MONDAY_MORNING
            await wins.add(s, owner, text, at=at, source=wins.BY_COACH)

    first = (await person.get("/api/ledger", params={"kind": "win", "limit": 2})).json()
    second = (await person.get("/api/ledger", params={"before": first["next"]})).json()
    found = [*first["items"], *second["items"]]
    assert sorted(entry["text"] for entry in found) == ["Win 0", "Win 1", "Win 2"]
    assert (second["next"], found[0]["by"], found[0]["reason"]) == (None, "coach", "said")
    exported = (await person.get("/api/export")).json()
    assert [entry["id"] for entry in exported["ledger"]] == [entry["id"] for entry in found]
    page = (await person.get("/api/export", params={"form": "html"})).text
    assert "What Toney wrote for you" in page

    path = f"/api/ledger/{found[0]['id']}/undo"
    assert (await person.post(path)).status_code == 204
    assert (await person.post(path)).status_code == 404
    assert (await person.get("/api/wins")).json()["items"] != found
    left = (await person.get("/api/ledger")).json()["items"]
    assert [entry["id"] for entry in left] == [entry["id"] for entry in found[1:]]


@pytest.mark.parametrize(
    "cursor",
    ["yesterday", f"2026-01-12T09:00:00_{ROW}", f"0001-01-01T00:00:00+14:00_{ROW}"],
)
async def test_a_cursor_that_is_none_is_named(person: httpx.AsyncClient, cursor: str) -> None:
    refused = await person.get("/api/ledger", params={"before": cursor})
    assert (refused.status_code, refused.json()["details"]) == (
        400,
        {"before": "not a cursor of this list"},
    )
