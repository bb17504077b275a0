"""Somebody who has talked and has been understood, and what they say of it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from coaching.models import ObserverSignal
from coaching.services import briefings, insight
from coaching.services.briefings import Run
from coaching.values.enums import SignalType, Trigger, Verdict
from tests.support import cast, factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.memory.belief import Belief
    from coaching.models import Conversation, Turn
    from coaching.repositories.db import Db

SAID = "My brother asked for money again and I said yes before I thought."
STORY = "They say yes to their brother before they thought about money. They look tired."
ONE = "You take care of people with all you have, and your own name is starting to show up there."
EDGES: dict[str, Any] = {
    **strategy.as_json()["growth_edges"],
    "self_receiving": {"status": "active", "evidence": [], "note": "kept a gift"},
}


async def talked(db: Db, clock: FrozenClock) -> tuple[UUID, Conversation, Turn]:
    owner = await cast.join(db, cast.COUPLE)
    session = await factories.conversation(db, owner, at=clock.now())
    return owner, session, await factories.exchange(db, owner, session, SAID, at=clock.now())


async def briefed(
    db: Db, clock: FrozenClock, owner: UUID, session: Conversation, **changes: Any
) -> None:
    clock.move(timedelta(days=1))
    output = strategy.output(
        **{"journey_narrative": STORY, "one_sentence": ONE, "growth_edges": EDGES} | changes
    )
    run = Run(Trigger.SESSION_END, f"session_end:{session.id}:{clock.now()}", "claude")
    async with db.unit(owner, write=True) as s:
        await briefings.store(s, owner, output, run, at=clock.now())


async def page(db: Db, clock: FrozenClock, owner: UUID) -> insight.Insight:
    async with db.unit(owner) as s:
        return await insight.page(s, owner, at=clock.now())


async def texts(db: Db, clock: FrozenClock, owner: UUID) -> list[str]:
    return [item.text for item in (await page(db, clock, owner)).items]


async def item(db: Db, clock: FrozenClock, owner: UUID, start: str) -> Belief:
    found = (await page(db, clock, owner)).items
    return next(belief for belief in found if belief.text.startswith(start))


async def say(
    db: Db, clock: FrozenClock, owner: UUID, start: str, verdict: Verdict, instead: str = ""
) -> UUID:
    belief = await item(db, clock, owner, start)
    async with db.unit(owner, write=True) as s:
        kept = await insight.correct(s, owner, belief.id, verdict, instead, at=clock.now())
        return kept.row.id


async def seen(
    db: Db,
    turn: Turn,
    clock: FrozenClock,
    kind: SignalType = SignalType.EMOTIONAL,
    content: str = "Says they feel shame: jargon",
) -> None:
    row = ObserverSignal(
        user_id=turn.user_id,
        session_id=turn.conversation_id,
        turn_id=turn.id,
        ordinal=0,
        signal_type=kind,
        content=content,
        quote="I said yes before I thought",
        confidence=0.9,
        created_at=clock.now(),
    )
    async with db.unit(turn.user_id, write=True) as s:
        s.add(row)
