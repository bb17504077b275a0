"""A talk with the real engine as somebody made up, in a database that is thrown away."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from coaching.errors import Conflict, InvalidInput, LLMUnavailable
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.simulator.personas import custom, described
from coaching.simulator.recorder import Draft, total
from coaching.simulator.talk import Reply, Talk
from coaching.values.enums import Tension
from tests.support.model_server import ModelServer, canned

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from coaching.settings import Settings
    from coaching.simulator.personas import Persona

    Make = Callable[..., Settings]

MARA = next(person for person in described() if person.id == "mara")


@asynccontextmanager
async def talking(
    settings: Settings, person: Persona = MARA, server: ModelServer | None = None
) -> AsyncGenerator[Talk]:
    there = server.transport() if server else None
    talk = Talk(person, settings, lambda asked: AnthropicLLM(asked, transport=there))
    await talk.open()
    try:
        yield talk
    finally:
        await talk.close()


async def test_without_a_model_the_decision_is_shown_and_no_prompt(make_settings: Make) -> None:
    async with talking(make_settings()) as talk:
        line = talk.proposed()
        assert line == MARA.lines[0]
        reply = await talk.say(line)
        assert (reply.source, reply.sent, reply.microusd) == ("offline", (), 0)
        assert reply.text
        assert reply.decided.mode
        assert reply.decided.answers
        assert talk.proposed() == MARA.lines[1]
        with pytest.raises(Conflict, match="no model"):
            await talk.again(Draft("a", "b"))
        folder = talk._folder
        assert list(folder.iterdir())
    assert not folder.exists()


async def test_what_the_model_was_sent_is_shown_block_by_block(make_settings: Make) -> None:
    server = ModelServer(then=canned(["It sounds like that drawer is heavy."]))
    settings = make_settings(anthropic_api_key="key-of-a-test")
    async with talking(settings, server=server) as talk:
        reply = await talk.say("There is a drawer.")
        assert reply.text == "It sounds like that drawer is heavy."
    [sent], [body] = reply.sent, server.bodies
    assert [block.role for block in sent.blocks] == ["tools", "system", "system", "user"]
    assert [block.is_cached for block in sent.blocks] == [True, True, True, False]
    system = [block.text for block in sent.blocks if block.role == "system"]
    assert system == [block["text"] for block in body["system"]]
    assert "There is a drawer." in sent.blocks[-1].text
    assert (total(reply.sent, "output") > 0, reply.microusd > 0) == (True, True)
    assert sent.first_word_ms is not None
    assert sent.first_word_ms <= sent.milliseconds
    assert "How you write" in [part.name for part in sent.parts]


async def test_the_same_message_is_replied_to_again_with_a_draft(
    make_settings: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = ModelServer(then=canned(["One.", "Two.", "Three."]))
    settings = make_settings(anthropic_api_key="key-of-a-test")
    async with talking(settings, server=server) as talk:
        with pytest.raises(Conflict, match="nothing was said"):
            await talk.again(Draft("a", "b"))
        await talk.say("There is a drawer.")
        before = await talk.say("It is full.")
        with monkeypatch.context() as broken:
            broken.setattr("coaching.simulator.talk._taken", _no_reply)
            with pytest.raises(LLMUnavailable):
                await talk.say("And this one gets no reply.")
        part = next(part for part in before.parts if part.name == "How you write")
        with pytest.raises(InvalidInput):
            await talk.again(Draft(part.text, part.text))
        with pytest.raises(InvalidInput):
            await talk.again(Draft("words that are nowhere", "x"))
        after = await talk.again(Draft(part.text, "## How you write\n\nIn rhymes."))
        assert len(talk.replies) == 2, "the talk itself goes on as it was"
    asked, drafted = server.bodies[1], server.bodies[2]
    assert part.text in asked["system"][0]["text"]
    assert "In rhymes." in drafted["system"][0]["text"]
    assert part.text not in drafted["system"][0]["text"]
    assert words_in(asked["messages"]) == words_in(drafted["messages"])
    assert after.text
    assert "In rhymes." in after.sent[0].blocks[1].text


async def _no_reply(*_: object) -> Reply:
    raise LLMUnavailable("away")


def test_nobody_who_is_held_out_can_be_chosen() -> None:
    ids = {person.id for person in described()}
    assert {"mara", "lucia"} <= ids
    assert "tobi" not in ids
    assert {person.tension for person in described()} > {Tension.AVOID}


async def test_somebody_can_be_described_instead(make_settings: Make) -> None:
    somebody = custom(
        name=" ", tension=Tension.GIVE, tone=8, language="es", why="Quiero decir que no."
    )
    assert (somebody.name, somebody.tension, somebody.tone) == ("Robin", Tension.GIVE, 8)
    async with talking(make_settings(), somebody) as talk:
        assert talk.proposed() == "Quiero decir que no."
        reply = await talk.say(talk.proposed())
        assert reply.text
        assert talk.proposed() in {"", *reply.chips}


def words_in(messages: list[dict[str, Any]]) -> list[str]:
    """Return the texts of a body's messages."""
    return [block["text"] for message in messages for block in message["content"]]
