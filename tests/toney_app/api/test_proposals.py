from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from coaching.services import drafts, proposals
from coaching.values.enums import CardKind
from coaching.values.tools import ToolUse
from tests.support import factories

if TYPE_CHECKING:
    import httpx

    from tests.support.api_client import WithApi


async def drafted(web: WithApi, person: httpx.AsyncClient) -> str:
    """Put a draft into this person's chat and return its address."""
    owner = UUID((await person.get("/api/profile")).json()["userId"])
    session = await factories.conversation(web.coaching.db, owner)
    turn = await factories.exchange(web.coaching.db, owner, session)
    use = ToolUse(owner, turn.id, None, web.coaching.clock.now())
    async with web.coaching.unit(owner, write=True) as s:
        row = await proposals.propose(
            s, use, "card", drafts.payload(use, kind=CardKind.TRUTH, title="Tea", content="I wait.")
        )
    return f"/api/proposals/{row.id}"


async def test_a_draft_is_answered_once_and_text_of_ones_own_is_what_is_kept(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    where = await drafted(web, person)
    assert (await person.get("/api/cards")).json()["items"] == []
    sent = {"decision": "approve", "text": "I wait, then I look."}
    first, again = [await person.post(where, json=sent) for _ in range(2)]
    assert (first.status_code, first.json()) == (202, again.json())
    (card,) = (await person.get("/api/cards")).json()["items"]
    assert (card["content"], card["prescribedBy"]) == ("I wait, then I look.", "user")
    late = await person.post(where, json={"decision": "reject"})
    assert (late.status_code, late.json()["code"]) == (409, "CONFLICT")


async def test_a_draft_that_is_left_is_no_card_and_nobody_else_s_to_answer(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    where = await drafted(web, person)
    stranger = await web.browser()
    await stranger.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    keep = {"decision": "approve"}
    for client, path in ((stranger, where), (person, f"/api/proposals/{uuid4()}")):
        assert (await client.post(path, json=keep)).status_code == 404
    assert (await person.post(where, json={"decision": "reject"})).status_code == 202
    assert (await person.get("/api/cards")).json()["items"] == []
    wrong = await person.post(where, json={"decision": "perhaps"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "VALIDATION_ERROR")
