"""'Off track': the guess is put down, the coach says so, and nobody doubles down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlmodel import select

from coaching.conversation import accept, off_track
from coaching.errors import NotAllowed
from coaching.models import BetaAnalytics, MessageRole
from coaching.offline.llm import OfflineLLM
from coaching.repositories import hypotheses, messages, turns
from coaching.services import briefings, insight, profiles
from coaching.services.briefings import Run
from coaching.values.enums import RetiredBecause, Trigger, TurnKind
from tests.support import factories, strategy
from tests.support.talker import Talker

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from tests.coaching.conversation.conftest import StartEngine


GUESS = strategy.output().hypothesis
TOLD = f"I wonder about this: {GUESS} Does it fit?"


async def understood(coaching: Coaching, owner: UUID) -> None:
    async with coaching.unit(owner, write=True) as s:
        run = Run(Trigger.SESSION_START, "session_start:1", "claude-sonnet-5-5")
        await briefings.store(s, owner, strategy.output(), run, at=coaching.clock.now())


async def talked(coaching: Coaching, owner: UUID, words: str, name: str) -> UUID:
    accepted = await accept(coaching, owner, words, name)
    await coaching.runner.idle()
    return accepted.turn_id


async def heard(coaching: Coaching, owner: UUID, turn_id: UUID) -> str:
    async with coaching.unit(owner) as s:
        reply = await messages.of_turn(s, owner, turn_id, MessageRole.COACH)
    assert reply is not None
    return reply.text


async def test_the_coach_says_what_it_put_down(start_engine: StartEngine, owner: UUID) -> None:
    talker = Talker(TOLD)
    coaching = await start_engine(talker)
    await understood(coaching, owner)
    turn_id = await talked(coaching, owner, "My brother called.", "m1")
    asked = len(talker.requests)

    opened = await off_track(coaching, owner, turn_id)

    assert GUESS in opened.text
    assert len(talker.requests) == asked
    async with coaching.unit(owner) as s:
        turn = await turns.require(s, owner, opened.turn_id)
        assert await messages.of_turn(s, owner, turn.id, MessageRole.USER) is None
        (gone,) = await hypotheses.for_user(s, owner)
        (counted,) = (await s.exec(select(BetaAnalytics))).all()
    assert (turn.kind, gone.because) == (TurnKind.SESSION_OPEN, RetiredBecause.OFF_TRACK)
    assert (counted.event, counted.properties) == ("off_track", {})


async def test_a_guess_keeps_one_full_stop_where_each_language_has_it(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker(TOLD))
    bare = GUESS.removesuffix(".")
    for language, ending in (("en", f"“{bare}.” What"), ("es", f"«{bare}». ¿De")):
        await understood(coaching, owner)
        async with coaching.unit(owner, write=True) as s:
            await profiles.speak(s, owner, language, at=coaching.clock.now())
        turn_id = await talked(coaching, owner, "My brother called.", language)

        assert ending in (await off_track(coaching, owner, turn_id)).text


async def test_a_guess_that_was_not_told_stays(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker())
    await understood(coaching, owner)
    since = coaching.clock.now()

    opened = await off_track(coaching, owner, await talked(coaching, owner, "My car broke.", "m1"))

    assert opened.text == "Okay, I got that wrong. What did you mean?"
    async with coaching.unit(owner) as s:
        guess = await hypotheses.current(s, owner)
        assert guess is not None
        assert guess.text == GUESS
        assert await insight.last_off_track(s, owner, since=since) is None


async def test_a_guess_told_shortly_before_is_dropped_but_not_an_old_one(
    start_engine: StartEngine, owner: UUID
) -> None:
    talker = Talker(TOLD)
    coaching = await start_engine(talker)
    await understood(coaching, owner)
    await talked(coaching, owner, "My brother called.", "m0")
    talker.says("What did you see?")
    later = [await talked(coaching, owner, f"It is day {n}.", f"m{n}") for n in (1, 2, 3)]

    old = await off_track(coaching, owner, later[2])
    lately = await off_track(coaching, owner, later[1])

    assert GUESS not in old.text
    assert GUESS in lately.text


async def test_the_guess_comes_back_when_it_was_a_slip(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker(TOLD))
    await understood(coaching, owner)
    since = coaching.clock.now()
    await off_track(coaching, owner, await talked(coaching, owner, "My brother called.", "m1"))
    async with coaching.unit(owner, write=True) as s:
        dropped = await insight.last_off_track(s, owner, since=since)
        assert dropped is not None
        await insight.undo(s, owner, dropped.id, at=coaching.clock.now())
    async with coaching.unit(owner) as s:
        back = await hypotheses.current(s, owner)
        assert back is not None
        assert (back.text, back.because, back.retired_at) == (GUESS, None, None)
        assert await insight.last_off_track(s, owner, since=since) is None


async def test_the_model_goes_on_from_there(start_engine: StartEngine, owner: UUID) -> None:
    talker = Talker(TOLD)
    coaching = await start_engine(talker)
    await understood(coaching, owner)
    await off_track(coaching, owner, await talked(coaching, owner, "My brother called.", "m1"))

    await talked(coaching, owner, "It was about the car.", "m2")

    read = str(talker.requests[-1].messages)
    assert "They tapped that your last reply was off track." in read
    assert f"You have dropped this guess for good: <words>{GUESS}</words>" in read


async def test_two_taps_are_one_line(start_engine: StartEngine, owner: UUID) -> None:
    coaching = await start_engine(Talker())
    await understood(coaching, owner)
    turn_id = await talked(coaching, owner, "My brother called.", "m1")

    first = await off_track(coaching, owner, turn_id)
    second = await off_track(coaching, owner, turn_id)

    assert (first.turn_id, first.is_new, second.is_new) == (second.turn_id, True, False)


async def test_by_rules_the_guess_does_not_come_back(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(OfflineLLM())
    await understood(coaching, owner)
    turn_id = await talked(coaching, owner, "My brother asked for money again.", "m1")
    async with coaching.unit(owner, write=True) as s:
        reply = await messages.of_turn(s, owner, turn_id, MessageRole.COACH)
        assert reply is not None
        reply.text = TOLD
    assert GUESS in (await off_track(coaching, owner, turn_id)).text

    for number, words in enumerate(["I feel torn about giving.", "What do you think of me?"]):
        turn_id = await talked(coaching, owner, words, f"n{number}")
        assert "learned to be good" not in await heard(coaching, owner, turn_id)


async def test_without_a_guess_it_lets_go_of_the_way_it_went(
    start_engine: StartEngine, owner: UUID
) -> None:
    coaching = await start_engine(Talker())
    turn_id = await talked(coaching, owner, "Hello.", "m1")

    opened = await off_track(coaching, owner, turn_id)

    assert opened.text.startswith("Okay, I got that wrong")


async def test_without_consent_nothing_is_said(start_engine: StartEngine) -> None:
    coaching = await start_engine(Talker())
    nobody = await factories.person(coaching.db, consents=False)

    with pytest.raises(NotAllowed):
        await off_track(coaching, nobody, nobody)
