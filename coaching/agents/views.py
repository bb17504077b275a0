"""Stored rows as agents see them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from coaching.clock import local_day, zone
from coaching.content import may_present_hypothesis
from coaching.services.intel import as_intel
from coaching.text.address import usual_address
from coaching.values.context import (
    BriefingView,
    CardView,
    IntelView,
    MemoryView,
    PersonView,
    SignalView,
    WinView,
)
from coaching.values.enums import MemoryState
from coaching.values.guesses import HypothesisView

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.memory.items import Item
    from coaching.models import (
        BehavioralIntel,
        CoachingBriefing,
        CoachMemory,
        FocusDay,
        Hypothesis,
        ObserverSignal,
        Profile,
        RewireCard,
        Win,
    )
    from coaching.values.enums import Depth, Stage


def person_view(
    profile: Profile, *, stage: Stage, tone: float, depth: Depth, session_number: int
) -> PersonView:
    """Return the person; `tone` and `depth` are the ones to use now, after safety caps."""
    context = tuple(profile.life_context)
    may_guess = may_present_hypothesis(context, session_number)
    return PersonView(
        name=profile.name,
        language=profile.locale,
        country=profile.country,
        tension=profile.tension_type,
        secondary_tension=profile.secondary_tension_type,
        tension_confidence=profile.tension_confidence,
        tension_source=profile.tension_source.value,
        hypothesis=profile.hypothesis if may_guess else "",
        hypothesis_rules=tuple(profile.hypothesis_rules) if may_guess else (),
        emotional_why=profile.emotional_why,
        life_context=context,
        answers=dict(profile.onboarding_answers),
        tone=tone,
        tone_stored=profile.tone,
        depth=depth,
        learning_style=profile.learning_style,
        stage=stage,
        usual_address=usual_address(profile.country, profile.time_zone),
    )


def card_view(
    card: RewireCard, said: Iterable[FocusDay] = (), *, week_from: date = date.min
) -> CardView:
    """Return a card with what was said of it in the last days."""
    days = [day for day in said if day.rewire_card_id == card.id]
    since = week_from.isoformat()
    return CardView(
        id=card.id,
        kind=card.kind,
        title=card.title,
        content=card.content,
        is_focus=card.is_focus,
        times_completed=card.times_completed,
        last_completed_at=card.last_completed_at,
        graduated_at=card.graduated_at,
        created_at=card.created_at,
        skips_last_week=sum(not day.completed and day.day >= since for day in days),
        completed_on=tuple(date.fromisoformat(day.day) for day in days if day.completed),
        misfit_on=card.misfit_at.date() if card.misfit_at else None,
    )


def win_view(win: Win) -> WinView:
    """Return a win."""
    return WinView(win.id, win.text, win.created_at)


def memory_views(found: Iterable[CoachMemory], zone_name: str | None) -> tuple[MemoryView, ...]:
    """Return memories with their days where the person is: it may be tomorrow there."""
    return tuple(memory_view(memory, zone_name) for memory in found)


def memory_view(memory: CoachMemory, zone_name: str | None = None) -> MemoryView:
    """Return a memory, with its days in the zone."""
    return MemoryView(
        id=memory.id,
        content=memory.content,
        quote=memory.quote,
        importance=memory.importance.value,
        created_at=memory.created_at.astimezone(zone(zone_name)),
        kind=memory.kind.value,
        source=memory.source.value,
        certainty=memory.certainty.value,
        due_on=date.fromisoformat(memory.due_on) if memory.due_on else None,
        done_on=local_day(memory.done_at, zone_name) if memory.done_at else None,
        waits=memory.state is MemoryState.WAITING,
    )


def signal_view(signal: ObserverSignal, *, session_number: int) -> SignalView:
    """Return a signal."""
    return SignalView(
        id=signal.id,
        signal_type=signal.signal_type,
        content=signal.content,
        quote=signal.quote,
        confidence=signal.confidence,
        urgency_flag=signal.urgency_flag,
        session_number=session_number,
        created_at=signal.created_at,
    )


def intel_view(row: BehavioralIntel) -> IntelView:
    """Return behavioural intel without its provenance."""
    known = as_intel(row)
    return IntelView(
        triggers=_texts(known.triggers),
        used_words=_texts(known.used_words),
        avoided_words=_texts(known.avoided_words),
        deflection_phrases=_texts(known.deflection_phrases),
        resistance_patterns=_texts(known.resistance_patterns),
        breakthroughs=_texts(known.breakthroughs),
        coaching_notes=_texts(known.coaching_notes),
        stage_of_change=known.stage_of_change,
        journey_narrative=known.journey_narrative,
        growth_edges=known.growth_edges,
    )


def hypothesis_view(row: Hypothesis) -> HypothesisView:
    """Return a guess with its status."""
    return HypothesisView(
        id=row.id,
        text=row.text,
        status=row.status,
        because=row.because,
        sessions_without_support=row.sessions_without_support,
        created_at=row.created_at,
        counted_session_id=row.counted_session_id,
    )


def briefing_view(row: CoachingBriefing) -> BriefingView:
    """Return a briefing."""
    return BriefingView(
        id=row.id,
        version=row.version,
        trigger=row.trigger,
        briefing_content=row.briefing_content,
        hypothesis=row.hypothesis,
        leverage=row.leverage,
        curiosities=tuple(row.curiosities),
        session_strategy=row.session_strategy,
        journey_narrative=row.journey_narrative,
        growth_edges=dict(row.growth_edges),
        one_sentence=row.one_sentence,
        created_at=row.created_at,
    )


def _texts(items: Iterable[Item]) -> tuple[str, ...]:
    return tuple(item.text for item in items)
