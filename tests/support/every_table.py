"""One row in every table that belongs to a person, for tests that go through all of them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from sqlmodel import SQLModel

from coaching import models
from coaching.domains.access_grants.models import AccessGrant, AccessOpening
from coaching.domains.api_tokens.models import ApiToken
from coaching.domains.app_lock.models import AppLock
from coaching.domains.check_ins.models import CheckIn
from coaching.domains.directions.models import Direction
from coaching.domains.dreams.models import Dream
from coaching.domains.goals.models import Goal, MicroWin
from coaching.domains.metrics.models import PersonNumber, WrittenDay
from coaching.domains.notes.models import Note, NoteConnection, NoteTag
from coaching.domains.passkeys.models import Passkey
from coaching.domains.practices.models import PracticeRun
from coaching.domains.purchases.models import Purchase
from coaching.domains.quality.models import EvalCase, HandledFlag, ReplyRating
from coaching.domains.recovery_codes.models import RecoveryCode
from coaching.domains.reminders.models import (
    PushSubscription,
    Reminder,
    ReminderKind,
    ReminderSettings,
)
from coaching.domains.sign_in.models import Purpose, SignInTicket
from coaching.domains.transactions.models import Budget, Transaction
from coaching.repositories import messages
from coaching.values.check_ins import Mood
from coaching.values.enums import SafetyLevel, SignalType, Trigger, Verdict
from coaching.values.quality import FlagKind, Rating
from coaching.values.transactions import Flow
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.models import Turn
    from coaching.repositories.db import Db

LATER = MONDAY_MORNING + timedelta(days=30)
HOUSE = frozenset(
    {
        "admins",
        "admin_sessions",
        "sign_in_failures",
        "audit_entries",
        "settings",
        "address_days",
        "passkey_challenges",
        "admin_invites",
        "admin_passkeys",
        "announcements",
        "called_days",
        "roll_ups",
        "late_rows",
        "gone_numbers",
        "done_days",
        "called_groups",
    }
)


def owned_tables() -> list[str]:
    """Return every table whose rows belong to people, from the metadata."""
    return sorted(
        table.name
        for table in SQLModel.metadata.tables.values()
        if table.name == "users" or "user_id" in table.columns
    )


def owner_column(table: str) -> str:
    """Return the column that names the owner."""
    return "id" if table == "users" else "user_id"


async def fill(db: Db, canary: str = "") -> UUID:
    """Make a person with a row in each owned table."""
    owner = await factories.person(db, name=f"Anna {canary}".strip())
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(
        db, owner, session, f"I spent it {canary}", counted_on="2026-01-12"
    )
    async with db.unit(owner) as s:
        reply = await messages.of_turn(s, owner, turn.id, models.MessageRole.COACH)
    assert reply is not None
    card = await factories.card(db, owner, f"One look {canary}")
    await factories.win(db, owner, f"Opened the letter {canary}")
    async with db.unit(owner, write=True) as s:
        s.add_all(beside(owner, turn, card.id, canary))
        s.add_all(_quality(turn, reply.id, canary))
    return owner


def beside(owner: UUID, turn: Turn, card_id: UUID, canary: str) -> list[models.Base]:
    """Return a row of each table that is not made with a person, a session, a card and a win."""
    own: dict[str, Any] = {"user_id": owner}
    return [
        *_of_turn(turn, canary),
        models.Session(
            **own, token_hash=uuid4().hex, last_seen_at=MONDAY_MORNING, expires_at=LATER
        ),
        models.UsageDay(**own, day="2026-01-12", used=1),
        models.BetaAnalytics(**own, event="opened", properties={"view": "home"}),
        models.FocusDay(
            **own, rewire_card_id=card_id, day="2026-01-12", completed=True, reflection=canary
        ),
        models.BehavioralIntel(**own, triggers=[canary], updated_at=MONDAY_MORNING),
        models.Correction(
            **own, item="story:1", said=f"You fear the post {canary}", verdict=Verdict.NOT_TRUE
        ),
        models.CoachMemory(**own, content=f"Has a sister {canary}"),
        models.CoachingBriefing(
            **own,
            version=1,
            trigger=Trigger.ONBOARDING,
            boundary="onboarding",
            briefing_content=f"WHO THEY ARE {canary}",
        ),
        *_ways_in(own, owner, canary),
        *_grant(own),
        PracticeRun(
            **own,
            practice_id="name_it",
            content_version="2026-11-22",
            step="own",
            answers={"feeling": canary},
            updated_at=MONDAY_MORNING,
        ),
        models.Hypothesis(**own, text=f"A guess {canary}", updated_at=MONDAY_MORNING),
        *_hopes(own, canary),
        *_notes(own, canary),
        models.ModelCall(
            **own,
            id=uuid4(),
            turn_id=turn.id,
            role="coach",
            provider="offline",
            model="offline",
            outcome="done",
            cost_microusd=1500,
            created_at=MONDAY_MORNING,
        ),
    ]


def _quality(turn: Turn, message_id: UUID, canary: str) -> list[models.Base]:
    own: dict[str, Any] = {"user_id": turn.user_id}
    flag: dict[str, Any] = {"kind": FlagKind.REPLY_MISSED, "entry": uuid4()}
    return [
        ReplyRating(
            **own,
            message_id=message_id,
            turn_id=turn.id,
            rating=Rating.MISSED,
            comment=canary,
            updated_at=MONDAY_MORNING,
        ),
        HandledFlag(**own, **flag, handled_by="ana"),
        EvalCase(
            **own,
            **flag,
            conversation_id=turn.conversation_id,
            example={"reply": canary},
            made_by="ana",
        ),
    ]


def _grant(own: dict[str, Any]) -> list[models.Base]:
    answered: dict[str, Any] = {"lapses_at": LATER, "refused_at": MONDAY_MORNING}
    grant = AccessGrant(**own, id=uuid4(), asked_by="ana", hours=24, **answered)
    opening = AccessOpening(**own, access_grant_id=grant.id, opened_by="ana", part="memories")
    return [grant, opening]


def _ways_in(own: dict[str, Any], owner: UUID, canary: str) -> list[models.Base]:
    return [
        Passkey(**own, credential_id=f"key of {owner}", public_key="", name=f"Phone {canary}"),
        ApiToken(**own, token_hash=f"token of {owner}", name=f"Script {canary}"),
        AppLock(**own, after_minutes=5, pin_hash="hash"),
        RecoveryCode(**own, token_hash=f"code of {owner}"),
        ReminderSettings(**own, counts_from=MONDAY_MORNING),
        PushSubscription(**own, endpoint_hash=f"push of {owner}", sealed="sealed"),
        Reminder(**own, kind=ReminderKind.NUDGE, due_at=MONDAY_MORNING, text="Ring the bank"),
        SignInTicket(**own, purpose=Purpose.EMAIL, token_hash=f"link of {owner}", expires_at=LATER),
    ]


def _of_turn(turn: Turn, canary: str) -> list[models.Base]:
    own: dict[str, Any] = {"user_id": turn.user_id, "turn_id": turn.id}
    return [
        PersonNumber(user_id=turn.user_id, number=turn.user_id.int % 2**31, sessions=1),
        WrittenDay(
            user_id=turn.user_id,
            conversation_id=turn.conversation_id,
            day=date(2026, 1, 12),
            messages=1,
        ),
        models.ToolCall(
            **own,
            step=1,
            ordinal=0,
            call_id="call_1",
            name="save_card",
            input={"title": canary},
            status=models.ToolStatus.DONE,
        ),
        models.Proposal(**own, kind="plan", preview=canary, expires_at=LATER),
        models.SafetyEvent(**own, level=SafetyLevel.CONCERN, category="acute_debt", source="chat"),
        models.ObserverSignal(
            **own,
            session_id=turn.conversation_id,
            ordinal=0,
            signal_type=SignalType.EMOTIONAL,
            created_at=MONDAY_MORNING,
            content=f"Fear {canary}",
            confidence=0.9,
        ),
    ]


def _hopes(own: dict[str, Any], canary: str) -> list[models.Base]:
    goal = Goal(id=uuid4(), **own, title=f"Post has a place {canary}", updated_at=MONDAY_MORNING)
    return [
        Dream(**own, title=f"The sea {canary}", updated_at=MONDAY_MORNING),
        Direction(**own, text=f"Say no more often {canary}", updated_at=MONDAY_MORNING),
        goal,
        MicroWin(**own, goal_id=goal.id, text=f"Pick the day {canary}"),
    ]


def _notes(own: dict[str, Any], canary: str) -> list[models.Base]:
    first, second = (
        Note(
            id=uuid4(),
            **own,
            title=f"{name} {canary}",
            title_key=f"{name} {canary}".strip().casefold(),
            content=f"Mostly after ten {canary}",
            tag_words="evenings",
            updated_at=MONDAY_MORNING,
        )
        for name in ("Sums", "Evenings")
    )
    return [
        CheckIn(**own, mood=Mood.TENSE, content=f"Two letters {canary}", updated_at=MONDAY_MORNING),
        Purchase(
            **own,
            item=f"The green jacket {canary}",
            waits_until=MONDAY_MORNING,
            updated_at=MONDAY_MORNING,
        ),
        Transaction(
            **own,
            flow=Flow.OUT,
            amount=1250,
            currency="£",
            what=f"Lunch with Ana {canary}",
            category="food",
            spent_on=MONDAY_MORNING.date(),
            updated_at=MONDAY_MORNING,
        ),
        Budget(**own, category="food", amount=30000, currency="£", updated_at=MONDAY_MORNING),
        first,
        second,
        NoteTag(**own, note_id=first.id, name="evenings", key="evenings", is_written=False),
        NoteConnection(**own, source_id=first.id, target_id=second.id, is_written=False),
    ]
