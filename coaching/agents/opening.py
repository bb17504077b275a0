"""What is fixed when a session begins: the second prompt block and its briefing (K12, A32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.agents.known import load_keepsakes, load_person
from coaching.agents.obeying import briefing_without, obeying
from coaching.agents.telling import told_by_block
from coaching.agents.turn_run import SessionPrompt
from coaching.agents.views import briefing_view, memory_view
from coaching.prompts import build_system_prompt_blocks, build_system_prompt_from_briefing
from coaching.repositories import briefings, conversations
from coaching.services import corrections, jobs, memories
from coaching.values.context import WorkingContext

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.engine import Engine
    from coaching.models import CoachingBriefing

MEMORIES = 7


async def open_session(
    engine: Engine, s: AsyncSession, owner: UUID, *, session_number: int, gap_days: float | None
) -> SessionPrompt:
    """Return the block and the briefing that serve a session; a missing one is asked for."""
    now = engine.clock.now()
    newest = await briefings.latest(s, owner)
    await _ask_for_missing(s, owner, newest, session_number=session_number, now=now)
    person = await load_person(s, owner, session_number=session_number, at=now)
    kept = await load_keepsakes(s, owner, at=now)
    context = WorkingContext(
        person=person.view,
        message="",
        today=person.manner.today,
        session_number=session_number,
        turn_number=1,
        focus_card=kept.focus,
        cards=kept.cards,
        wins=kept.wins,
        intel=person.intel,
        safety_recent=person.manner.care.is_quiet,
        gap_days=gap_days,
        last_session_urgent=person.manner.care.last_session_urgent,
        after_crisis=person.manner.care.after_crisis,
        corrections=await corrections.binding(s, owner),
        memories=tuple(map(memory_view, await memories.active(s, owner, at=now, limit=MEMORIES))),
    )
    context = obeying(context)
    told = told_by_block(
        person.manner, kept, briefed_at=newest.created_at if newest else None, now=now
    )
    prompt = {"told": told, "tension": person.view.tension}
    if newest is None:
        blocks = build_system_prompt_blocks(context)
        return SessionPrompt({**prompt, "block": blocks[1].text}, None)
    briefing = briefing_without(briefing_view(newest), context.corrections)
    blocks = build_system_prompt_from_briefing(context, briefing)
    prompt |= {"block": blocks[1].text, "briefing_id": str(newest.id)}
    return SessionPrompt(prompt, newest.id)


async def _ask_for_missing(
    s: AsyncSession,
    owner: UUID,
    newest: CoachingBriefing | None,
    *,
    session_number: int,
    now: datetime,
) -> None:
    """Have the session before this one read, if the sweep has not come to it yet (ID-12)."""
    before = await conversations.before(s, owner, session_number)
    if before is None or (newest is not None and newest.created_at > before.last_message_at):
        return
    await jobs.ask_after_session(s, owner, before, at=now)
