"""Reply times, failures, cards, wins and safety, counted by hand, of everybody or of some."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.domains.metrics import quality
from coaching.domains.metrics.done import Who
from coaching.domains.metrics.quality import Failures, percentiles
from coaching.models import FocusDay, ModelCall, SafetyEvent, ToolCall
from coaching.models.conversations import ToolStatus
from coaching.values.enums import PrescribedBy, Role, SafetyLevel, Tension
from coaching.values.scope import Scope
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db

pytestmark = pytest.mark.both_databases

START, END = MONDAY_MORNING, MONDAY_MORNING + timedelta(days=7)
AT = START + timedelta(hours=1)
AVOIDING = Scope(tension=Tension.AVOID)


async def _called(db: Db, owner: UUID, *, first: int | None, outcome: str = "done") -> None:
    async with db.system("seed", write=True) as s:
        s.add(
            ModelCall(
                id=uuid4(),
                user_id=owner,
                role=Role.COACH.value,
                provider="anthropic",
                model="claude-sonnet-5-5",
                first_token_ms=first,
                outcome=outcome,
                created_at=AT,
            )
        )


async def test_reply_times_are_percentiles_of_the_first_word(db: Db) -> None:
    mara = await factories.person(db, tension_type=Tension.AVOID)
    dev = await factories.person(db, tension_type=Tension.WORRY)
    for first in (120, 130, 480, 990):
        await _called(db, mara, first=first)
    await _called(db, dev, first=4_210)
    await _called(db, dev, first=None)
    async with db.system("admin metrics") as s:
        assert await quality.reply_times(s, START, END) == {50: 500, 90: 4_250, 95: 4_250}
        assert await quality.reply_times(s, START, END, scope=AVOIDING) == {
            50: 150,
            90: 1_000,
            95: 1_000,
        }
        assert await quality.reply_times(s, END, END + timedelta(days=1)) == {}


def test_a_percentile_is_where_so_many_have_come() -> None:
    assert percentiles([(0, 9), (50, 1)]) == {50: 50, 90: 50, 95: 100}


async def test_what_failed_is_counted_by_model_and_by_tool(db: Db) -> None:
    mara = await factories.person(db, tension_type=Tension.AVOID)
    session = await factories.conversation(db, mara)
    turn = await factories.exchange(db, mara, session)
    for outcome in ("done", "mended", "unavailable"):
        await _called(db, mara, first=100, outcome=outcome)
    async with db.unit(mara, write=True) as s:
        for ordinal, status in enumerate((ToolStatus.DONE, ToolStatus.FAILED)):
            s.add(
                ToolCall(
                    user_id=mara,
                    turn_id=turn.id,
                    step=0,
                    ordinal=ordinal,
                    call_id=str(ordinal),
                    name="web_search",
                    status=status,
                    created_at=AT,
                )
            )
    async with db.system("admin metrics") as s:
        assert await quality.failures_by_model(s, START, END) == [
            Failures("claude-sonnet-5-5", 3, 1)
        ]
        assert await quality.failures_by_tool(s, START, END) == [Failures("web_search", 2, 1)]
        nobody = Scope(tension=Tension.GRIP)
        assert await quality.failures_by_tool(s, START, END, whom=Who(scope=nobody)) == []


async def test_cards_and_wins_of_a_range(db: Db) -> None:
    mara = await factories.person(db, tension_type=Tension.AVOID)
    card = await factories.card(db, mara, at=AT, prescribed_by=PrescribedBy.STRATEGIST)
    await factories.card(db, mara, at=AT, graduated_at=AT)
    await factories.card(db, mara, at=START - timedelta(days=1))
    await factories.win(db, mara, at=AT)
    await factories.win(db, mara, at=END)
    async with db.unit(mara, write=True) as s:
        for day, completed in (("2026-01-12", True), ("2026-01-13", False)):
            s.add(
                FocusDay(
                    user_id=mara,
                    rewire_card_id=card.id,
                    day=day,
                    completed=completed,
                    created_at=AT,
                )
            )
    async with db.system("admin metrics") as s:
        found = await quality.cards(s, START, END)
        assert found.by == {PrescribedBy.STRATEGIST: 1, PrescribedBy.USER: 1}
        assert (found.done, found.skipped, found.graduated) == (1, 1, 1)
        assert await quality.wins(s, START, END) == 1
        assert await quality.wins(s, START, END, scope=Scope(language="es")) == 0


async def test_safety_is_counted_without_words(db: Db) -> None:
    mara = await factories.person(db, tension_type=Tension.AVOID)
    async with db.unit(mara, write=True) as s:
        for level in (SafetyLevel.CONCERN, SafetyLevel.CONCERN, SafetyLevel.CRISIS):
            s.add(
                SafetyEvent(
                    user_id=mara, level=level, category="distress", source="screen", created_at=AT
                )
            )
    async with db.system("admin metrics") as s:
        assert await quality.safety_events(s, START, END, scope=AVOIDING) == {
            SafetyLevel.CONCERN: 2,
            SafetyLevel.CRISIS: 1,
        }
