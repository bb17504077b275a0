from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from coaching.errors import NotFound
from coaching.repositories import briefings as rows
from coaching.repositories import cards
from coaching.repositories import intel as intel_rows
from coaching.services import briefings
from coaching.services.briefings import Run
from coaching.services.prescriptions import CHOSEN_STAYS
from coaching.values.enums import PrescribedBy, Trigger
from coaching.values.strategy import FOCUS, SECTIONS, headings, sections_of
from tests.support import cast, factories, strategy

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.models import CoachingBriefing, RewireCard
    from coaching.repositories.db import Db
    from coaching.values.strategy import StrategistOutput


async def store(
    db: Db,
    owner: UUID,
    clock: FrozenClock,
    run: StrategistOutput | None = None,
    boundary: str = "session_start:1",
    **more: Any,
) -> CoachingBriefing:
    made = Run(Trigger.SESSION_START, boundary, "claude-sonnet-5-5")
    async with db.unit(owner, write=True) as s:
        return await briefings.store(
            s, owner, run or strategy.output(), made, at=clock.now(), **more
        )


async def focus_of(db: Db, owner: UUID) -> RewireCard | None:
    async with db.unit(owner) as s:
        return await cards.focus(s, owner)


async def put_in_focus(db: Db, owner: UUID, clock: FrozenClock, **columns: Any) -> RewireCard:
    card = await factories.card(db, owner, **columns)
    async with db.unit(owner, write=True) as s:
        return await cards.set_focus(
            s, owner, card.id, now=clock.now() - CHOSEN_STAYS, prescribed_by=PrescribedBy.USER
        )


def prescribing(**prescription: Any) -> StrategistOutput:
    return strategy.output(focus_card_prescription=prescription)


@pytest.mark.both_databases
async def test_a_run_is_one_briefing_with_everything_it_said(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    await store(db, owner, clock, strategy.output(intel=strategy.intel(triggers=["payday"])))

    async with db.unit(owner) as s:
        briefing = await briefings.newest(s, owner)
        intel = await intel_rows.find(s, owner)
    assert briefing is not None
    assert intel is not None
    assert (briefing.version, briefing.trigger) == (1, Trigger.SESSION_START)
    assert briefing.one_sentence == strategy.output().one_sentence
    assert len(briefing.doors) == 4
    assert briefing.growth_edges["self_receiving"]["status"] == "not_ready"
    assert briefing.journey_narrative == intel.journey_narrative
    assert intel.triggers[0]["text"] == "payday"


async def test_versions_count_up_and_a_boundary_has_one(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)

    first = await store(db, owner, clock, boundary="onboarding")
    again = await store(db, owner, clock, boundary="onboarding")
    second = await store(db, owner, clock, boundary="session_start:2")

    assert (first.version, again.id, second.version) == (1, first.id, 2)


@pytest.mark.both_databases
async def test_two_runs_of_one_boundary_at_once_write_once(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    run = strategy.output(focus_card_prescription=strategy.create())

    made = await asyncio.gather(*(store(db, owner, clock, run) for _ in range(5)))

    assert len({briefing.id for briefing in made}) == 1
    async with db.unit(owner) as s:
        assert len(await rows.for_user(s, owner)) == 1
        assert len(await cards.for_user(s, owner)) == 1


async def test_a_new_card_becomes_the_focus(db: Db, clock: FrozenClock) -> None:
    owner = await cast.join(db, cast.COUPLE)
    await put_in_focus(db, owner, clock)

    await store(db, owner, clock, strategy.output(focus_card_prescription=strategy.create()))

    focus = await focus_of(db, owner)
    assert focus is not None
    assert focus.title == strategy.CARD["title"]
    assert (focus.prescribed_by, focus.rationale) == (PrescribedBy.STRATEGIST, "Hers.")
    assert focus.tension_type is cast.COUPLE.tension


async def test_a_card_that_exists_is_not_made_twice(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    run = strategy.output(focus_card_prescription=strategy.create())

    await store(db, owner, clock, run, boundary="onboarding")
    await store(db, owner, clock, run, boundary="onboarding:2")

    async with db.unit(owner) as s:
        assert len(await cards.for_user(s, owner)) == 1


async def test_an_existing_card_is_promoted(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await put_in_focus(db, owner, clock)
    other = await factories.card(db, owner, title="Feet still")

    await store(
        db,
        owner,
        clock,
        prescribing(action="set_existing", card=None, card_id=str(other.id), rationale="It waits."),
    )

    focus = await focus_of(db, owner)
    assert focus is not None
    assert (focus.id, focus.prescribed_by) == (other.id, other.prescribed_by)
    assert other.prescribed_by is PrescribedBy.USER


async def test_a_briefing_names_the_card_on_home_and_not_one_that_did_not_come(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    mine = await factories.card(db, owner, title="My own")
    async with db.unit(owner, write=True) as s:
        await cards.set_focus(s, owner, mine.id, now=clock.now(), prescribed_by=PrescribedBy.USER)

    briefing = await store(db, owner, clock, prescribing(**strategy.create(title="One look")))

    assert sections_of(briefing.briefing_content)[FOCUS] == "“My own”"
    assert briefing.prescription["action"] == "keep_current"
    assert headings(briefing.briefing_content) == list(SECTIONS)


async def test_a_kept_card_stays_as_it_is(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    card = await put_in_focus(db, owner, clock)

    await store(db, owner, clock, prescribing(**strategy.KEEP))

    focus = await focus_of(db, owner)
    assert focus is not None
    assert (focus.id, focus.prescribed_by) == (card.id, PrescribedBy.USER)


async def test_a_graduated_card_goes_to_the_toolkit_and_a_new_one_comes(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    card = await put_in_focus(db, owner, clock)

    await store(db, owner, clock, prescribing(**{**strategy.create(), "action": "graduate"}))

    async with db.unit(owner) as s:
        old = await cards.require(s, owner, card.id)
    focus = await focus_of(db, owner)
    assert old.graduated_at == clock.now()
    assert focus is not None
    assert focus.title == strategy.CARD["title"]


@pytest.mark.both_databases
async def test_somebody_else_s_card_changes_no_row(db: Db, clock: FrozenClock) -> None:
    theirs = await factories.card(db, await factories.person(db))
    owner = await factories.person(db)

    with pytest.raises(NotFound):
        await store(
            db,
            owner,
            clock,
            prescribing(
                action="set_existing", card=None, card_id=str(theirs.id), rationale="It fits."
            ),
        )

    async with db.unit(owner) as s:
        assert await briefings.newest(s, owner) is None
        assert await intel_rows.find(s, owner) is None


@pytest.mark.both_databases
@pytest.mark.parametrize("point", ["strategist.intel_merged", "strategist.focus_set"])
async def test_a_run_that_breaks_between_two_writes_writes_nothing(
    db: Db, clock: FrozenClock, point: str
) -> None:
    owner = await factories.person(db)
    card = await put_in_focus(db, owner, clock)

    def reached(name: str) -> None:
        if name == point:
            raise ConnectionError(name)

    run = strategy.output(focus_card_prescription=strategy.create())
    with pytest.raises(ConnectionError):
        await store(db, owner, clock, run, reached=reached)

    async with db.unit(owner) as s:
        assert await briefings.newest(s, owner) is None
        assert await intel_rows.find(s, owner) is None
        assert [row.id for row in await cards.for_user(s, owner)] == [card.id]
    focus = await focus_of(db, owner)
    assert focus is not None
    assert focus.id == card.id
