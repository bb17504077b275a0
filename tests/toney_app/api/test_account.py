"""GET /api/export and DELETE /api/account: everything of a person, out or gone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from coaching.conversation.limits import CHANGES_PER_MINUTE, EXPORTS_PER_MINUTE
from coaching.domains.privacy import deletion_log, receipts
from tests.support.api_client import say

if TYPE_CHECKING:
    import httpx

    from tests.support.api_client import WithApi


async def test_everything_comes_as_a_file(person: httpx.AsyncClient) -> None:
    await say(person, "There is a drawer <b>full</b>.")

    answer = await person.get("/api/export")

    found = answer.json()
    assert answer.headers["content-disposition"].startswith('attachment; filename="toney-20')
    assert answer.headers["content-disposition"].endswith('.json"')
    assert answer.headers["cache-control"] == "no-store"
    assert (found["format"], found["version"]) == ("toney-export", 1)
    assert "There is a drawer <b>full</b>." in {row["text"] for row in found["tables"]["messages"]}


async def test_the_page_to_read_runs_nothing(person: httpx.AsyncClient) -> None:
    await say(person, "<script>alert(1)</script>")

    answer = await person.get("/api/export?form=html")

    assert answer.headers["content-type"].startswith("text/html")
    assert "<script" not in answer.text
    assert "&lt;script&gt;alert(1)" in answer.text


async def test_another_form_is_refused(person: httpx.AsyncClient) -> None:
    answer = await person.get("/api/export?form=pdf")

    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_ERROR")


async def test_who_is_gone_is_signed_out_everywhere(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    await say(person, "There is a drawer.")
    laptop = await web.browser()
    laptop.cookies.update(person.cookies)

    gone = await person.delete("/api/account")

    assert (gone.status_code, gone.content) == (204, b"")
    assert "Max-Age=0" in gone.headers["set-cookie"]
    for browser in (person, laptop):
        assert (await browser.get("/api/profile")).status_code == 401


async def test_a_deletion_ends_with_a_receipt_that_anyone_can_check(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    await say(person, "There is a drawer.")
    owner = (await person.get("/api/export")).json()["userId"]

    gone = await person.delete("/api/account?receipt=true")

    found = receipts.check(gone.content)
    assert (gone.status_code, found.user_id) == (200, owner)
    assert gone.json()["deleted"]["messages"] == 2
    key = (await (await web.browser()).get("/api/receipts/key")).json()
    assert key == {"publicKey": found.public_key}
    assert deletion_log.people(web.coaching.settings) == [UUID(owner)]


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/export"), ("DELETE", "/api/account")])
async def test_strangers_get_nothing(web: WithApi, method: str, path: str) -> None:
    answer = await (await web.browser()).request(method, path)

    assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHENTICATED")


@pytest.mark.slow
async def test_exports_and_changes_have_a_pace(person: httpx.AsyncClient) -> None:
    for _ in range(EXPORTS_PER_MINUTE):
        assert (await person.get("/api/export")).status_code == 200
    refused = await person.get("/api/export")
    assert (refused.status_code, refused.json()["code"]) == (429, "RATE_LIMITED")
    assert int(refused.headers["retry-after"]) <= 60
    body = {"timeZone": "Europe/Vienna"}
    answers = [
        (await person.patch("/api/profile", json=body)).status_code
        for _ in range(CHANGES_PER_MINUTE + 1)
    ]
    assert answers[-2:] == [200, 429]
    assert (await person.get("/api/profile")).status_code == 200
