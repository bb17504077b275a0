"""What was sent for a reply, to whom: shown to the person, and to nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

from coaching.models import ModelCall, ToolCall, ToolStatus
from coaching.services import accounts, consent
from coaching.services.web_lookup import COULD_NOT, NOT_SENT
from tests.support.api_client import say

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from coaching.settings import Settings
    from tests.support.api_client import WithApi

HERE = "http://localhost:8080"
SMALL = {"model_profile": "local", "coach_model": "small"}


async def asked(web: WithApi, person: httpx.AsyncClient, turn: str, **columns: str) -> UUID:
    """Write down that models were asked for a turn."""
    now = web.coaching.clock.now()
    owner = await accounts.authenticate(web.coaching.db, person.cookies["toney_session"], now=now)
    assert owner is not None
    row: dict[str, Any] = {
        "provider": "claude",
        "model": "claude-sonnet-5-5",
        "outcome": "done",
    } | columns
    async with web.coaching.unit(owner, write=True) as s:
        s.add(ModelCall(id=uuid4(), user_id=owner, turn_id=UUID(turn), created_at=now, **row))
    return owner


@pytest.mark.both_databases
async def test_a_reply_says_who_received_what_and_which_searches_went_out(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    await say(person, "There is a drawer.")
    turn = (await say(person, "What is an index fund?"))[0].data["turnId"]
    owner = await asked(web, person, turn, role="coach")
    searches: tuple[tuple[str, str, ToolStatus, dict[str, str]], ...] = (
        ("web_search", "index fund", ToolStatus.DONE, {}),
        ("wikipedia_search", "index", ToolStatus.FAILED, {"error": COULD_NOT.format(kind="x")}),
        ("web_search", "my secret", ToolStatus.FAILED, {"error": NOT_SENT}),
        ("save_card", "no search", ToolStatus.DONE, {}),
    )
    async with web.coaching.unit(owner, write=True) as s:
        for at, (name, query, status, result) in enumerate(searches):
            own: dict[str, Any] = {
                "user_id": owner,
                "turn_id": UUID(turn),
                "step": 9,
                "ordinal": at,
            }
            call: dict[str, Any] = {"call_id": f"c{at}", "name": name, "input": {"query": query}}
            s.add(ToolCall(**own, **call, status=status, result=result))

    sent = (await person.get(f"/api/turns/{turn}/sent")).json()

    assert {one["provider"] for one in sent["receivers"]} == {"Anthropic"}
    assert {"message", "profile", "conversation"} <= set(sent["kinds"])
    assert sent["searches"] == [
        {"place": "Brave Search", "query": "index fund"},
        {"place": "Wikipedia", "query": "index"},
    ]
    assert "drawer" not in str(sent)


async def test_nobody_reads_what_was_sent_for_somebody_else(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    turn = (await say(person, "There is a drawer."))[0].data["turnId"]
    stranger = await web.browser()
    await stranger.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    assert (await stranger.get(f"/api/turns/{turn}/sent")).status_code == 404
    assert (await person.get(f"/api/turns/{uuid4()}/sent")).status_code == 404


@pytest.mark.parametrize(
    ("settings", "model", "receiver"),
    [
        ({"anthropic_api_key": "k"}, "claude-sonnet-5-5", "Anthropic"),
        (
            {"anthropic_api_key": "k", "anthropic_base_url": "https://gateway.example"},
            "claude-sonnet-5-5",
            "Anthropic (gateway.example)",
        ),
        ({**SMALL, "anthropic_base_url": "http://models.lan:8080"}, "local/small", "models.lan"),
        ({**SMALL, "anthropic_base_url": "http://localhost:8080"}, "local/small", ""),
        (
            {**SMALL, "anthropic_base_url": "http://localhost:8080"},
            "claude-sonnet-5-5",
            "Anthropic",
        ),
    ],
)
def test_whoever_received_the_words_is_named_also_another_machine(
    make_settings: Callable[..., Settings], settings: dict[str, str], model: str, receiver: str
) -> None:
    assert consent.provider_of(make_settings(**settings), model) == receiver
