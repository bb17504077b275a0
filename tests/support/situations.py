"""Five of the cast in five situations, as the agents see them: for prompt snapshots and tests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.values.check_ins import CheckInView, Mood
from coaching.values.context import (
    BriefingView,
    CardView,
    IntelView,
    MemoryView,
    ObserverContext,
    PersonView,
    SignalView,
    StrategistContext,
    WinView,
    WorkingContext,
)
from coaching.values.earlier import EarlierLine, EarlierSession
from coaching.values.enums import CardKind, SafetyLevel, SignalType, Stage, Trigger
from coaching.values.preface import FocusNews, PrefaceFacts, StyleNews
from coaching.values.safety import SafetyVerdict
from coaching.values.strategy import SECTIONS
from coaching.values.transcript import TranscriptLine
from tests.support.cast import COUPLE, FREELANCER, IN_DEBT, SAVER, STUDENT, Person

if TYPE_CHECKING:
    from collections.abc import Mapping

TODAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
TEST_CONFIDENCE = 0.84


@dataclass(frozen=True)
class Situation:
    """Somebody, and what each agent reads about them."""

    coach: WorkingContext
    news: PrefaceFacts
    observer: ObserverContext
    strategist: StrategistContext


def view(person: Person, **changes: Any) -> PersonView:
    """Return somebody of the cast as an agent sees them."""
    seen = PersonView(
        name=person.name,
        tension=person.tension,
        secondary_tension=person.secondary,
        tension_confidence=TEST_CONFIDENCE,
        emotional_why=person.emotional_why,
        life_context=person.life_context,
        tone=person.tone,
        tone_stored=person.tone,
        depth=person.depth,
        learning_style=person.learning_style,
    )
    return replace(seen, **changes)


def card(number: int, title: str, content: str, **changes: Any) -> CardView:
    """Return a card of two weeks ago."""
    made = CardView(
        id=UUID(int=number),
        kind=CardKind.REFRAME,
        title=title,
        content=content,
        is_focus=False,
        times_completed=0,
        last_completed_at=None,
        graduated_at=None,
        created_at=NOW - timedelta(days=14),
    )
    return replace(made, **changes)


def signal(number: int, kind: SignalType, content: str, quote: str) -> SignalView:
    """Return a signal of yesterday's session."""
    yesterday = NOW - timedelta(days=1)
    return SignalView(UUID(int=number), kind, content, quote, 0.88, False, 3, yesterday)


def briefing(version: int, **sections: str) -> BriefingView:
    """Return a briefing; what a section says is given by its number, `s1` to `s7`."""
    paragraphs = (sections.get(f"s{n}", "Not known yet.") for n in range(1, len(SECTIONS) + 1))
    parts = zip(SECTIONS, paragraphs, strict=True)
    return BriefingView(
        id=UUID(int=900 + version),
        version=version,
        trigger=Trigger.SESSION_END,
        briefing_content="\n\n".join(f"{heading}\n{text}" for heading, text in parts),
        hypothesis="Checking may be how the evening is kept safe. Candidate.",
        leverage="I don't know what's coming, and I didn't last time.",
        curiosities=("What the minute before the app is like", "Who sees the calm side"),
        session_strategy="Ask what was noticed about the evening. Do not push numbers.",
        journey_narrative="It began with ten looks a day. One evening was left alone.",
        growth_edges={"future_orientation": {"status": "active", "note": "left one evening alone"}},
        one_sentence="One evening this week stayed yours, and nothing fell down while it did.",
        created_at=NOW - timedelta(days=1),
    )


def _new_user() -> Situation:
    person = view(
        COUPLE,
        hypothesis="Giving may be how you learned to be good and to belong.",
        hypothesis_rules=("h04_give_to_be_good",),
        answers={"q1": "q1_avoid", "q3": "q3_give", "q6": "q6_give"},
    )
    first = card(
        1,
        "Let me get back to you",
        "I can love someone and not answer today.",
        kind=CardKind.NOTICING,
        is_focus=True,
        created_at=NOW,
    )
    coach = WorkingContext(
        person, COUPLE.messages[0], TODAY, 1, 1, focus_card=first, cards=(first,)
    )
    observer = ObserverContext("", COUPLE.messages[0], "Before you thought.", person.tension)
    return Situation(
        coach,
        PrefaceFacts(today=TODAY),
        observer,
        StrategistContext(Trigger.ONBOARDING, person, TODAY),
    )


DEV_FOCUS = card(
    2,
    "The boiler line",
    "I don't know what's coming next. I didn't know about the boiler either.",
    kind=CardKind.PLAN,
    is_focus=True,
    times_completed=3,
    last_completed_at=NOW - timedelta(days=1),
)
DEV_CHECK_IN = CheckInView(Mood.TENSE, "The card terminal said no twice.", NOW)
DEV_WIN = WinView(UUID(int=12), "Looked once and put the phone in the kitchen", NOW)
DEV_BRIEFING = briefing(
    4,
    s1="Dev designs, and the months are uneven. He wants to sleep through a slow one.",
    s4="The boiler line, done three times, in the kitchen when the phone is plugged in.",
    s6="Ask after the kitchen. Do not push the invoice.",
)
DEV_SIGNALS = (
    signal(21, SignalType.EMOTIONAL, "names a tight chest before the app loads", "chest"),
    signal(22, SignalType.PRACTICE_CHECKIN, "left the phone in the kitchen", "looked once"),
)
DEV_INTEL = IntelView(
    triggers=("a late invoice, the app before breakfast",),
    used_words=("tight", "strange, but fine"),
    avoided_words=("anxious",),
    deflection_phrases=("quick question",),
    coaching_notes=("preparation, about checking", "boundary: no breathing exercises"),
    stage_of_change=Stage.PREPARATION,
)
CONTROLLED_INTEL = IntelView(
    triggers=("a Friday, the receipts on the table",),
    avoided_words=("controlling",),
    coaching_notes=("boundary: not about him",),
)
DEV_MEMORY = MemoryView(
    UUID(int=31),
    "His partner Isla wants to book Easter",
    "we could book Easter",
    "high",
    NOW - timedelta(days=9),
)


DEV_EARLIER = (
    EarlierSession(TODAY - timedelta(days=30), note="You told me how uneven the months are."),
    EarlierSession(
        TODAY - timedelta(days=1),
        (
            EarlierLine("user", "isla wants to book easter and my chest went tight"),
            EarlierLine("coach", "Easter is a long way off. What would the booking ask of you?"),
        ),
    ),
)


def _mid_plan() -> Situation:
    person = view(FREELANCER, stage=Stage.PREPARATION)
    message, reply = FREELANCER.messages[2], "Once, and strange, and fine."
    coach = WorkingContext(
        person, message, TODAY, 4, 3, briefing=DEV_BRIEFING, cards=(DEV_FOCUS,), intel=DEV_INTEL
    )
    coach = replace(coach, earlier=DEV_EARLIER)
    news = PrefaceFacts(
        today=TODAY,
        focus=FocusNews(DEV_FOCUS, "did it"),
        new_wins=(DEV_WIN,),
    )
    observer = ObserverContext(
        "What was the evening like?", message, reply, person.tension, DEV_FOCUS.title, DEV_SIGNALS
    )
    strategist = StrategistContext(
        Trigger.SESSION_END,
        person,
        TODAY,
        session_number=4,
        intel=DEV_INTEL,
        memories=(DEV_MEMORY,),
        wins=(DEV_WIN,),
        cards=(DEV_FOCUS,),
        previous_briefing=DEV_BRIEFING,
        signals=DEV_SIGNALS,
        check_ins=(DEV_CHECK_IN,),
        transcript=(TranscriptLine("user", message, NOW), TranscriptLine("coach", reply, NOW)),
    )
    return Situation(coach, news, observer, strategist)


def _debt_distress() -> Situation:
    person = view(IN_DEBT, life_context=("ctx_debt", "ctx_urgent"), tone=3.0)
    concern = SafetyVerdict(SafetyLevel.CONCERN, "acute_debt")
    message = "They will cut the power on Monday and I can't open any of it."
    return Situation(
        WorkingContext(person, message, TODAY, 1, 2, safety=concern),
        PrefaceFacts(style=StyleNews(3.0, person.depth, person.learning_style), safety=concern),
        ObserverContext(
            "What is in the hallway?", message, "Monday.", person.tension, "", (), concern
        ),
        StrategistContext(Trigger.URGENT, person, TODAY, session_number=1, safety_recent=True),
    )


def _returning() -> Situation:
    person = view(SAVER, stage=Stage.RELAPSE, hypothesis="Safety may always be one coin away.")
    coat = card(3, "Warm enough to wear it", "I bought it to be worn.", is_focus=True)
    coat = replace(coat, skips_last_week=4)
    known = briefing(7, s2="The coat was bought and worn. Then the old way came back, she says.")
    return Situation(
        WorkingContext(
            person,
            SAVER.messages[0],
            TODAY,
            8,
            1,
            briefing=known,
            gap_days=23.0,
            last_session_danger=True,
        ),
        PrefaceFacts(today=TODAY, focus=FocusNews(coat), is_quiet=False),
        ObserverContext("", SAVER.messages[0], "Back on the rail.", person.tension, coat.title),
        StrategistContext(
            Trigger.SESSION_START,
            person,
            TODAY,
            session_number=8,
            cards=(coat,),
            previous_briefing=known,
        ),
    )


def _controlled() -> Situation:
    """Somebody else holds the money; the tone is capped by what was said last time."""
    person = view(STUDENT, life_context=("ctx_controlled",), tone=4.0)
    concern = SafetyVerdict(SafetyLevel.CONCERN, "domestic_economic_abuse")
    message = "He gives me cash on Fridays and wants every receipt. It's how he is."
    return Situation(
        WorkingContext(
            person, message, TODAY, 3, 2, safety=concern, gap_days=2.0, intel=CONTROLLED_INTEL
        ),
        PrefaceFacts(
            today=TODAY,
            safety=concern,
            places=("Emergency services (UK)", "National Domestic Abuse Helpline (Refuge)"),
        ),
        ObserverContext("How was Friday?", message, "Receipts.", person.tension, "", (), concern),
        StrategistContext(
            Trigger.SESSION_END,
            person,
            TODAY,
            session_number=3,
            intel=CONTROLLED_INTEL,
            transcript=(TranscriptLine("user", message, NOW),),
        ),
    )


SITUATIONS: Mapping[str, Situation] = {
    "new_user": _new_user(),
    "mid_plan": _mid_plan(),
    "debt_distress": _debt_distress(),
    "returning": _returning(),
    "controlled": _controlled(),
}
