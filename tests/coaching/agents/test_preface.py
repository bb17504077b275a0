from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.agents import open_session
from coaching.agents import preface as preface_module
from coaching.repositories import (
    briefings,
    cards,
    jobs,
    profiles,
)
from coaching.services import focus, safety_events
from coaching.services.jobs import STRATEGIST
from coaching.values.enums import PrescribedBy, SafetyLevel, Trigger, TurnStatus
from coaching.values.safety import SafetyVerdict
from tests.support import cast, factories, strategy
from tests.support.prefaces import briefed, opened, told

if TYPE_CHECKING:
    from uuid import UUID

    import pytest

    from coaching.agents.turn_run import SessionPrompt
    from tests.support.bare_engine import BareEngine


async def put_in_focus(engine: BareEngine, owner: UUID) -> None:
    card = await factories.card(engine.db, owner, "One look", at=engine.clock.now())
    async with engine.db.unit(owner, write=True) as s:
        await cards.set_focus(
            s, owner, card.id, now=engine.clock.now(), prescribed_by=PrescribedBy.USER
        )


async def test_the_day_is_told_once_and_again_on_the_next(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await opened(engine, owner)

    first, second = await told(engine, owner), await told(engine, owner)
    engine.clock.move(timedelta(hours=16))
    third = await told(engine, owner)

    assert "Monday, 12 January 2026" in first
    assert second == ""
    assert "Tuesday, 13 January 2026" in third


async def test_the_day_is_the_person_s_own(engine: BareEngine) -> None:
    owner = await factories.person(engine.db, time_zone="Pacific/Auckland")
    await opened(engine, owner)
    engine.clock.move(timedelta(hours=3))

    assert "Tuesday, 13 January 2026" in await told(engine, owner)


async def test_what_is_kept_meanwhile_is_told_once(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await factories.win(engine.db, owner, "From before", at=engine.clock.now())
    await opened(engine, owner)
    await told(engine, owner)
    engine.clock.move(timedelta(minutes=1))
    await factories.card(engine.db, owner, "It is paper", at=engine.clock.now())
    await factories.win(engine.db, owner, "Opened the letter", at=engine.clock.now())
    engine.clock.move(timedelta(minutes=1))

    news = await told(engine, owner)

    assert "It is paper" in news
    assert "Opened the letter" in news
    assert "From before" not in news
    assert await told(engine, owner) == ""


async def test_what_was_kept_after_the_briefing_is_news(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await factories.win(engine.db, owner, "Before the briefing", at=engine.clock.now())
    engine.clock.move(timedelta(minutes=1))
    await briefed(engine, owner)
    engine.clock.move(timedelta(minutes=1))
    await factories.win(engine.db, owner, "After the briefing", at=engine.clock.now())
    await opened(engine, owner)

    news = await told(engine, owner)

    assert "After the briefing" in news
    assert "Before the briefing" not in news


async def test_how_the_focus_card_stands_is_told_when_it_changes(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await briefed(engine, owner)
    await put_in_focus(engine, owner)
    await opened(engine, owner)
    assert "card on their home screen" in await told(engine, owner)
    assert "card on their home screen" not in await told(engine, owner)

    async with engine.db.unit(owner, write=True) as s:
        await focus.complete(s, owner, at=engine.clock.now())

    assert "done so far: 1" in await told(engine, owner)


async def test_a_style_that_changes_in_mid_session_is_told(engine: BareEngine) -> None:
    owner = await factories.person(engine.db, tone=5.0)
    await opened(engine, owner)
    assert "tone" not in await told(engine, owner)

    async with engine.db.unit(owner, write=True) as s:
        await profiles.change(s, owner, at=engine.clock.now(), tone=8.5)

    assert "tone 8.5 of 10" in await told(engine, owner)


async def test_after_a_crisis_the_coach_is_told_to_go_softly(engine: BareEngine) -> None:
    owner = await factories.person(engine.db, tone=8.0)
    await opened(engine, owner)
    await told(engine, owner)
    verdict = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
    at_once = await told(engine, owner, verdict)
    async with engine.db.unit(owner, write=True) as s:
        person = await profiles.require(s, owner)
        await safety_events.note(s, person, verdict, at=engine.clock.now())

    after = await told(engine, owner)
    engine.clock.move(timedelta(hours=49))
    over = await told(engine, owner)

    assert "thoughts of ending their life" in at_once
    assert "don't offer cards" in at_once
    assert "tone" not in at_once
    assert "tone 4 of 10" in after
    assert "Don't comment on the change." in after
    assert "You can offer cards" in over


async def test_after_a_failed_turn_everything_is_told_again(engine: BareEngine) -> None:
    owner = await factories.person(engine.db)
    session = await opened(engine, owner)
    assert "Monday" in await told(engine, owner)
    await factories.queued_turn(engine.db, owner, session, status=TurnStatus.FAILED)

    assert "Monday" in await told(engine, owner)


async def open_next(
    engine: BareEngine, owner: UUID, session_number: int, gap_days: float = 2.0
) -> SessionPrompt:
    async with engine.db.unit(owner, write=True) as s:
        return await open_session(
            engine, s, owner, session_number=session_number, gap_days=gap_days
        )


async def asked(engine: BareEngine, owner: UUID) -> bool:
    async with engine.db.unit(owner) as s:
        found = await jobs.newest_with_trigger(s, owner, STRATEGIST, Trigger.SESSION_END)
    return found is not None


async def test_without_a_briefing_a_session_begins_with_what_they_told_the_app(
    engine: BareEngine,
) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)

    begun = await open_next(engine, owner, 1)

    assert begun.briefing_id is None
    assert cast.IN_DEBT.emotional_why in begun.prompt["block"]
    assert not await asked(engine, owner)


async def test_the_newest_briefing_serves_the_whole_session(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await briefed(engine, owner)

    begun = await open_next(engine, owner, 1)

    async with engine.db.unit(owner) as s:
        newest = await briefings.latest(s, owner)
    assert newest is not None
    assert begun.briefing_id == newest.id
    assert begun.prompt["briefing_id"] == str(newest.id)
    assert strategy.output().session_strategy in begun.prompt["block"]


async def test_a_briefing_from_before_the_last_session_is_used_and_a_new_one_asked_for(
    engine: BareEngine,
) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await briefed(engine, owner)
    engine.clock.move(timedelta(hours=1))
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    await factories.exchange(engine.db, owner, session, at=engine.clock.now())
    engine.clock.move(timedelta(days=2))

    begun = await open_next(engine, owner, 2)

    assert begun.briefing_id is not None
    assert await asked(engine, owner)


async def test_nothing_is_asked_for_when_the_sweep_was_here(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await factories.conversation(engine.db, owner, at=engine.clock.now())
    engine.clock.move(timedelta(hours=13))
    await briefed(engine, owner)

    await open_next(engine, owner, 2)

    assert not await asked(engine, owner)


async def test_the_same_person_gets_the_same_block(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await briefed(engine, owner)

    blocks = {(await open_next(engine, owner, 1)).prompt["block"] for _ in range(3)}

    assert len(blocks) == 1


async def test_what_has_not_changed_is_not_read_again(
    engine: BareEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await opened(engine, owner)
    await put_in_focus(engine, owner)
    await told(engine, owner)

    async def unasked(*_: object, **__: object) -> None:
        raise AssertionError("nothing has changed")

    monkeypatch.setattr(preface_module, "load_keepsakes", unasked)
    engine.clock.move(timedelta(minutes=5))

    assert await told(engine, owner) == ""


async def test_a_focus_card_that_is_gone_is_noticed_although_no_row_is_newer(
    engine: BareEngine,
) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    await opened(engine, owner)
    await put_in_focus(engine, owner)
    await told(engine, owner)

    async with engine.db.unit(owner, write=True) as s:
        card = await cards.focus(s, owner)
        assert card is not None
        await cards.remove(s, owner, card.id)

    assert "no card on their home screen" in await told(engine, owner)
