"""Sessions that ended by silence, and the batch that reads them at the stand-in's service."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlmodel import select

from coaching.jobs import forget_batch, strategist, sweep
from coaching.jobs.batch import LOOK_EVERY
from coaching.jobs.loop import JobLoop
from coaching.models import ModelCall
from coaching.services import accounts, sessions
from tests.support import factories, strategy
from tests.support.model_events import reply, whole
from tests.support.model_server import ModelServer, streams

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import Conversation
    from tests.support.bare_engine import BareEngine
    from tests.support.model_batches import StoredBatch

SILENCE = timedelta(hours=13)
PLAN = json.dumps(strategy.as_json())
NO_DOOR = json.dumps(strategy.as_json(doors=[]))
DIRECT = streams(reply(PLAN))


def message(text: str = PLAN, **changes: Any) -> dict[str, Any]:
    return {**json.loads(whole(text)), "model": "claude-sonnet-5-5", **changes}


async def silent(engine: BareEngine, **person: Any) -> Conversation:
    """Return a session that the sweep has just ended, its run begun."""
    owner = await factories.person(engine.db, **person)
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    await factories.exchange(engine.db, owner, session, "I told him.", at=engine.clock.now())
    engine.clock.move(SILENCE)
    await sweep.run(engine)
    await run(engine)
    return session


async def left(engine: BareEngine) -> tuple[UUID, Conversation]:
    """Return a person who has just ended a session by the button, and the session."""
    owner = await factories.person(engine.db)
    async with engine.db.unit(owner, write=True) as s:
        await accounts.start_session(s, owner, now=engine.clock.now())
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    await factories.exchange(engine.db, owner, session, "I told him.", at=engine.clock.now())
    engine.clock.move(timedelta(minutes=5))
    async with engine.db.unit(owner, write=True) as s:
        await sessions.end(s, owner, at=engine.clock.now())
    await run(engine)
    return owner, session


async def run(engine: BareEngine) -> None:
    await JobLoop(engine, [strategist.KIND, forget_batch.KIND]).run_due()


async def later(engine: BareEngine, after: timedelta = LOOK_EVERY) -> None:
    engine.clock.move(after)
    await run(engine)


def only(server: ModelServer) -> StoredBatch:
    (batch,) = server.batches.all
    return batch


async def calls(engine: BareEngine, owner: UUID) -> list[ModelCall]:
    async with engine.db.unit(owner) as s:
        mine = select(ModelCall).where(ModelCall.user_id == owner)
        return list((await s.exec(mine.order_by("created_at"))).all())
