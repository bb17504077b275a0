from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from tests.support.api_client import say

if TYPE_CHECKING:
    import httpx

    from tests.support.api_client import WithApi


async def test_a_reply_is_rated_with_a_comment_and_nothing_else_is(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    async def rates(message: object, **said: Any) -> int:
        answer = await person.post(f"/api/messages/{message}/rating", json=said)
        return answer.status_code

    await say(person, "I am tired of hiding my letters.")
    session = (await person.get("/api/conversations")).json()["items"][0]["id"]
    shown = (await person.get(f"/api/conversations/{session}/messages")).json()["items"]
    ids = {message["role"]: message["id"] for message in shown}

    assert await rates(ids["coach"], rating="missed", comment="It isn’t about letters.") == 204
    assert await rates(ids["coach"], rating=None) == 204
    assert await rates(ids["user"], rating="missed") == 404
    assert await rates(uuid4(), rating="missed") == 404
    assert await rates(ids["coach"], rating="fine") == 400
    assert await rates(ids["coach"], rating="missed", comment="x" * 401) == 400
