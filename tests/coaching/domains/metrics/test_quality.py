"""Reply times, failures, cards, wins and safety, counted by hand, of everybody or of some."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.domains.metrics import quality, spending
from coaching.domains.metrics.done import Who
from coaching.domains.metrics.quality import Failures, percentiles
from coaching.domains.metrics.spending import CalledOn
from coaching.models import FocusDay, Job, ModelCall, SafetyEvent, ToolCall
from coaching.models.conversations import ToolStatus
from coaching.services.overview import Answers, answers
from coaching.values.enums import JobStatus, PrescribedBy, Role, SafetyLevel, Tension
from coaching.values.scope import Scope
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db


DAY = timedelta(days=1)
START, END = MONDAY_MORNING, MONDAY_MORNING + 7 * DAY
AT = START + timedelta(hours=1)
SONNET = "claude-sonnet-5-5"
AVOIDING = Scope(tension=Tension.AVOID)


async def _called(
    db: Db,
    owner: UUID,
    *,
    first: int | None,
    outcome: str = "done",
    role: Role = Role.COACH,
    provider: str = "anthropic",
    cost: int = 0,
    days: int = 0,
    cached: int = 0,
    written: int = 0,
) -> None:
    async with db.system("seed", write=True) as s:
        s.add(
            ModelCall(
                id=uuid4(),
                user_id=owner,
                role=role.value,
                provider=provider,
                model=SONNET,
                first_token_ms=first,
                outcome=outcome,
                cost_microusd=cost,
                created_at=AT + days * DAY,
                cache_read_tokens=cached,
                output_tokens=written,
            )
        )


@pytest.mark.both_databases
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


@pytest.mark.both_databases
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
        assert await quality.failures_by_model(s, START, END) == [Failures(SONNET, 3, 1)]
        assert await quality.failures_by_tool(s, START, END) == [Failures("web_search", 2, 1)]
        nobody = Scope(tension=Tension.GRIP)
        assert await quality.failures_by_tool(s, START, END, whom=Who(scope=nobody)) == []


@pytest.mark.both_databases
async def test_cost_is_counted_by_day_agent_and_model_beside_what_it_was_without_the_cache(
    db: Db,
) -> None:
    mara = await factories.person(db, tension_type=Tension.AVOID)
    for ago, role, provider, cost in (
        (0, Role.COACH, "claude", 1_200),
        (0, Role.COACH, "claude", 1_300),
        (1, Role.COACH, "claude", 1_100),
        (1, Role.STRATEGIST, "claude", 9_000),
        (1, Role.OBSERVER, "offline", 0),
    ):
        await _called(
            db,
            mara,
            first=100,
            role=role,
            provider=provider,
            cost=cost,
            days=ago,
            cached=1_000,
            written=100,
        )
    plain = 1_000 * 2 + 100 * 10  # $2 and $10 for a million tokens
    first, second = AT.date(), AT.date() + timedelta(days=1)
    async with db.system("admin metrics") as s:
        assert await spending.by_agent_model_and_day(s, START, END) == (
            CalledOn(first, "coach", SONNET, 2, 2_500, 2 * plain),
            CalledOn(second, "coach", SONNET, 1, 1_100, plain),
            CalledOn(second, "strategist", SONNET, 1, 9_000, plain),
        )
        assert len(await spending.by_agent_model_and_day(s, START, START + DAY)) == 1


@pytest.mark.both_databases
async def test_what_became_of_the_strategists_answers(db: Db) -> None:
    mara = await factories.person(db)
    for outcome in ("done", "done", "mended", "refused", "structure", "unavailable"):
        await _called(db, mara, first=None, outcome=outcome, role=Role.STRATEGIST)
    await _called(db, mara, first=None, outcome="refused", role=Role.OBSERVER)
    async with db.system("seed", write=True) as s:
        for status, kind in (
            (JobStatus.FAILED, "strategist"),
            (JobStatus.DONE, "strategist"),
            (JobStatus.FAILED, "observer"),
        ):
            s.add(Job(kind=kind, status=status, run_at=AT, created_at=AT, finished_at=AT))
    async with db.system("admin metrics") as s:
        assert await answers(s, START, END) == Answers(2, 1, 2, 1)
        assert await answers(s, END, END + DAY) == Answers(0, 0, 0, 0)


@pytest.mark.both_databases
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
    await factories.alarm_taken_back(db, mara, at=AT)
    async with db.system("admin metrics") as s:
        assert await quality.safety_events(s, START, END, scope=AVOIDING) == {
            SafetyLevel.CONCERN: 2,
            SafetyLevel.CRISIS: 1,
        }
