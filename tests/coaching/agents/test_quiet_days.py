"""Whole turns after a crisis, with a model that tries anyway and with the offline coach."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching import bootstrap
from coaching.conversation import take_turn
from coaching.llm.scripted import ScriptedLLM, always, calls, parses, says
from coaching.offline import OfflineLLM
from coaching.services import cards, profiles
from coaching.values.enums import Role
from coaching.values.events import Safety, ToolProgress, TurnDone
from coaching.values.observation import Observation
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.llm.port import LLM
    from coaching.settings import Settings
    from coaching.values.events import TurnEvent
    from tests.support.databases import Database

CRISIS = "I don't want to be here any more, I want to end my life"
NOTHING = always(parses(Observation.model_validate({"signals": [], "safety_level": "none"})))
CARD = {
    "kind": "truth",
    "title": "I count",
    "content": "I count as one of the people.",
    "agreed": True,
}
SECOND = "I count as one of the people."


@asynccontextmanager
async def engine(
    make_settings: Callable[..., Settings], database: Database, llm: LLM, clock: FrozenClock
) -> AsyncGenerator[Coaching]:
    coaching = bootstrap.build(make_settings(database_url=database.url), llm=llm, clock=clock)
    await coaching.start()
    try:
        yield coaching
    finally:
        await coaching.stop()


async def say(coaching: Coaching, owner: UUID, text: str, number: int) -> list[TurnEvent]:
    return [event async for event in take_turn(coaching, owner, text, f"client-{number}")]


def reply(events: list[TurnEvent]) -> str:
    done = events[-1]
    assert isinstance(done, TurnDone)
    return done.text


async def kept(coaching: Coaching, owner: UUID) -> int:
    async with coaching.unit(owner) as s:
        return len((await cards.page(s, owner)).items)


@pytest.mark.usefixtures("loose_scripts")
async def test_a_model_that_saves_a_card_after_a_crisis_is_refused_until_two_days_are_over(
    database: Database, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    llm = ScriptedLLM(
        [
            says("I'm here."),
            calls("save_card", **CARD),
            says("Not in these days; your sentence stays here."),
            calls("save_card", **CARD),
            says("Saved."),
        ],
        observer=[NOTHING],
    )
    async with engine(make_settings, database, llm, clock) as coaching:
        owner = await factories.person(coaching.db, tone=8.0)
        serious = await say(coaching, owner, CRISIS, 1)
        clock.move(timedelta(hours=1))
        refused = await say(coaching, owner, "keep that as a card", 2)
        told = [request for request in llm.requests if request.role is Role.COACH][2]

        assert [event for event in serious if isinstance(event, Safety)]
        states = [e.state for e in refused if isinstance(e, ToolProgress)]
        assert states == ["running", "dropped", "failed"]
        assert "no cards are made for two days" in str(told.messages[-1].content)
        assert await kept(coaching, owner) == 0

        clock.move(timedelta(hours=48))
        await say(coaching, owner, f"{SECOND} Keep it now", 3)
        assert await kept(coaching, owner) == 1


@pytest.mark.slow
async def test_the_offline_coach_is_soft_says_so_and_keeps_nothing(
    database: Database, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    async with engine(make_settings, database, OfflineLLM(), clock) as coaching:
        owner = await factories.person(coaching.db, tone=8.0)
        await say(coaching, owner, CRISIS, 1)
        clock.move(timedelta(hours=20))
        first = reply(await say(coaching, owner, "hi", 2))
        await say(coaching, owner, "yes, I'm safe", 3)
        await say(coaching, owner, SECOND, 4)
        asked = reply(await say(coaching, owner, "please save that as a card", 5))
        stored = await setting(coaching, owner)

        assert first.endswith("are you safe at the moment?")
        assert "gentle today, whatever your setting says" in first
        assert "Rewire" in asked
        assert await kept(coaching, owner) == 0
        assert stored == 8.0

        clock.move(timedelta(hours=48))
        again = reply(await say(coaching, owner, "hi again", 6))
        assert "are you safe" not in again
        await say(coaching, owner, SECOND, 7)
        drafted = reply(await say(coaching, owner, "please save that as a card", 8))
        assert "draft" in drafted


async def setting(coaching: Coaching, owner: UUID) -> float:
    async with coaching.unit(owner) as s:
        return (await profiles.require(s, owner)).tone
