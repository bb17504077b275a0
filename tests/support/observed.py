"""A finished turn, the Observer reading it by a script, and what it left behind."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlmodel import select

from coaching.jobs import observer
from coaching.jobs.loop import JobLoop
from coaching.llm.scripted import ScriptedLLM, parses
from coaching.models import CoachMemory, Job
from coaching.repositories import jobs, memories, signals
from coaching.services.jobs import STRATEGIST
from coaching.values.context import ObserverContext
from coaching.values.enums import Trigger
from coaching.values.observation import Observation
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.llm.port import Request
    from coaching.llm.scripted import Step
    from coaching.models import ObserverSignal, Turn
    from tests.support.bare_engine import BareEngine

SAID = "I cried in the car park after my card got declined."
SEEN = {
    "signal_type": "emotional",
    "content": "cried after a declined card",
    "quote": "I cried in the car park",
    "confidence": 0.9,
    "urgency_flag": False,
}


def sees(*found: dict[str, Any]) -> Step:
    return parses(Observation.model_validate({"signals": found, "safety_level": "none"}))


REMEMBERS = {
    "kind": "life_event",
    "content": "Card got declined",
    "quote": "my card got declined",
    "source": "stated",
    "importance": "medium",
    "expires": "none",
    "sensitive": False,
    "supersedes": "none",
}


def remembers(*found: dict[str, Any], level: str = "none") -> Step:
    seen = {"signals": [], "safety_level": level, "memories": found}
    return parses(Observation.model_validate(seen))


def observer_of(*steps: Step, said: str = SAID) -> ScriptedLLM:
    """Return a model that plays the steps for a message, and sees nothing in the turn before it."""
    script = list(steps)

    def play(request: Request) -> Step:
        return script.pop(0) if said_to(request) == said else sees()

    return ScriptedLLM(observer=[play] * (len(steps) + 1))


def said_to(request: Request) -> str:
    assert isinstance(request.context, ObserverContext)
    return request.context.user


async def finished(engine: BareEngine, **columns: Any) -> Turn:
    owner = await factories.person(engine.db, provider="Anthropic")
    session = await factories.conversation(engine.db, owner)
    await factories.exchange(engine.db, owner, session, "Hello.", "What's with you today?")
    turn = await factories.exchange(engine.db, owner, session, SAID, "In the car park.")
    if columns:
        async with engine.db.unit(owner, write=True) as s:
            row = await s.get(type(turn), turn.id)
            for name, value in columns.items():
                setattr(row, name, value)
    return turn


async def run(engine: BareEngine) -> None:
    engine.clock.move(timedelta(minutes=1))
    await JobLoop(engine, [observer.KIND]).run_due()


async def seen(engine: BareEngine, turn: Turn) -> list[ObserverSignal]:
    async with engine.db.unit(turn.user_id) as s:
        return list(await signals.of_turn(s, turn.user_id, turn.id))


async def remembered(engine: BareEngine, turn: Turn) -> list[CoachMemory]:
    async with engine.db.unit(turn.user_id) as s:
        return list(await memories.known(s, turn.user_id))


async def job_of(engine: BareEngine, turn: Turn) -> Job:
    async with engine.db.unit(turn.user_id) as s:
        return (await s.exec(select(Job).where(Job.unique_key == f"observer:{turn.id}"))).one()


async def urgent_run(engine: BareEngine, owner: UUID) -> Job | None:
    async with engine.db.unit(owner) as s:
        return await jobs.newest_with_trigger(s, owner, STRATEGIST, Trigger.URGENT)
