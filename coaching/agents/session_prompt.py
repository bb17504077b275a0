"""Session prompt: the block and the briefing that stay fixed for a session (K12, A32)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from coaching.agents.context_loaders import load_keepsakes, load_person
from coaching.agents.corrections_filter import briefing_without, obeying
from coaching.agents.preface import told_by_block
from coaching.agents.transcripts import WORD_FOR_WORD, earlier_sessions
from coaching.agents.turn_run import SessionPrompt
from coaching.agents.views import briefing_view, memory_views
from coaching.agents.writing_style import ADDRESS, as_in_earlier
from coaching.domains.reminders import service as reminders
from coaching.memory.plans import with_open_plans
from coaching.prompts import build_system_prompt_blocks, build_system_prompt_from_briefing
from coaching.repositories import briefings, conversations, messages, profiles
from coaching.services import corrections, jobs, memories, safety_events
from coaching.services.summaries import SHORT_BLOCK
from coaching.values.context import WorkingContext

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.agents.engine import Engine
    from coaching.settings import Settings
    from coaching.values.context import BriefingView, MemoryView

MEMORIES = 7


async def open_session(
    engine: Engine, s: AsyncSession, owner: UUID, *, session_number: int, gap_days: float | None
) -> SessionPrompt:
    """Return the block and the briefing that serve a session; a missing one is asked for."""
    now = engine.clock.now()
    newest = await briefings.latest(s, owner)
    await _ask_for_missing(s, owner, session_number=session_number, now=now)
    person = await load_person(s, owner, session_number=session_number, at=now)
    kept = await load_keepsakes(s, owner, at=now)
    binding = await corrections.binding(s, owner)
    zone_name = (await profiles.require(s, owner)).time_zone
    earlier = partial(
        earlier_sessions, s, owner, before=session_number, zone=zone_name, corrections=binding
    )
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
        after_crisis=person.manner.care.after_crisis,
        corrections=binding,
        memories=await _remembered(s, owner, zone_name, now),
        reminders=() if person.manner.care.is_quiet else await reminders.still_open(s, owner),
        earlier=await earlier(room=_room(engine.settings)),
    )
    said = [row.text for row in await messages.by_person(s, owner)]
    context = obeying(replace(context, person=as_in_earlier(context.person, context.earlier, said)))
    briefed_at = newest.created_at if newest else None
    was_quiet = briefed_at is not None and await safety_events.is_quiet(s, owner, at=briefed_at)
    told = told_by_block(person.manner, kept, briefed_at=briefed_at, now=now, was_quiet=was_quiet)
    briefing = briefing_without(briefing_view(newest), context.corrections) if newest else None
    prompt = {
        "told": told,
        "tension": person.view.tension,
        "block": _block(context, briefing),
        ADDRESS: context.person.address,
    }
    if any(session.lines for session in context.earlier):
        notes = await earlier(room=0)
        prompt[SHORT_BLOCK] = _block(replace(context, earlier=notes), briefing)
    if newest is None:
        return SessionPrompt(prompt, None)
    return SessionPrompt({**prompt, "briefing_id": str(newest.id)}, newest.id)


async def _remembered(
    s: AsyncSession, owner: UUID, zone_name: str, now: datetime
) -> tuple[MemoryView, ...]:
    """Return the few memories that the session begins with, open plans among them."""
    found = await memories.active(s, owner, at=now, limit=memories.RANKED_FROM)
    return memory_views(with_open_plans(found, MEMORIES), zone_name)


def _block(context: WorkingContext, briefing: BriefingView | None) -> str:
    """Return the session's block, with the briefing if there is one."""
    if briefing is None:
        return build_system_prompt_blocks(context)[1].text
    return build_system_prompt_from_briefing(context, briefing)[1].text


def _room(settings: Settings) -> int:
    """Return the tokens of earlier sessions word for word; a local model takes in less."""
    return settings.model_context_tokens // 8 if settings.is_local else WORD_FOR_WORD


async def _ask_for_missing(
    s: AsyncSession, owner: UUID, *, session_number: int, now: datetime
) -> None:
    """Have the session before this one read, if the sweep has not come to it yet."""
    before = await conversations.before(s, owner, session_number)
    if before is not None:
        await jobs.ask_after_session(s, owner, before, at=now)
