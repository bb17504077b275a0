"""A whole turn with a local model: a reply, a tool, and a reader whose answer doesn't fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import select

from coaching.conversation import accept
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.models import ModelCall, Win
from coaching.services import consent
from coaching.values.events import TurnDone
from tests.support.hearing import events
from tests.support.local_server import SETTINGS, LocalServer, local_call, local_reply

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from coaching.settings import Settings
    from tests.coaching.conversation.conftest import StartEngine


async def test_a_local_model_talks_and_saves_a_win(
    start_engine: StartEngine, make_settings: Callable[..., Settings], owner: UUID
) -> None:
    server = LocalServer(
        [local_call("save_win", text="I opened the letter."), local_reply("Saved. Well done.")]
    )
    llm = AnthropicLLM(make_settings(**SETTINGS), transport=server.transport())
    changes: dict[str, Any] = {**SETTINGS}
    coaching = await start_engine(llm, **changes)

    accepted = await accept(coaching, owner, "Save this as a win: I opened the letter.", "m1")
    last = (await events(coaching, owner, accepted.turn_id))[-1]

    assert isinstance(last, TurnDone)
    assert last.text == "Saved. Well done."
    async with coaching.unit(owner) as s:
        (win,) = (await s.exec(select(Win))).all()
        calls = (await s.exec(select(ModelCall))).all()
    assert win.text == "I opened the letter."
    assert {(call.model, call.cost_microusd) for call in calls} == {("local/qwen3:8b", 0)}
    await llm.close()


@pytest.mark.parametrize(
    ("url", "receiver"),
    [("http://localhost:11434", ""), ("https://models.example.org", "models.example.org")],
)
def test_who_receives_the_words_is_who_runs_the_server(
    make_settings: Callable[..., Settings], url: str, receiver: str
) -> None:
    settings = make_settings(**SETTINGS | {"anthropic_base_url": url})

    assert consent.provider(settings) == receiver
    assert settings.has_model
