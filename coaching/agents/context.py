"""The working context of one reply: gathered side by side, its ingredients logged by id."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.agents import context_loaders
from coaching.agents.corrections_filter import obeying
from coaching.agents.views import briefing_view, memory_views
from coaching.domains.practices import offering, service, situations
from coaching.domains.practices.situations import Incoming
from coaching.repositories import briefings, messages
from coaching.rules import recalling
from coaching.services import corrections, memories
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.values.context import PersonView, WorkingContext

if TYPE_CHECKING:
    from coaching.agents.engine import Engine
    from coaching.agents.turn_run import TurnRun
    from coaching.values.context import BriefingView, MemoryView
    from coaching.values.corrections import Correction
    from coaching.values.practice_choice import PracticeChoice

RECALLED = 30  # memories and messages among which a sentence is looked for


async def working_context(engine: Engine, turn: TurnRun) -> WorkingContext:
    """Return everything the Coach may know for this reply."""
    (person, keepsakes, recent), (briefing, binding), practices, told = await asyncio.gather(
        context_loaders.load_side_by_side(
            engine.db, turn.owner, session_number=turn.session_number, at=turn.at
        ),
        _believed(engine, turn),
        _practices(engine, turn),
        _recalled(engine, turn),
    )
    context = WorkingContext(
        person=person.view,
        message=turn.text,
        today=person.manner.today,
        session_number=turn.session_number,
        turn_number=turn.turn_number,
        history=turn.past,
        focus_card=keepsakes.focus,
        cards=keepsakes.cards,
        wins=keepsakes.wins,
        briefing=briefing,
        intel=person.intel,
        signals=recent.signals,
        openings=recent.openings,
        lines=recent.lines,
        pending=turn.state.pending,
        safety=turn.safety,
        check=turn.check,
        safety_recent=person.manner.care.is_quiet,
        gap_days=turn.gap_days,
        last_session_danger=person.manner.care.last_session_danger,
        after_crisis=person.manner.care.after_crisis,
        preface=turn.preface,
        corrections=binding,
        memories=told.memories,
        told_before=told.said,
        practices=practices,
    )
    return obeying(context)


def at_hand(turn: TurnRun) -> WorkingContext:
    """Return what the turn itself tells: for a model that reads the prompt and nothing else."""
    return WorkingContext(
        person=PersonView(language=turn.language),
        message=turn.text,
        today=turn.today,
        session_number=turn.session_number,
        turn_number=turn.turn_number,
        history=turn.past,
        pending=turn.state.pending,
        safety=turn.safety,
        check=turn.check,
        gap_days=turn.gap_days,
        preface=turn.preface,
    )


def context_ids(turn: TurnRun, context: WorkingContext) -> dict[str, Any]:
    """Return the ids of what went in, for the turn's row."""
    return {
        "briefing": turn.prompt.get("briefing_id"),
        "focus_card": str(context.focus_card.id) if context.focus_card else None,
        "cards": [str(card.id) for card in context.cards],
        "wins": [str(win.id) for win in context.wins],
        "signals": [str(signal.id) for signal in context.signals],
    }


@dataclass(frozen=True, slots=True)
class _Told:
    """Among what the answer is looked for, where somebody asks what they told before."""

    memories: tuple[MemoryView, ...] = ()
    said: tuple[str, ...] = ()


async def _recalled(engine: Engine, turn: TurnRun) -> _Told:
    """Return the memories and messages near what a message asks to be told again; else none.

    Of the messages those that name most of it; none that was said in danger or about abuse.
    """
    about = recalling.asked(turn.text)
    if not about:
        return _Told()
    async with engine.db.unit(turn.owner) as s:
        near = await memories.near(s, turn.owner, turn.text, at=turn.at, limit=RECALLED)
        before = [row.text for row in await messages.by_person(s, turn.owner)]
        unsaid = await unspoken(s, turn.owner)
    counted = [(recalling.own_sentence(text, about)[0], text) for text in before]
    counted.sort(key=lambda one: one[0], reverse=True)
    naming = [text for count, text in counted[:RECALLED] if count]
    told = [text for text in naming if may_repeat(text, unsaid)]
    return _Told(memory_views(near, None), tuple(told))


async def _practices(engine: Engine, turn: TurnRun) -> PracticeChoice:
    """Return the practices that fit this message."""
    async with engine.db.unit(turn.owner) as s:
        now = await situations.situation(
            s, turn.owner, at=turn.at, incoming=Incoming(turn.text, turn.safety)
        )
        running = await service.waiting(s, turn.owner, turn.at)
    return replace(offering.choice(now), running=running)


async def _believed(
    engine: Engine, turn: TurnRun
) -> tuple[BriefingView | None, tuple[Correction, ...]]:
    """Return the briefing that was fixed when the session began (A32), and what binds it now."""
    stored = turn.prompt.get("briefing_id")
    async with engine.db.unit(turn.owner) as s:
        row = await briefings.find(s, turn.owner, UUID(str(stored))) if stored else None
        binding = await corrections.binding(s, turn.owner)
    return briefing_view(row) if row else None, binding
