"""Shared steps of tests about prefaces: a briefing, an open session, and what is told in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.agents import open_session, tell
from coaching.repositories import admission_snapshot, conversations
from coaching.safety import Heard
from coaching.services import briefings
from coaching.services.briefings import Run
from coaching.values import session_state
from coaching.values.enums import Trigger
from coaching.values.safety import SafetyVerdict
from tests.support import factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import Conversation
    from tests.support.bare_engine import BareEngine

CALM = SafetyVerdict()


async def opened(engine: BareEngine, owner: UUID, gap_days: float | None = None) -> Conversation:
    """Open a session as an admission does."""
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    async with engine.db.unit(owner, write=True) as s:
        prompt = await open_session(
            engine, s, owner, session_number=session.session_number, gap_days=gap_days
        )
        row = await conversations.require(s, owner, session.id)
        row.prompt, row.briefing_id = dict(prompt.prompt), prompt.briefing_id
        return row


async def told(engine: BareEngine, owner: UUID, verdict: SafetyVerdict = CALM) -> str:
    """Tell what is new and keep it, as an admission does."""
    async with engine.db.unit(owner, write=True) as s:
        session = await conversations.current(s, owner)
        assert session is not None
        stands = await admission_snapshot.of(s, owner, "")
        heard = Heard(verdict=verdict)
        preface = await tell(s, stands, session, at=engine.clock.now(), heard=heard)
        session_state.change(session, told=dict(preface.told))
    return preface.text


async def briefed(engine: BareEngine, owner: UUID) -> None:
    """Store the first briefing of a person."""
    run = Run(Trigger.ONBOARDING, "onboarding", "claude-sonnet-5-5")
    async with engine.db.unit(owner, write=True) as s:
        await briefings.store(s, owner, strategy.output(), run, at=engine.clock.now())
