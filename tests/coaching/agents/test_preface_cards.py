"""Cards in front of a message: those that are open, and a plan whose day is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.repositories import cards, profiles
from coaching.values.enums import CardKind, PrescribedBy
from tests.support import cast, factories
from tests.support.prefaces import briefed, opened, told

if TYPE_CHECKING:
    from tests.support.bare_engine import BareEngine


@pytest.mark.parametrize(
    ("content", "is_over"),
    [("On Saturday I open the account.", True), ("Every Saturday I look once.", False)],
)
async def test_a_plan_whose_day_is_over_is_not_told_as_if_it_were_due(
    engine: BareEngine, content: str, *, is_over: bool
) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    plan = await factories.card(
        engine.db, owner, "Open it", content=content, kind=CardKind.PLAN, at=engine.clock.now()
    )
    async with engine.db.unit(owner, write=True) as s:
        at = engine.clock.now()
        await cards.set_focus(s, owner, plan.id, now=at, prescribed_by=PrescribedBy.USER)
    engine.clock.move(timedelta(days=7))
    await briefed(engine, owner)
    await opened(engine, owner)

    first = await told(engine, owner)

    assert content in first
    assert ("the day it names, 2026-01-17, is over" in first) is is_over


async def test_on_the_day_that_a_plan_names_it_is_not_over_east_of_greenwich(
    engine: BareEngine,
) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    engine.clock.move(datetime(2026, 1, 16, 22, tzinfo=UTC) - engine.clock.now())
    written_at = engine.clock.now()  # Saturday morning in Sydney
    plan = await factories.card(
        engine.db,
        owner,
        "Open it",
        content="Tomorrow I open the account.",
        kind=CardKind.PLAN,
        at=written_at,
    )
    async with engine.db.unit(owner, write=True) as s:
        await profiles.change(s, owner, at=written_at, time_zone="Australia/Sydney")
        await cards.set_focus(s, owner, plan.id, now=written_at, prescribed_by=PrescribedBy.USER)
    engine.clock.move(timedelta(days=1))
    await briefed(engine, owner)
    await opened(engine, owner)

    first = await told(engine, owner)

    assert "Tomorrow I open the account." in first
    assert "is over" not in first


async def test_a_card_that_was_ticked_meanwhile_is_no_news(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await opened(engine, owner)
    await told(engine, owner)
    engine.clock.move(timedelta(minutes=1))
    card = await factories.card(engine.db, owner, "After my tea", at=engine.clock.now())
    async with engine.db.unit(owner, write=True) as s:
        await cards.graduate(s, owner, card.id, now=engine.clock.now())

    assert "After my tea" not in await told(engine, owner)
