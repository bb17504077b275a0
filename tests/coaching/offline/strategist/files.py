"""One person's file for the Strategist, filled as a test needs it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching import evals
from coaching.content import hypotheses_for, identify_tension
from coaching.offline.strategist.plan import plan
from coaching.values.context import (
    BriefingView,
    CardView,
    PersonView,
    SignalView,
    StrategistContext,
    WinView,
)
from coaching.values.enums import CardKind, HypothesisStatus, SignalType, Tension, Trigger
from coaching.values.guesses import HypothesisView
from coaching.values.transcript import TranscriptLine

if TYPE_CHECKING:
    from coaching.values.strategy import StrategistOutput

TODAY = date(2026, 11, 25)
EVENING = datetime(2026, 11, 25, 20, tzinfo=UTC)
PERSONAS = Path(evals.__file__).parent / "examples" / "personas.json"

RUTH = PersonView(
    name="Ruth",
    tension=Tension.GIVE,
    secondary_tension=Tension.AVOID,
    emotional_why="I'd like one line on the list that says my name.",
    hypothesis="Giving may keep you close to people, and saying no may feel like being left.",
    life_context=("ctx_family_support",),
    tone=4,
)


@cache
def personas() -> dict[str, StrategistContext]:
    """The people of the onboarding, as their first run sees them."""
    rows: list[dict[str, Any]] = json.loads(PERSONAS.read_text("utf-8"))["onboarding_personas"]
    return {row["name"]: StrategistContext(Trigger.ONBOARDING, _person(row), TODAY) for row in rows}


def _person(row: dict[str, Any]) -> PersonView:
    found = identify_tension(row["answers"])
    guesses = hypotheses_for(found, row["context"]).candidates
    return PersonView(
        name=row["name"],
        tension=found.primary,
        secondary_tension=found.secondary,
        hypothesis=guesses[0].text if guesses else "",
        hypothesis_rules=tuple(guess.id for guess in guesses),
        emotional_why=row["emotional_why"],
        life_context=tuple(row["context"]),
        answers=row["answers"],
    )


def first_run(person: PersonView = RUTH, **changes: Any) -> StrategistContext:
    return StrategistContext(Trigger.ONBOARDING, replace(person, **changes), TODAY)


def later_run(**parts: Any) -> StrategistContext:
    """A session's end with the first briefing behind it."""
    person = parts.pop("person", RUTH)
    first = plan(first_run(person))
    return StrategistContext(
        trigger=parts.pop("trigger", Trigger.SESSION_END),
        person=person,
        today=TODAY,
        session_number=2,
        previous_briefing=parts.pop("previous", briefed(first)),
        **parts,
    )


def briefed(out: StrategistOutput) -> BriefingView:
    """A briefing as it is stored."""
    return BriefingView(
        id=UUID(int=9),
        version=1,
        trigger=Trigger.ONBOARDING,
        briefing_content=out.briefing_content,
        hypothesis=out.hypothesis,
        leverage=out.leverage,
        curiosities=tuple(out.curiosities),
        session_strategy=out.session_strategy,
        journey_narrative=out.journey_narrative,
        growth_edges={},
        one_sentence=out.one_sentence,
        created_at=EVENING - timedelta(days=5),
    )


def held(text: str, number: int = 1, **changes: Any) -> HypothesisView:
    """A guess of an earlier run."""
    row = HypothesisView(
        id=UUID(int=700 + number),
        text=text,
        status=HypothesisStatus.CANDIDATE,
        because=None,
        sessions_without_support=0,
        created_at=EVENING - timedelta(days=5),
    )
    return replace(row, **changes)


def signal(kind: SignalType, quote: str, number: int = 1, *, urgent: bool = False) -> SignalView:
    content = f"Shows: “{quote}”"
    return SignalView(UUID(int=100 + number), kind, content, quote, 0.88, urgent, 2, EVENING)


def talk(*lines: str) -> tuple[TranscriptLine, ...]:
    """Lines of the coach and the person in turn, the coach first."""
    return tuple(
        TranscriptLine("user" if at % 2 else "coach", text, EVENING + timedelta(minutes=at))
        for at, text in enumerate(lines)
    )


def said(*lines: str) -> tuple[TranscriptLine, ...]:
    return talk(*(part for line in lines for part in ("Mm.", line)))


def card(number: int = 1, **changes: Any) -> CardView:
    plain = CardView(
        id=UUID(int=number),
        kind=CardKind.NOTICING,
        title="Before, not instead",
        content="When a name comes up on my phone, I notice my hand first.",
        is_focus=True,
        times_completed=2,
        last_completed_at=EVENING,
        graduated_at=None,
        created_at=EVENING - timedelta(days=30),
    )
    return replace(plain, **changes)


def win(text: str) -> WinView:
    return WinView(UUID(int=5), text, EVENING)
