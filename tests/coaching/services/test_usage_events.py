"""What is counted of what people do: that it happened, in words of ours (A75)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlmodel import select

from coaching.models import BetaAnalytics
from coaching.services import cards, focus, sessions, wins
from coaching.values.enums import CardKind
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db

WORDS = "The envelope is only paper."


async def noted(db: Db, owner: UUID) -> list[tuple[str, dict[str, object]]]:
    async with db.unit(owner) as s:
        rows = (await s.exec(select(BetaAnalytics).where(BetaAnalytics.user_id == owner))).all()
    return [(row.event, row.properties) for row in rows]


async def test_a_day_with_toney_is_counted_without_a_word_of_it(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, WORDS)
    at = clock.now()
    async with db.unit(owner, write=True) as s:
        card = await cards.add(s, owner, kind=CardKind.TRUTH, title="Paper", content=WORDS, at=at)
        await cards.set_focus(s, owner, card.row.id, at=at)
        await focus.complete(s, owner, at=at, reflection=WORDS)
        await focus.skip(s, owner, at=at)
        await wins.add(s, owner, WORDS, at=at)
        await sessions.end(s, owner, at=at)

    found = await noted(db, owner)

    assert sorted(event for event, _ in found) == [
        "card_kept",
        "focus_done",
        "focus_skipped",
        "session_ended",
        "win_kept",
    ]
    assert dict(found)["card_kept"] == {"kind": "truth", "by": "user"}
    assert "aper" not in json.dumps(found)
    assert str(card.row.id) not in json.dumps(found)


async def test_a_session_that_is_ended_twice_counts_once(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await factories.exchange(db, owner, await factories.conversation(db, owner))
    async with db.unit(owner, write=True) as s:
        closing = await sessions.end(s, owner, at=clock.now())
        await sessions.end(s, owner, at=clock.now(), conversation_id=closing.conversation_id)

    assert [event for event, _ in await noted(db, owner)] == ["session_ended"]
