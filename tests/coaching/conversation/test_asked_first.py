"""Without a model, a crisis that no rule hears is asked about before help opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.conversation import accept, hearing
from coaching.models import MessageRole
from coaching.offline.llm import OfflineLLM
from coaching.repositories import conversations, messages, safety_events, turns
from coaching.services import care, danger_checks, sessions
from coaching.services import safety_events as dangers
from coaching.values import session_state
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.models import Message, Turn
    from tests.coaching.conversation.conftest import StartEngine

HARMLESS = "my mother put her hand on my face and said: now you are the roof"
MEANT = "i sleep when i can and dream of not waking, thats the honest truth"
PLAIN = "I want to kill myself"
QUESTION = "are you thinking of hurting yourself, or are you in danger?"

pytestmark = [pytest.mark.usefixtures("loose_scripts"), pytest.mark.one_database]


async def say(coaching: Coaching, owner: UUID, *lines: str) -> list[tuple[Turn, Message]]:
    """Say the lines one after the other; return each turn with its reply."""
    found: list[tuple[Turn, Message]] = []
    for number, line in enumerate(lines):
        accepted = await accept(coaching, owner, line, f"m{number}")
        await coaching.runner.idle()
        async with coaching.unit(owner) as s:
            reply = await messages.of_turn(s, owner, accepted.turn_id, MessageRole.COACH)
            turn = await turns.require(s, owner, accepted.turn_id)
        assert reply is not None
        found.append((turn, reply))
    return found


async def start(start_engine: StartEngine) -> Coaching:
    return await start_engine(OfflineLLM(), anthropic_api_key="")


async def cares(coaching: Coaching, owner: UUID) -> bool:
    """Return True if the page shows the bar of somebody in danger."""
    async with coaching.unit(owner) as s:
        return bool((await care.now(s, owner, at=coaching.clock.now())).category)


async def test_it_is_asked_about_with_two_chips_and_nothing_opens(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start(start_engine)
    [(turn, reply)] = await say(coaching, owner, HARMLESS)

    assert QUESTION in reply.text
    assert "Help now is at the top" in reply.text
    assert [chip["text"] for chip in reply.chips] == ["Yes", "No, nothing like that"]
    assert turn.safety_level is SafetyLevel.NONE
    assert not await cares(coaching, owner)


async def test_a_yes_opens_help_at_once(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start(start_engine)
    *_, (turn, _) = await say(coaching, owner, HARMLESS, "Yes")

    assert (turn.safety_level, turn.safety_category) == (SafetyLevel.CRISIS, "suicidality")
    assert await cares(coaching, owner)


async def test_a_no_goes_on_with_what_they_said_and_leaves_nothing(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start(start_engine)
    *_, (turn, reply) = await say(coaching, owner, HARMLESS, "No, nothing like that")

    assert turn.safety_level is SafetyLevel.NONE
    assert reply.text.startswith("I’m glad I asked. Thanks for telling me about your mother")
    async with coaching.unit(owner) as s:
        assert not await safety_events.since_instant(s, owner, None)


async def test_the_next_message_that_means_danger_too_opens_help(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start(start_engine)
    *_, (turn, _) = await say(coaching, owner, HARMLESS, MEANT)

    assert turn.safety_level is SafetyLevel.CRISIS


async def test_one_that_begins_with_a_no_is_asked_about_once_more(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start(start_engine)
    *_, (turn, _) = await say(coaching, owner, HARMLESS, f"no, {HARMLESS}")

    assert turn.safety_level is SafetyLevel.NONE


async def test_so_does_the_one_after_an_answer_beside_the_question(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start(start_engine)
    beside = "my brother is coming on sunday"
    _, (_, reply), (turn, _) = await say(coaching, owner, HARMLESS, beside, MEANT)

    assert reply.chips[0]["action"] == "help"
    assert turn.safety_level is SafetyLevel.CRISIS


async def test_what_is_said_plainly_is_never_asked_about(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start(start_engine)
    [(turn, _)] = await say(coaching, owner, PLAIN)

    assert turn.safety_level is SafetyLevel.CRISIS


async def test_a_question_that_stays_open_is_kept_when_the_conversation_ends(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start(start_engine)
    await say(coaching, owner, HARMLESS)

    async with coaching.unit(owner, write=True) as s:
        session = await conversations.current(s, owner)
        assert session is not None
        assert danger_checks.open_in(session_state.of(session)).about == "danger"
        await sessions.close(s, session, at=coaching.clock.now())
        (noted,) = await safety_events.since_instant(s, owner, None)

    assert (noted.level, noted.source) == (SafetyLevel.CONCERN, dangers.UNANSWERED)


async def test_nothing_is_kept_of_a_question_that_was_answered(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start(start_engine)
    await say(coaching, owner, HARMLESS, "no")

    async with coaching.unit(owner, write=True) as s:
        session = await conversations.current(s, owner)
        assert session is not None
        await sessions.close(s, session, at=coaching.clock.now())
        assert not await safety_events.since_instant(s, owner, None)


@pytest.mark.parametrize(
    ("said", "is_answer"),
    [
        ("no", True),
        ("No, I'm just tired", True),
        ("no no, it's a figure of speech", True),
        ("no god no. just the money", True),
        ("no one would miss me", False),
        ("no puedo más con esta vida", False),
        ("nobody would notice", False),
    ],
)
def test_a_no_is_an_answer_and_no_beginning_of_another_sentence(
    said: str, *, is_answer: bool
) -> None:
    assert (hearing._NO.search(said) is not None) == is_answer
