"""The Coach asks how money feels; the mood that is tapped, or typed, is a check-in."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.conversation import accept, take_turn
from coaching.domains.check_ins import service as check_ins
from coaching.llm.scripted import ScriptedLLM, always, calls, parses, says
from coaching.values.check_ins import Mood
from coaching.values.events import TurnDone
from coaching.values.observation import Observation

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.domains.check_ins.models import CheckIn
    from tests.coaching.conversation.conftest import StartEngine

pytestmark = pytest.mark.usefixtures("loose_scripts")
NOTHING = always(parses(Observation.model_validate({"signals": [], "safety_level": "none"})))


async def asked(start_engine: StartEngine, owner: UUID, *after: str) -> tuple[Coaching, TurnDone]:
    """Return an engine whose Coach has just asked, and how that reply ended."""
    replies = [calls("offer_practice", id="check_in"), says("How does money feel right now?")]
    llm = ScriptedLLM([*replies, *(says(text) for text in after)], observer=[NOTHING])
    coaching = await start_engine(llm)
    done = [event async for event in take_turn(coaching, owner, "Payday was today.", "c1")][-1]
    assert isinstance(done, TurnDone)
    return coaching, done


async def kept(coaching: Coaching, owner: UUID) -> list[CheckIn]:
    async with coaching.unit(owner) as s:
        return list((await check_ins.page(s, owner)).items)


@pytest.mark.parametrize("said", ["Tense", "tense."])
async def test_a_mood_that_was_offered_is_kept_and_told_to_the_coach(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock, said: str
) -> None:
    coaching, done = await asked(start_engine, owner, "Thanks for telling me.")
    assert [chip.text for chip in done.chips] == ["Heavy", "Tense", "Mixed", "Steady", "Light"]
    clock.move(timedelta(minutes=1))

    accepted = await accept(coaching, owner, said, "c2")
    again = await accept(coaching, owner, said, "c2")

    (row,) = await kept(coaching, owner)
    assert (row.id, row.mood) == (accepted.check_in, Mood.TENSE)
    assert again.check_in is None


async def test_another_answer_or_a_later_mood_is_only_a_message(
    start_engine: StartEngine, owner: UUID, clock: FrozenClock
) -> None:
    coaching, _ = await asked(start_engine, owner, "Fair.", "Right.")
    for number, said in enumerate(["I don't know, tense or so", "Tense"]):
        clock.move(timedelta(minutes=1))
        _ = [event async for event in take_turn(coaching, owner, said, f"later-{number}")]

    assert await kept(coaching, owner) == []
