from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from coaching import safety
from coaching.conversation import accept
from coaching.llm.scripted import ScriptedLLM, always, parses, says
from coaching.models import MessageRole
from coaching.repositories import conversations, messages, safety_events, turns
from coaching.services import safety_events as dangers
from coaching.values import session_state
from coaching.values.enums import SafetyLevel
from coaching.values.observation import Observation
from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from tests.coaching.conversation.conftest import StartEngine


ASKS = "I want to hear you right. Are you thinking about not being here?"
BESIDE_IT = "what about the card"
NOTHING = always(parses(Observation.model_validate({"signals": [], "safety_level": "none"})))

pytestmark = pytest.mark.usefixtures("loose_scripts")


def replies(*lines: str) -> ScriptedLLM:
    return ScriptedLLM([says(line) for line in lines], observer=[NOTHING])


async def say(coaching: Coaching, owner: UUID, *lines: str) -> list[tuple[str, SafetyLevel]]:
    """Say the lines one after the other; return what was told with each, and its level."""
    told: list[tuple[str, SafetyLevel]] = []
    for number, line in enumerate(lines):
        accepted = await accept(coaching, owner, line, f"m{number}")
        await coaching.runner.idle()
        async with coaching.unit(owner) as s:
            said = await messages.of_turn(s, owner, accepted.turn_id, MessageRole.USER)
            turn = await turns.require(s, owner, accepted.turn_id)
        assert said is not None
        told.append((" ".join(said.preface.split()), turn.safety_level))
    return told


async def test_claude_is_told_to_meet_it_once_more_and_then_to_let_it_go(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(
        replies(ASKS, "You need not.", "Let's look at it.", "Tell me more.")
    )
    lines = ("the letters again, all evening", BESIDE_IT, BESIDE_IT, BESIDE_IT)
    _, (once, _), (twice, _), (then, _) = await say(coaching, owner, *lines)

    assert "come back to the question once" in once
    assert "Don't ask again" in twice
    assert "don't offer cards" in once
    assert "whether they are in danger" not in then


async def test_an_answer_beside_it_caps_the_tone_and_leaves_cards_alone_for_two_days(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(replies(ASKS, "You need not answer that."))
    await say(coaching, owner, "the letters again, all evening", BESIDE_IT)

    async with coaching.unit(owner) as s:
        (noted,) = await safety_events.since_instant(s, owner, None)
        quiet = await dangers.is_quiet(s, owner, at=coaching.clock.now())
    assert (noted.level, noted.source) == (SafetyLevel.CONCERN, dangers.UNANSWERED)
    assert noted.shown_resources == []
    assert quiet


@pytest.mark.parametrize("vague", ["I don't know", "sí, algo así"])
async def test_a_vague_answer_is_asked_about_once_more_and_stays_no_crisis(
    start_engine: StartEngine, owner: UUID, vague: str
) -> None:
    coaching = await start_engine(replies(ASKS, "Are you?", "Thanks for telling me."))
    lines = ("the letters again, all evening", vague, "no")
    _, (once, level), (then, after) = await say(coaching, owner, *lines)

    assert "neither a yes nor a no" in once
    assert (level, after) == (SafetyLevel.NONE, SafetyLevel.NONE)
    assert "clearly said no" in then
    async with coaching.unit(owner) as s:
        assert await dangers.is_quiet(s, owner, at=coaching.clock.now())


@pytest.mark.parametrize("answer", ["yes", "sometimes"])
async def test_a_yes_to_a_question_of_claude_is_a_crisis(
    start_engine: StartEngine, owner: UUID, answer: str
) -> None:
    coaching = await start_engine(replies(ASKS, "I'm here."))
    *_, (told, level) = await say(coaching, owner, "the letters again, all evening", answer)

    assert level is SafetyLevel.CRISIS
    assert "thoughts of ending their life" in told
    async with coaching.unit(owner) as s:
        assert await dangers.is_quiet(s, owner, at=coaching.clock.now())


async def test_a_clear_no_closes_the_question(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(replies(ASKS, "Thank you for answering."))
    *_, (told, level) = await say(
        coaching, owner, "the letters again, all evening", "no, it's the money"
    )

    assert level is SafetyLevel.NONE
    assert "clearly said no" in told
    async with coaching.unit(owner) as s:
        session = await conversations.current(s, owner)
        assert session is not None
        assert session_state.of(session).check is None
        assert not await safety_events.since_instant(s, owner, None)


@pytest.fixture
def doubts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the screen call everything a concern that no rule hears."""
    concern = SafetyVerdict(SafetyLevel.CONCERN, "suicidality")
    monkeypatch.setattr(safety, "screen", lambda *_, **__: concern)


@pytest.mark.usefixtures("doubts")
async def test_a_doubt_of_the_screen_is_left_to_claude_who_reads_the_message(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(replies("Take your time."), anthropic_api_key="a key")
    [(told, level)] = await say(coaching, owner, "Rhys is home the weekend after next.")

    assert "If you hear danger too, ask once" in told
    assert level is SafetyLevel.NONE
    async with coaching.unit(owner) as s:
        assert not await safety_events.since_instant(s, owner, None)


@pytest.mark.usefixtures("doubts")
@pytest.mark.parametrize(
    "model",
    [
        {"anthropic_api_key": ""},
        {
            "model_profile": "local",
            "anthropic_base_url": "http://localhost:11434",
            "coach_model": "a small one",
        },
    ],
    ids=["none", "local"],
)
async def test_without_claude_a_doubt_is_a_concern_unless_no_rule_hears_it_in_simple_mode(
    start_engine: StartEngine, owner: UUID, model: dict[str, Any]
) -> None:
    coaching = await start_engine(replies("Take your time."), **model)
    [(_, level)] = await say(coaching, owner, "Rhys is home the weekend after next.")

    is_local = coaching.settings.is_local
    assert level is (SafetyLevel.CONCERN if is_local else SafetyLevel.NONE)


UNSURE = "gonna do it this sunday at the table, i told myself no more"


async def test_a_crisis_that_the_screen_is_not_sure_of_is_left_to_claude(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(replies("Good luck."), anthropic_api_key="a key")
    [(told, level)] = await say(coaching, owner, UNSURE)

    assert "it has shown nothing: you decide" in told
    assert level is SafetyLevel.NONE


async def test_without_claude_it_is_a_crisis(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(replies("I hear you."), anthropic_api_key="")
    [(_, level)] = await say(coaching, owner, UNSURE)

    assert level is SafetyLevel.CRISIS


async def test_after_a_plain_crisis_nothing_is_left_to_claude(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(replies("I hear you.", "And now?"), anthropic_api_key="a key")
    turns = await say(coaching, owner, "I want to kill myself", UNSURE)

    assert [level for _, level in turns] == [SafetyLevel.CRISIS, SafetyLevel.CRISIS]
