"""Cards in front of a message: those that are open, and a plan whose day is over."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.agents import open_session, tell
from coaching.repositories import admission_snapshot, cards, conversations
from coaching.safety import Heard
from coaching.services import briefings as briefing_service
from coaching.services import session_states
from coaching.services.briefings import Run
from coaching.values.enums import CardKind, PrescribedBy, Trigger
from tests.support import cast, factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import Conversation
    from tests.support.bare_engine import BareEngine


async def opened(engine: BareEngine, owner: UUID) -> Conversation:
    """Open a session as an admission does."""
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    async with engine.db.unit(owner, write=True) as s:
        prompt = await open_session(
            engine, s, owner, session_number=session.session_number, gap_days=None
        )
        row = await conversations.require(s, owner, session.id)
        row.prompt, row.briefing_id = dict(prompt.prompt), prompt.briefing_id
        return row


async def told(engine: BareEngine, owner: UUID) -> str:
    """Tell what is new and keep it, as an admission does."""
    async with engine.db.unit(owner, write=True) as s:
        session = await conversations.current(s, owner)
        assert session is not None
        stands = await admission_snapshot.of(s, owner, "")
        preface = await tell(s, stands, session, at=engine.clock.now(), heard=Heard())
        session_states.change(session, told=dict(preface.told))
    return preface.text


async def briefed(engine: BareEngine, owner: UUID) -> None:
    run = Run(Trigger.ONBOARDING, "onboarding", "claude-sonnet-5-5")
    async with engine.db.unit(owner, write=True) as s:
        await briefing_service.store(s, owner, strategy.output(), run, at=engine.clock.now())


@pytest.mark.parametrize(
    ("content", "is_over"),
    [("On Saturday I open the account.", True), ("Every Saturday I look once.", False)],
)
async def test_a_plan_whose_day_is_over_is_not_told_as_if_it_were_due(
    engine: BareEngine, content: str, *, is_over: bool
) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    plan = await factories.card(
        engine.db, owner, "Open it", content=content, kind=CardKind.PLAN, at=engine.clock.now()
    )
    async with engine.db.unit(owner, write=True) as s:
        at = engine.clock.now()
        await cards.set_focus(s, owner, plan.id, now=at, prescribed_by=PrescribedBy.USER)
    engine.clock.move(timedelta(days=7))
    await briefed(engine, owner)
    await opened(engine, owner)

    first = await told(engine, owner)

    assert content in first
    assert ("the day it names, 2026-01-17, is over" in first) is is_over


async def test_a_card_that_was_ticked_meanwhile_is_no_news(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await opened(engine, owner)
    await told(engine, owner)
    engine.clock.move(timedelta(minutes=1))
    card = await factories.card(engine.db, owner, "After my tea", at=engine.clock.now())
    async with engine.db.unit(owner, write=True) as s:
        await cards.graduate(s, owner, card.id, now=engine.clock.now())

    assert "After my tea" not in await told(engine, owner)
