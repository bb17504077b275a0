"""What a made-up person did, from joining until they stopped: arriving, and talking."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from coaching.cli.world import growth, mishaps
from coaching.cli.world.story import MODELS, Story
from coaching.models import (
    Consent,
    Conversation,
    Identity,
    Job,
    Message,
    Profile,
    SafetyEvent,
    Turn,
    User,
)
from coaching.safety import resources_for
from coaching.services.consent import text_version
from coaching.services.safety_events import CHAT
from coaching.values.conversations import Feedback, MessageRole, SessionStatus
from coaching.values.enums import JobStatus, OnboardingStep, Role, SafetyLevel, TurnStatus
from coaching.values.people import IdentityKind
from coaching.values.tiers import Tier
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from datetime import datetime
    from random import Random

    from coaching.cli.world.people import Somebody

SERIOUS = "acute_debt"
"""What the few serious messages of this world are about."""
_ENDS_AFTER = timedelta(hours=13)
_POSITIONS = dict.fromkeys(OnboardingStep, (0, 0)) | {
    OnboardingStep.QUESTIONS: (0, 8),
    OnboardingStep.STYLE_QUIZ: (0, 4),
}
"""At which question of a step people stop."""
_FAILS, _IS_SEEN, _IS_SERIOUS, _IS_MISHEARD = 0.006, 0.35, 0.002, 0.001
"""Chances: a reply fails, the Observer sees something, help is shown, help is shown by mistake."""


def live(person: Somebody, random: Random, *, start: datetime, end: datetime) -> Story:
    """Return everything that a person did from joining until they stopped, or until the end."""
    story = Story(person, random, start, end)
    joined = start + timedelta(days=person.joined, hours=7 + random.random() * 15)
    if joined >= end:
        joined = end - timedelta(hours=3)
    _arrive(story, joined)
    if person.got_to is OnboardingStep.HOME and story.happens(0.9):
        for at in _visits(story, joined + timedelta(minutes=6)):
            _talk(story, at)
        growth.keep(story)
    return story


def _arrive(story: Story, at: datetime) -> None:
    person = story.person
    done = at + timedelta(minutes=5) if person.got_to is OnboardingStep.HOME else None
    answered = person.got_to not in {OnboardingStep.WELCOME, OnboardingStep.QUESTIONS}
    story.rows[User].append({"id": person.id, "created_at": at})
    has_email = bool(done) and story.happens(0.35)
    kind = IdentityKind.EMAIL if has_email else IdentityKind.GUEST
    subject = f"{person.id}@example.com" if has_email else str(person.id)
    story.add(Identity, at, kind=kind, subject=subject)
    story.rows[Profile].append(
        {
            "user_id": person.id,
            "name": person.name,
            "locale": person.locale,
            "time_zone": person.time_zone,
            "country": person.country,
            "tension_type": person.tension if answered else None,
            "secondary_tension_type": person.second if answered else None,
            "emotional_why": person.why if answered else "",
            "onboarding_step": person.got_to,
            "onboarding_position": story.random.randint(*_POSITIONS[person.got_to]),
            "onboarding_completed_at": done,
            "tone": float(person.tone),
            "depth": person.depth,
            "learning_style": person.learning_style,
            "tier": Tier.PRO if has_email and story.happens(0.3) else Tier.FREE,
            "created_at": at,
            "updated_at": done or at,
        }
    )
    if person.got_to is not OnboardingStep.WELCOME:
        story.add(Consent, at, text_version=text_version(), provider="Anthropic", given_at=at)
    if done:
        story.event(UsageEvent.ONBOARDED, done)
        story.call(Role.STRATEGIST, done)


def _visits(story: Story, first: datetime) -> list[datetime]:
    """Return when they sat down to talk: at once, then one to three times a week."""
    visits = [first]
    for week in range(story.person.weeks):
        for _ in range(story.random.choice((1, 1, 2, 3))):
            day = week * 7 + story.random.randint(1, 6)
            hour = story.random.choice((7, 8, 12, 13, 18, 20, 21, 21, 22))
            at = first.replace(hour=hour, minute=story.random.randint(0, 59))
            visits.append(at + timedelta(days=day))
    apart: list[datetime] = []
    for at in sorted(visits):
        if at + timedelta(hours=1) < story.end and (not apart or at - apart[-1] > _ENDS_AFTER):
            apart.append(at)
    return apart


def _talk(story: Story, began: datetime) -> None:
    story.sessions += 1
    length = min(max(1, int(story.random.gauss(5, 2.5))), 14)
    conversation = story.add(
        Conversation, began, session_number=story.sessions, session_status=SessionStatus.CLOSED,
        last_message_at=began,
    )  # fmt: skip
    row = story.rows[Conversation][-1]
    at = began
    for _ in range(length):
        _exchange(story, conversation, at)
        at += timedelta(seconds=story.random.randint(40, 260))
    row["last_message_at"] = at
    if at + _ENDS_AFTER > story.end:
        row["session_status"] = SessionStatus.OPEN
        return
    row["ended_at"] = at + timedelta(minutes=2)
    story.event(UsageEvent.SESSION_ENDED, row["ended_at"])
    if story.happens(0.45):
        helped = story.happens(0.8)
        row["feedback"] = Feedback.HELPED if helped else Feedback.NOT_TODAY
    if not mishaps.left_the_strategist_without_an_answer(story, row):
        growth.brief(story, row)


def _exchange(story: Story, conversation: UUID, at: datetime) -> None:
    talk = story.person.words.talk
    said, replied = talk[story.talked % len(talk)]
    story.talked += 1
    failed = story.happens(_FAILS)
    serious = story.happens(_IS_SERIOUS)
    later = at + timedelta(seconds=story.random.randint(3, 9))
    turn = story.add(
        Turn, at, conversation_id=conversation, seq=story.talked, text_hash=_hash(said),
        client_message_id=str(UUID(int=story.random.getrandbits(128), version=4)),
        status=TurnStatus.FAILED if failed else TurnStatus.DONE, attempt=1, fence=1,
        safety_level=SafetyLevel.CONCERN if serious else SafetyLevel.NONE,
        safety_category=SERIOUS if serious else "",
        error_code="MODEL_UNAVAILABLE" if failed else "",
        model=MODELS[Role.COACH][0], started_at=at, finished_at=later,
    )  # fmt: skip
    _message(story, conversation, turn, MessageRole.USER, said, at)
    if serious:
        story.add(
            SafetyEvent, at, turn_id=turn, level=SafetyLevel.CONCERN, category=SERIOUS, source=CHAT,
            shown_resources=[one.id for one in resources_for(SERIOUS, story.person.country)],
        )  # fmt: skip
    elif story.happens(_IS_MISHEARD):
        mishaps.mishear(story, turn, at)
    if failed:
        return
    reply = _message(story, conversation, turn, MessageRole.COACH, replied, later)
    story.call(Role.COACH, at, turn=turn)
    mishaps.use_a_tool(story, turn, at)
    mishaps.rate(story, reply, turn, later)
    if mishaps.failed_to_observe(story, turn, later):
        return
    _job(story, turn, later)
    story.call(Role.OBSERVER, later)
    if story.happens(_IS_SEEN):
        growth.notice(story, conversation, turn, said, later)


def _message(
    story: Story, conversation: UUID, turn: UUID, role: MessageRole, text: str, at: datetime
) -> UUID:
    by_coach = role is MessageRole.COACH
    return story.add(
        Message, at, conversation_id=conversation, turn_id=turn, role=role, text=text,
        seq=story.talked * 2 + by_coach, content=[{"type": "text", "text": text}],
        status=TurnStatus.DONE.value if by_coach else "saved",
        stop_reason="end_turn" if by_coach else "",
        model=MODELS[Role.COACH][0] if by_coach else "",
        **(story.prompt(Role.COACH, at) if by_coach else {}),
    )  # fmt: skip


def _job(story: Story, turn: UUID, at: datetime) -> None:
    story.add(
        Job, at, kind="observer", payload={"turn_id": str(turn)}, status=JobStatus.DONE,
        run_at=at, attempts=1, unique_key=f"observer:{turn}",
        finished_at=at + timedelta(seconds=2),
    )  # fmt: skip


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
