"""What grows out of a made-up person's talk: signals, briefings, cards, wins, practices."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from coaching.content.tensions import tension_details
from coaching.domains.practices.content import load_library
from coaching.domains.practices.models import EndedAs, PracticeRun
from coaching.memory.items import add_items, to_json
from coaching.models import (
    BehavioralIntel,
    CoachingBriefing,
    CoachMemory,
    Conversation,
    Correction,
    FocusDay,
    Hypothesis,
    Message,
    ObserverSignal,
    RewireCard,
    Win,
)
from coaching.repositories.model_calls import ENDED_WELL
from coaching.services.model_calls import DONE
from coaching.values.enums import (
    CardKind,
    HypothesisStatus,
    Lens,
    LensStatus,
    PrescribedBy,
    Role,
    SignalType,
    Stage,
    Tension,
    Trigger,
    Verdict,
)
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from coaching.cli.world.story import Story

_PATH = (Stage.CONTEMPLATION, Stage.PREPARATION, Stage.ACTION, Stage.MAINTENANCE)
"""Most people move along this; some fall back, and some are not there yet."""
_SIGNALS = (
    SignalType.EMOTIONAL,
    SignalType.EMOTIONAL,
    SignalType.DEFLECTION,
    SignalType.BREAKTHROUGH,
    SignalType.PRACTICE_CHECKIN,
    SignalType.TOPIC_SHIFT,
)
_FEELINGS = ("tight", "ashamed", "tired", "relieved", "numb")
_MOST_PRACTICES = 4
_CARD_DAYS = 21


def notice(
    story: Story, conversation: UUID, turn: UUID, said: str, at: datetime, *, urgent: bool = False
) -> None:
    """Add what the Observer saw in an exchange."""
    story.add(
        ObserverSignal, at, session_id=conversation, turn_id=turn, ordinal=int(urgent),
        signal_type=story.random.choice(_SIGNALS), content=story.person.words.signal, quote=said,
        confidence=round(story.random.uniform(0.55, 0.97), 2),
        urgency_flag=urgent or story.happens(0.004), source="model",
    )  # fmt: skip


def brief(story: Story, session: dict[str, Any]) -> None:
    """Add the Strategist's run after a session; a rejected answer is asked for once more."""
    at = session["ended_at"] + timedelta(minutes=1)
    words = story.person.words
    newest, _ = words.talk[(story.talked - 1) % len(words.talk)]
    session["session_notes"] = words.signal
    session["one_line"] = words.card[0]
    story.add(
        CoachingBriefing, at, version=len(story.rows[CoachingBriefing]) + 1,
        trigger=Trigger.SESSION_END, boundary=f"session_end:{session['id']}",
        briefing_content=f"{words.memory[0]} {words.signal} “{newest}”", hypothesis=words.signal,
        session_strategy=words.talk[story.talked % len(words.talk)][1],
        journey_narrative=words.why[0], growth_edges=_edges(story), stage_of_change=_stage(story),
        one_sentence=words.signal, model="claude-sonnet-5-5",
        prompt_hash=story.prompt(Role.STRATEGIST, at)["prompt_hash"],
    )  # fmt: skip
    if story.call(Role.STRATEGIST, at) not in ENDED_WELL:
        story.call(Role.STRATEGIST, at, outcome=DONE)


def keep(story: Story) -> None:
    """Add what somebody has kept by the end: memory, card, wins, practices and corrections."""
    sessions = story.rows[Conversation]
    if not sessions:
        return
    _remember(story)
    for session in sessions:
        if story.happens(0.3):
            _win(story, session["last_message_at"])
    if story.rows[CoachingBriefing]:
        _carry_a_card(story, story.rows[CoachingBriefing][0]["created_at"])
        _understand(story)
    for session in sessions[:_MOST_PRACTICES]:
        if story.happens(0.5):
            _practise(story, min(session["last_message_at"] + timedelta(minutes=2), story.end))
    if story.happens(0.15):
        last = sessions[-1]["last_message_at"]
        verdict = story.random.choice((Verdict.TRUE, Verdict.NOT_TRUE, Verdict.DIFFERENTLY))
        said = story.person.words.signal
        story.add(Correction, last, item="hypothesis", said=said, verdict=verdict)
        story.event(UsageEvent.BELIEF_ANSWERED, last)


def _remember(story: Story) -> None:
    content, quote = story.person.words.memory
    for message in story.rows[Message]:
        if quote in message["text"] and message["role"] == "user":
            story.add(
                CoachMemory, message["created_at"], content=content, quote=quote,
                message_id=message["id"], fingerprint=str(story.person.number),
                updated_at=message["created_at"],
            )  # fmt: skip
            return


def _win(story: Story, at: datetime) -> None:
    text = story.random.choice(story.person.words.wins)
    story.add(Win, at, text=text, tension_type=story.person.tension)
    story.event(UsageEvent.WIN_KEPT, at)


def _carry_a_card(story: Story, at: datetime) -> None:
    title, content = story.person.words.card
    card = story.add(
        RewireCard, at, kind=CardKind.PLAN, title=title, content=content, is_focus=True,
        focus_set_at=at, accepted_at=at, tension_type=story.person.tension,
        prescribed_by=PrescribedBy.STRATEGIST, updated_at=at,
    )  # fmt: skip
    row = story.rows[RewireCard][-1]
    story.event(UsageEvent.CARD_KEPT, at)
    last = min(story.rows[Conversation][-1]["last_message_at"] + timedelta(days=3), story.end)
    done = 0
    for days in range(1, _CARD_DAYS):
        day = at + timedelta(days=days)
        if day >= last or story.happens(0.4):
            continue
        completed = story.happens(0.68)
        done += completed
        story.add(
            FocusDay, day, rewire_card_id=card, day=day.date().isoformat(), completed=completed
        )
        story.event(UsageEvent.FOCUS_DONE if completed else UsageEvent.FOCUS_SKIPPED, day)
        row |= {"times_completed": done, "updated_at": day}
        if completed:
            row["last_completed_at"] = day
    if done > _CARD_DAYS // 3:
        row |= {"is_focus": False, "graduated_at": row["updated_at"]}


def _understand(story: Story) -> None:
    newest = story.rows[CoachingBriefing][-1]
    at = newest["created_at"]
    story.add(
        Hypothesis, at, text=newest["hypothesis"], status=HypothesisStatus.CANDIDATE,
        updated_at=at,
    )  # fmt: skip
    story.rows[BehavioralIntel].append(
        {
            "user_id": story.person.id,
            "triggers": to_json(add_items((), _triggers(story), at=at.isoformat())),
            "emotional_vocabulary": {
                "used_words": to_json(add_items((), _feelings(story), at=at.isoformat()))
            },
            "stage_of_change": newest["stage_of_change"],
            "journey_narrative": newest["journey_narrative"],
            "growth_edges": newest["growth_edges"],
            "last_strategist_run": at,
            "updated_at": at,
        }
    )


def _triggers(story: Story) -> list[str]:
    tension = story.person.tension
    return list(tension_details(tension).triggers[:3]) if tension else []


def _feelings(story: Story) -> list[str]:
    number = story.person.number
    return [_FEELINGS[number % len(_FEELINGS)], _FEELINGS[number * 3 % len(_FEELINGS)]]


def _practise(story: Story, at: datetime) -> None:
    library = load_library()
    practice = story.random.choice(
        [one for one in library.practices if story.person.tension in one.tensions]
    )
    before = story.random.randint(4, 9)
    ended_as = story.random.choices(list(EndedAs)[:-1], weights=(5, 3, 1, 2, 1))[0]
    finished = ended_as in {EndedAs.KEPT, EndedAs.NOTHING}
    story.add(
        PracticeRun, at, practice_id=practice.id, content_version=library.version,
        language=story.person.locale, step="end" if finished else practice.start,
        left_from="" if finished else practice.start,
        kept=["card"] if ended_as is EndedAs.KEPT else [],
        number_before=before if finished else None,
        number_after=max(0, before - story.random.randint(-1, 4)) if finished else None,
        updated_at=at + timedelta(minutes=4), ended_at=at + timedelta(minutes=4),
        ended_as=ended_as,
    )  # fmt: skip
    story.event(UsageEvent.PRACTICE_STARTED, at, practice=practice.id)


def _stage(story: Story) -> Stage:
    step = min(story.sessions // 3, len(_PATH) - 1)
    if not step and story.happens(0.2):
        return Stage.PRECONTEMPLATION
    return Stage.RELAPSE if step and story.happens(0.08) else _PATH[step]


def _edges(story: Story) -> dict[str, Any]:
    lenses, number = list(Lens), story.person.number
    # Three lenses suit each tension, whose number is the same rest of a division.
    suits = (number + 2 * (number // len(Tension) % 3)) % len(lenses)
    active = {lenses[suits], story.random.choice(lenses)}
    return {
        lens.value: {
            "status": LensStatus.ACTIVE if lens in active else LensStatus.NOT_READY,
            "evidence": [],
            "note": "",
        }
        for lens in lenses
    }
