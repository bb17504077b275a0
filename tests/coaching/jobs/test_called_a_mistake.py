"""Alarms about life that no phrase hears and that the Coach and the Observer call a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.repositories import conversations, messages, turns
from coaching.safety import asked_with, may_be_misread, screen
from coaching.safety.alarms import calls_it_a_mistake
from coaching.services import danger_checks
from coaching.services import safety_events as dangers
from coaching.values import session_state
from coaching.values.conversations import MessageRole
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from tests.support.mistaken import takes_for_crisis
from tests.support.observed import SEEN, finished, observer_of, run, seen, sees, urgent_run

if TYPE_CHECKING:
    from coaching.models import Turn
    from tests.support.bare_engine import BareEngine

GOOD_NEWS = (
    "I am leaving everything behind tonight, the loan, the house, all of it, "
    "and I have never been happier"
)
"""A rule about life hears it, and no phrase does."""
PLAIN = "I want to end my life"
BY_MISTAKE = "That notice came up by mistake. How good that it works out!"
ABOVE = "The message above came up by mistake, Radmila; please don't mind it."
STAYS = "I heard you, and I am here. Is someone near who could be with you?"


async def alarmed_by(engine: BareEngine, words: str, reply: str) -> Turn:
    turn = await finished(engine)
    async with engine.db.unit(turn.user_id, write=True) as s:
        said = await messages.of_turn(s, turn.user_id, turn.id, MessageRole.USER)
        answer = await messages.of_turn(s, turn.user_id, turn.id, MessageRole.COACH)
        assert said is not None
        assert answer is not None
        said.text, answer.text = words, reply
    await takes_for_crisis(engine, turn, SafetyVerdict(SafetyLevel.CRISIS, "suicidality"))
    return turn


async def stands(engine: BareEngine, turn: Turn) -> list[bool]:
    """Return whether it is a crisis, the question open, the days quiet and the Strategist told."""
    async with engine.db.unit(turn.user_id) as s:
        row = await turns.require(s, turn.user_id, turn.id)
        session = await conversations.require(s, turn.user_id, turn.conversation_id)
        is_quiet = await dangers.is_quiet(s, turn.user_id, at=engine.clock.now())
    return [
        row.safety_level is SafetyLevel.CRISIS,
        bool(danger_checks.open_in(session_state.of(session)).about),
        is_quiet,
        await urgent_run(engine, turn.user_id) is not None,
    ]


@pytest.mark.parametrize(
    ("words", "reply", "is_over"),
    [
        (GOOD_NEWS, BY_MISTAKE, True),
        (GOOD_NEWS, ABOVE, True),
        (GOOD_NEWS, STAYS, False),
        (PLAIN, BY_MISTAKE, False),
        (PLAIN, ABOVE, False),
    ],
)
async def test_it_ends_if_both_call_it_a_mistake_and_no_phrase_hears_it(
    engine: BareEngine, words: str, reply: str, *, is_over: bool
) -> None:
    assert screen(words).level is SafetyLevel.CRISIS
    engine.llm = observer_of(*([sees(SEEN)] if is_over else []), said=words)
    turn = await alarmed_by(engine, words, reply)

    await run(engine)

    assert await stands(engine, turn) == [not is_over] * 4
    told = [signal.content for signal in await seen(engine, turn)]
    assert any("suicidality" in content for content in told) is not is_over


def test_the_words_of_the_coach_alone_take_nothing_back() -> None:
    assert not may_be_misread(GOOD_NEWS)
    assert asked_with(screen(GOOD_NEWS)).is_crisis


@pytest.mark.parametrize(
    "reply",
    [
        "Congratulations! The app showed those numbers by mistake.",
        "Sorry, this came up by mistake.",
        "The app got that wrong, happily.",
        "The warning above is a false alarm. So, the house?",
        "Eso salió por error, perdona.",
        "La app se equivocó con el aviso.",
        "El aviso de arriba es un error.",
        ABOVE,
        "The words above were a mistake.",
        "What came up above is a false alarm.",
        "Please don't mind the message above, it came up by mistake.",
        "That message came up by mistake.",
        "The note above came up by mistake; it stays there if you ever need it.",
        "The text above was shown to you by mistake.",
        "El mensaje de arriba salió por error, Radmila.",
        "Lo de arriba fue un error, no haga caso.",
    ],
)
def test_the_coach_calls_it_a_mistake(reply: str) -> None:
    assert calls_it_a_mistake(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "I don't think the notice was a mistake.",
        "Those numbers didn't come up by mistake: I'd like you to have them.",
        "No creo que el aviso sea un error.",
        "El aviso no salió por error.",
        "It wasn't a mistake to tell me. The app shows numbers above.",
        "You took them by mistake? I am here.",
        "The notice is not a mistake: I am worried about you.",
        "El aviso no es un error.",
        "It came up when you made a mistake at work.",
        "The notice may be a mistake. Are you thinking of ending your life?",
        "You sent the message above by mistake.",
        "Was the message above a mistake?",
        "Is it that the message above came up by mistake? Tell me.",
        "The message above isn't a mistake.",
        "The note above is for people who feel that their life was a mistake.",
        "The line above is where you call yourself a mistake.",
        "El mensaje de arriba es para quien siente que su vida es un error.",
        "If the message above was a mistake, tell me.",
        "I can't tell whether the alarm was a mistake.",
        "The app got this wrong, unless you mean it.",
        "Maybe the notice above is a mistake, maybe you need it.",
        "Perhaps the message above came up by mistake.",
        "Quizás el aviso sea un error, quizás no.",
        "Tal vez el mensaje de arriba salió por error.",
        "I read the message above. It was a mistake to trust him, and I'm here.",
        "The text above is there because I worry; you made a mistake, you are no mistake.",
        "That message came up by mistake. Are you thinking of ending your life?",
        "El mensaje de arriba no salió por error.",
    ],
)
def test_other_replies_do_not(reply: str) -> None:
    assert not calls_it_a_mistake(reply)
