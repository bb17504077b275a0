from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.domains.dreams import service as dreams
from coaching.domains.dreams.service import DreamFields
from coaching.errors import Conflict, InvalidInput, NotFound, TooMany
from coaching.values.dreams import DreamCategory, DreamStatus, MadeBy, Priority
from coaching.values.enums import SafetyLevel
from coaching.values.tiers import Tier
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.domains.dreams.models import Dream
    from coaching.repositories.db import Db


async def kept(db: Db, owner: UUID, clock: FrozenClock, title: str = "The sea") -> Dream:
    async with db.unit(owner, write=True) as s:
        return (await dreams.add(s, owner, DreamFields(title=title), at=clock.now())).row


async def changed(
    db: Db, owner: UUID, clock: FrozenClock, dream: Dream, fields: DreamFields
) -> Dream:
    async with db.unit(owner, write=True) as s:
        return (await dreams.edit(s, owner, dream.id, fields, at=clock.now())).row


async def titles(db: Db, owner: UUID, status: DreamStatus | None = None) -> list[str]:
    async with db.unit(owner) as s:
        return [dream.title for dream in await dreams.for_user(s, owner, status=status)]


async def test_a_dream_is_kept_with_its_kind_and_its_day(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    fields = DreamFields(
        title=" A week by the sea ",
        description="No working out who paid.",
        category=DreamCategory.RELATIONSHIPS,
        target_on="2027-06-30",
    )

    async with db.unit(owner, write=True) as s:
        await dreams.add(s, owner, fields, at=clock.now())

    async with db.unit(owner) as s:
        (dream,) = await dreams.for_user(s, owner)
    assert (dream.title, dream.category, dream.target_on) == (
        "A week by the sea",
        DreamCategory.RELATIONSHIPS,
        "2027-06-30",
    )
    assert (dream.status, dream.made_by) == (DreamStatus.ACTIVE, MadeBy.USER)


async def test_what_is_no_dream_is_refused_by_name(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    for fields, wrong in (
        (DreamFields(), "title"),
        (DreamFields(title="x" * 201), "title"),
        (DreamFields(title="x", description="x" * 2001), "description"),
        (DreamFields(title="x", target_on="2027-02-30"), "targetOn"),
        (DreamFields(title="x", target_on="next year"), "targetOn"),
    ):
        with pytest.raises(InvalidInput) as refused:
            async with db.unit(owner, write=True) as s:
                await dreams.add(s, owner, fields, at=clock.now())
        assert set(refused.value.fields) == {wrong}
    assert await titles(db, owner) == []


@pytest.mark.parametrize(
    ("tier", "most"),
    [("free", 2), ("pro", 5), ("essential", 5), ("optimal", 5), ("nobody-knows", 2)],
)
async def test_as_many_as_the_tier_allows_and_no_more(
    db: Db, clock: FrozenClock, tier: str, most: int
) -> None:
    owner = await factories.person(db, tier=tier)
    for number in range(most):
        await kept(db, owner, clock, f"Dream {number}")

    with pytest.raises(TooMany) as refused:
        await kept(db, owner, clock, "One more")

    assert refused.value.limit == most
    assert len(await titles(db, owner)) == most


async def test_without_a_limit_a_sixth_dream_is_kept(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db, tier="premium")
    for number in range(6):
        await kept(db, owner, clock, f"Dream {number}")
    assert len(await titles(db, owner)) == 6


@pytest.mark.both_databases
async def test_setting_one_aside_makes_room_and_taking_it_up_needs_some(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    first, _ = await kept(db, owner, clock, "A boat"), await kept(db, owner, clock, "The sea")
    clock.move(timedelta(minutes=1))
    await changed(db, owner, clock, first, DreamFields(status=DreamStatus.SET_ASIDE))
    await kept(db, owner, clock, "A garden")

    with pytest.raises(TooMany):
        await changed(db, owner, clock, first, DreamFields(status=DreamStatus.ACTIVE))

    assert await titles(db, owner, DreamStatus.SET_ASIDE) == ["A boat"]
    assert await titles(db, owner, DreamStatus.ACTIVE) == ["The sea", "A garden"]


@pytest.mark.both_databases
async def test_a_full_tier_stops_no_change_of_what_is_there(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await kept(db, owner, clock, "A boat")
    second = await kept(db, owner, clock, "The sea")

    await changed(db, owner, clock, second, DreamFields(title="The coast", priority=Priority.HIGH))

    assert await titles(db, owner) == ["The coast", "A boat"]


@pytest.mark.both_databases
async def test_nobody_reaches_the_dream_of_somebody_else(db: Db, clock: FrozenClock) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    dream = await kept(db, anna, clock)
    for attempt in (dreams.require, dreams.delete):
        with pytest.raises(NotFound):
            async with db.unit(ben, write=True) as s:
                await attempt(s, ben, dream.id)
    with pytest.raises(NotFound):
        await changed(db, ben, clock, dream, DreamFields(title="Mine"))
    assert await titles(db, anna) == ["The sea"]


async def test_a_saved_dream_is_taken_back_within_the_hour(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    early, late = await kept(db, owner, clock, "A boat"), await kept(db, owner, clock, "The sea")
    async with db.unit(owner, write=True) as s:
        await dreams.undo(s, owner, early.id, at=clock.now())
    clock.move(timedelta(hours=2))
    with pytest.raises(Conflict):
        async with db.unit(owner, write=True) as s:
            await dreams.undo(s, owner, late.id, at=clock.now())
    assert await titles(db, owner) == ["The sea"]


@pytest.mark.both_databases
async def test_a_deleted_dream_leaves_its_conversation(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    dream = await kept(db, owner, clock)
    session = await factories.conversation(db, owner, dream_id=dream.id)
    async with db.unit(owner, write=True) as s:
        await dreams.delete(s, owner, dream.id)
    async with db.unit(owner) as s:
        stored = await s.get(type(session), session.id)
    assert stored is not None
    assert stored.dream_id is None


async def test_the_words_of_a_dream_are_screened(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        new = await dreams.add(s, owner, DreamFields(title="I want to kill myself"), at=clock.now())
    assert new.safety.level is SafetyLevel.CRISIS


@pytest.mark.both_databases
async def test_a_tier_is_given_by_its_name_also_an_old_one(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        assert await dreams.set_tier(s, owner, "premium", at=clock.now()) is Tier.UNLIMITED
        assert (await dreams.room(s, owner)).tier is Tier.UNLIMITED
        with pytest.raises(InvalidInput):
            await dreams.set_tier(s, owner, "platinum", at=clock.now())


async def test_a_dream_that_is_not_there_is_not_found(db: Db) -> None:
    owner = await factories.person(db)
    with pytest.raises(NotFound):
        async with db.unit(owner) as s:
            await dreams.require(s, owner, uuid4())
