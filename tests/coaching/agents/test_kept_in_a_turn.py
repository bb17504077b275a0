from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from sqlmodel import select

from coaching import bootstrap
from coaching.conversation import take_turn, undo_tool_call
from coaching.errors import LLMUnavailable
from coaching.jobs import strategist
from coaching.jobs.loop import JobLoop
from coaching.llm.scripted import ScriptedLLM, always, calls, fails, parses, says, together
from coaching.models import ModelCall
from coaching.repositories import briefings, jobs, signals
from coaching.services import cards
from coaching.services.jobs import STRATEGIST, ask_strategist
from coaching.values.enums import Trigger
from coaching.values.events import Safety, ToolProgress, TurnDone, TurnError, TurnStarted
from coaching.values.observation import Observation
from tests.support import cast

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.settings import Settings
    from coaching.values.events import TurnEvent
    from tests.support.databases import Database

NOTHING = always(parses(Observation.model_validate({"signals": [], "safety_level": "none"})))
CARD = {
    "kind": "truth",
    "title": "I count",
    "content": "I count as one of the people.",
    "agreed": True,
}


@asynccontextmanager
async def started(coaching: Coaching) -> AsyncGenerator[Coaching]:
    await coaching.start()
    try:
        yield coaching
    finally:
        await coaching.stop()


async def say(coaching: Coaching, owner: UUID, text: str, number: int = 1) -> list[TurnEvent]:
    return [event async for event in take_turn(coaching, owner, text, f"client-{number}")]


@pytest.mark.both_databases
async def test_a_yes_becomes_a_card_and_is_taken_back_by_one_tap(
    database: Database, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    llm = ScriptedLLM(
        [together(says("One moment."), calls("save_card", **CARD)), says("Saved.")],
        observer=[NOTHING],
    )
    settings = make_settings(database_url=database.url)
    async with started(bootstrap.build(settings, llm=llm, clock=clock)) as coaching:
        owner = await cast.join(coaching.db, cast.COUPLE)

        events = await say(coaching, owner, "I count as one of the people. Save it.")

        progress = [event for event in events if isinstance(event, ToolProgress)]
        assert [(event.label, event.state) for event in progress] == [
            ("Saving a card", "running"),
            ("Saved as a card", "done"),
        ]
        assert progress[-1].detail == "I count"
        done = events[-1]
        assert isinstance(done, TurnDone)
        assert done.text == "One moment.\n\nSaved."
        async with coaching.unit(owner) as s:
            (card,) = (await cards.page(s, owner)).items
        assert card.content == CARD["content"]

        begun = events[0]
        assert isinstance(begun, TurnStarted)
        async with coaching.unit(owner, write=True) as s:
            await undo_tool_call(s, owner, begun.turn_id, progress[-1].call_id, at=clock.now())
        async with coaching.unit(owner) as s:
            assert (await cards.page(s, owner)).items == []
            asked = select(ModelCall).where(ModelCall.turn_id == begun.turn_id)
            costs = await s.exec(asked.where(ModelCall.role == "coach"))
            assert [row.outcome for row in costs] == ["done", "done"]


async def test_a_crisis_is_kept_and_read_later_though_the_model_is_away(
    database: Database, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    llm = ScriptedLLM([fails(LLMUnavailable("away"))])
    settings = make_settings(database_url=database.url)
    async with started(bootstrap.build(settings, llm=llm, clock=clock)) as coaching:
        owner = await cast.join(coaching.db, cast.IN_DEBT)

        events = await say(coaching, owner, "I want to kill myself.")

        assert isinstance(events[-1], TurnError)
        assert any(isinstance(event, Safety) for event in events)
        begun = events[0]
        assert isinstance(begun, TurnStarted)
        async with coaching.unit(owner) as s:
            (signal,) = await signals.of_turn(s, owner, begun.turn_id)
            run = await jobs.newest_with_trigger(s, owner, STRATEGIST, Trigger.URGENT)
    assert (signal.urgency_flag, signal.quote) == (True, "")
    assert run is not None
    assert run.run_at > clock.now()


async def test_without_a_model_there_is_a_briefing_a_card_and_a_conversation(
    database: Database, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    coaching = bootstrap.build(make_settings(database_url=database.url), clock=clock)
    owner = await cast.join(coaching.db, cast.IN_DEBT)
    async with coaching.unit(owner, write=True) as s:
        await ask_strategist(
            s, owner, trigger=Trigger.ONBOARDING, boundary="onboarding", at=clock.now()
        )
    await JobLoop(coaching, [strategist.KIND]).run_due()
    async with coaching.unit(owner) as s:
        briefing = await briefings.latest(s, owner)
        (card,) = (await cards.page(s, owner)).items
    assert briefing is not None
    assert briefing.model == "offline"
    assert card.is_focus

    async with started(coaching):
        said = list(cast.IN_DEBT.messages)
        heard = [(await say(coaching, owner, text, n))[-1] for n, text in enumerate(said)]

    assert all(isinstance(done, TurnDone) and done.model == "offline" for done in heard)
    replies = [done.text for done in heard if isinstance(done, TurnDone)]
    assert len(set(replies)) == len(said)
