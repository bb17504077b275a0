from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

import pytest
from pydantic import BaseModel
from sqlmodel import select

from coaching import bootstrap
from coaching.agents.closing import ClosingNote
from coaching.conversation import take_turn
from coaching.jobs import strategist, sweep
from coaching.jobs.loop import JobLoop
from coaching.llm.port import Parsed, Usage
from coaching.llm.scripted import ScriptedLLM, always, parses, says
from coaching.models import Conversation, Job
from coaching.repositories import briefings
from coaching.services import sessions as ended
from coaching.values.enums import Role
from coaching.values.events import TurnDone
from coaching.values.observation import Observation
from tests.support import cast, strategy
from tests.support.waiting import PATIENCE_SECONDS, until

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.llm.port import Request
    from coaching.settings import Settings
    from tests.support.databases import Database

NOTHING = always(parses(Observation.model_validate({"signals": [], "safety_level": "none"})))
NOTE = always(parses(ClosingNote(note="Hm.")))
NIGHT = timedelta(hours=13)
T = TypeVar("T", bound=BaseModel)


def engine(
    database: Database, make_settings: Callable[..., Settings], clock: FrozenClock
) -> Coaching:
    llm = ScriptedLLM(
        [always(says("Hm."))],
        observer=[NOTHING],
        strategist=[parses(strategy.output())],
        closing=[NOTE],
    )
    return bootstrap.build(make_settings(database_url=database.url), llm=llm, clock=clock)


async def say(coaching: Coaching, owner: UUID, text: str) -> None:
    events = [event async for event in take_turn(coaching, owner, text, text)]
    assert isinstance(events[-1], TurnDone)


async def sessions(coaching: Coaching, owner: UUID) -> list[Conversation]:
    async with coaching.unit(owner) as s:
        found = await s.exec(select(Conversation).order_by("session_number"))
        return list(found.all())


async def runs_asked_for(coaching: Coaching, owner: UUID) -> int:
    async with coaching.unit(owner) as s:
        return len((await s.exec(select(Job).where(Job.kind == "strategist"))).all())


@pytest.mark.slow
@pytest.mark.both_databases
async def test_two_tabs_at_the_boundary_open_one_session_and_ask_for_one_run(
    database: Database, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    coaching = engine(database, make_settings, clock)
    await coaching.start()
    owner = await cast.join(coaching.db, cast.COUPLE)
    await say(coaching, owner, "Good night.")
    clock.move(NIGHT)

    await asyncio.gather(say(coaching, owner, "Hello."), say(coaching, owner, "Hello again."))

    assert len(await sessions(coaching, owner)) == 2
    assert await runs_asked_for(coaching, owner) == 1
    await until(lambda: has_versions(coaching, owner, 1))
    await coaching.stop()


async def test_the_briefing_is_ready_before_the_person_is(
    database: Database, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    coaching = engine(database, make_settings, clock)
    await coaching.start()
    owner = await cast.join(coaching.db, cast.COUPLE)
    await say(coaching, owner, "Good night.")
    await coaching.stop()
    clock.move(NIGHT)

    assert await sweep.run(coaching) == 1
    await JobLoop(coaching, [strategist.KIND]).run_due()
    clock.move(timedelta(hours=2))
    await coaching.start()
    await say(coaching, owner, "Hello.")

    async with coaching.unit(owner) as s:
        (briefing,) = await briefings.for_user(s, owner)
    first, second = await sessions(coaching, owner)
    assert first.briefing_id is None
    assert second.briefing_id == briefing.id
    assert strategy.output().session_strategy in second.prompt["block"]
    assert await runs_asked_for(coaching, owner) == 1
    await coaching.stop()


class Slow(ScriptedLLM):
    """A model whose Strategist takes as long as the test wants it to."""

    def __init__(self) -> None:
        super().__init__([always(says("Hm."))], observer=[NOTHING], closing=[NOTE])
        self.at_once = self.most_at_once = self.runs = 0
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()

    async def parse(self, request: Request, schema: type[T]) -> Parsed[T]:
        if request.role is not Role.STRATEGIST:
            return await super().parse(request, schema)
        self.runs += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.begun.set()
        await self.may_end.wait()
        self.at_once -= 1
        return Parsed(schema.model_validate(strategy.as_json()), Usage(), "claude-sonnet-5-5")


async def test_nobody_waits_for_a_run_that_still_goes_on_when_the_next_one_is_due(
    database: Database, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    llm = Slow()  # TI-06, K12
    settings = make_settings(database_url=database.url)
    coaching = bootstrap.build(settings, llm=llm, clock=clock)
    await coaching.start()
    owner = await cast.join(coaching.db, cast.COUPLE)
    await say(coaching, owner, "Good night.")
    async with coaching.unit(owner, write=True) as s:
        await ended.end(s, owner, at=clock.now())
    coaching.wake_jobs()
    await llm.begun.wait()
    clock.move(NIGHT)

    async with asyncio.timeout(PATIENCE_SECONDS):  # the run ends only after that
        await say(coaching, owner, "Hello.")
    clock.move(NIGHT)
    await sweep.run(coaching)
    await say(coaching, owner, "Hello again.")
    llm.may_end.set()
    await until(lambda: has_versions(coaching, owner, 2))

    assert (llm.runs, llm.most_at_once) == (2, 1)
    await coaching.stop()


async def has_versions(coaching: Coaching, owner: UUID, count: int) -> bool:
    async with coaching.unit(owner) as s:
        return [row.version for row in await briefings.for_user(s, owner)] == [*range(count, 0, -1)]
