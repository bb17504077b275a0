"""A described person played by a model: in their role, by another model, and never left stuck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.errors import LLMUnavailable
from coaching.evals.stories.improvising import PLAYERS, NextLine, by_model, settings_of_player
from coaching.evals.stories.played import Said
from coaching.evals.stories.simulated import simulated_stories
from coaching.evals.stories.story import Session, Story
from coaching.llm.scripted import ScriptedLLM, fails, parses
from coaching.settings import Settings

if TYPE_CHECKING:
    from coaching.evals.stories.speaking import Speaker

DESCRIBED = {
    "id": "x",
    "hidden": "Owes his brother.",
    "voice": "dry",
    "sessions": [{"opener": "The letter came.", "beats": ["jokes", "admits debt if reflected"]}],
}


def described() -> Story:
    (story,) = simulated_stories([DESCRIBED], "f.json")
    return story


async def said_by(speaker: Speaker, *replies: str) -> list[str]:
    so_far: list[Said] = []
    for reply in (*replies, ""):
        line = await speaker.next_line(so_far)
        if line is None:
            break
        so_far.append(Said(line, reply))
    return [said.person for said in so_far]


async def test_the_opener_stands_and_then_the_model_speaks_until_they_leave() -> None:
    goodbye = NextLine(text="Bye.", leaves=True)
    llm = ScriptedLLM(observer=[parses(NextLine(text="Ha.")), parses(goodbye)])
    story = described()

    said = await said_by(by_model(llm)(story, story.sessions[0], ()), "A letter.", "So.", "Bye.")

    assert said == ["The letter came.", "Ha.", "Bye."]
    llm.check()


async def test_the_model_knows_the_part_and_what_the_reply_did() -> None:
    llm = ScriptedLLM(observer=[parses(NextLine(text="Ha.", leaves=True))])
    story = described()

    await said_by(by_model(llm)(story, story.sessions[0], ()), "A letter, then.", "Bye.")

    asked = str(llm.requests[0].messages[0].content)
    assert "Owes his brother." in asked
    assert "admits debt if reflected" in asked
    assert "the person was: reflected." in asked


async def test_a_line_the_model_cannot_give_is_said_by_rules() -> None:
    llm = ScriptedLLM(observer=[fails(LLMUnavailable("away"))])
    story = described()

    said = await said_by(by_model(llm)(story, story.sessions[0], ()), "A letter.")

    assert said == ["The letter came.", *story.sessions[0].beats[0].lines]


async def test_who_is_written_says_their_own_lines() -> None:
    story, session = described(), Session(lines=["one"])
    written = Story("w", story.person, story.begins, [session])

    assert await said_by(by_model(ScriptedLLM([]))(written, session, ()), "Okay.") == ["one"]


def test_the_player_is_never_the_model_of_the_coach() -> None:
    for coach in PLAYERS:
        settings = Settings.model_construct(coach_model=coach, observer_model=coach)
        assert settings_of_player(settings).observer_model != coach
