"""Runs of the Strategist in a test: asked for, run, looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.jobs import strategist
from coaching.jobs.loop import JobLoop
from coaching.llm.scripted import parses
from coaching.repositories import briefings, cards, jobs
from coaching.services.jobs import STRATEGIST, ask_strategist
from coaching.values.enums import Trigger
from tests.support import cast, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import CoachingBriefing, Job, RewireCard
    from tests.support.bare_engine import BareEngine


def writes(**changes: Any) -> Any:
    return parses(strategy.output(**changes))


async def asked(
    engine: BareEngine,
    owner: UUID,
    trigger: Trigger = Trigger.ONBOARDING,
    *,
    boundary: str = "",
    conversation_id: UUID | None = None,
) -> None:
    async with engine.db.unit(owner, write=True) as s:
        await ask_strategist(
            s,
            owner,
            trigger=trigger,
            boundary=boundary or trigger.value,
            at=engine.clock.now(),
            conversation_id=conversation_id,
        )


async def run(engine: BareEngine) -> None:
    await JobLoop(engine, [strategist.KIND]).run_due()


async def newest(engine: BareEngine, owner: UUID) -> CoachingBriefing | None:
    async with engine.db.unit(owner) as s:
        return await briefings.latest(s, owner)


async def focus(engine: BareEngine, owner: UUID) -> RewireCard | None:
    async with engine.db.unit(owner) as s:
        return await cards.focus(s, owner)


async def job(engine: BareEngine, owner: UUID, trigger: Trigger) -> Job:
    async with engine.db.unit(owner) as s:
        found = await jobs.newest_with_trigger(s, owner, STRATEGIST, trigger)
    assert found is not None
    return found


async def join(engine: BareEngine, person: cast.Person = cast.COUPLE) -> UUID:
    return await cast.join(engine.db, person)
