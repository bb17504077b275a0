from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from coaching.models import CoachMemory, Correction
from coaching.repositories import memories
from coaching.services import insight, tidying
from coaching.services.setting_aside import ASKED, may_go
from coaching.services.tidying import MOST_SET_ASIDE
from coaching.values.enums import MemorySource, MemoryState, Verdict
from tests.support import factories, strategy
from tests.support.remembering import CALLED, aside, held, remembered

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.values.strategy import IntelUpdate

PLAN = "You want to call the bank about the loan on Friday."


async def tidy(db: Db, clock: FrozenClock, owner: UUID, *over: str, **intel: Any) -> IntelUpdate:
    output = strategy.output(over=list(over), intel=strategy.intel(**intel))
    async with db.unit(owner, write=True) as s:
        return (await tidying.tidied(s, owner, output, read=(), at=clock.now())).intel


async def test_a_memory_that_is_over_is_set_aside(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    plan = await remembered(db, owner, PLAN)
    await remembered(db, owner, CALLED)

    await tidy(db, clock, owner, str(plan.id), "payday")

    assert await held(db, clock, owner) == [CALLED]
    async with db.unit(owner) as s:
        row = await memories.find(s, owner, plan.id)
    assert row is not None
    assert (row.state, row.content) == (MemoryState.SUPERSEDED, PLAN)


async def test_the_memory_that_says_the_same_takes_its_place(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    longer = await remembered(db, owner, "Your sister Ana lives with you in Leeds.")
    short = await remembered(db, owner, "Your sister lives with you.")

    await tidy(db, clock, owner, str(short.id))

    async with db.unit(owner) as s:
        row = await memories.find(s, owner, short.id)
    assert row is not None
    assert row.superseded_by == longer.id


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        (PLAN, {"source": MemorySource.WRITTEN}),
        (PLAN, {"is_pinned": True}),
        (PLAN, {"fingerprint": f"{ASKED}1"}),
        ("You don’t want to talk about your father.", {}),
        ("No quieres hablar de tu padre.", {}),
    ],
)
async def test_what_is_theirs_and_what_they_do_not_want_stays(
    db: Db, clock: FrozenClock, content: str, columns: dict[str, Any]
) -> None:
    owner = await factories.person(db)
    row = await remembered(db, owner, content, **columns)

    await tidy(db, clock, owner, str(row.id))

    assert await held(db, clock, owner) == [content]


async def test_what_they_called_true_stays(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    row = await remembered(db, owner, PLAN)
    said = Correction(user_id=owner, item=f"remembers:{row.id}", said=PLAN, verdict=Verdict.TRUE)
    async with db.unit(owner, write=True) as s:
        s.add(said)

    await tidy(db, clock, owner, str(row.id))

    assert await held(db, clock, owner) == [PLAN]


async def test_a_run_sets_only_a_few_aside_and_nothing_of_somebody_else(
    db: Db, clock: FrozenClock
) -> None:
    owner, other = await factories.person(db), await factories.person(db)
    rows = [await remembered(db, owner, f"You have a cat called Tom {n}.") for n in range(9)]
    theirs = await remembered(db, other, PLAN)

    await tidy(db, clock, owner, str(theirs.id), *(str(row.id) for row in rows))

    assert len(await held(db, clock, owner)) == len(rows) - MOST_SET_ASIDE
    assert await held(db, clock, other) == [PLAN]


async def test_a_scene_is_kept_if_they_spoke_of_it_on_two_days(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner, at=clock.now())
    scene = "When the banking app opens on Sunday evening"
    said = "I opened the banking app on Sunday and felt sick."
    await factories.exchange(db, owner, session, said, at=clock.now())
    await factories.exchange(db, owner, session, f"Yes. {said}", at=clock.now())
    assert (await tidy(db, clock, owner, triggers=[scene])).triggers == []

    clock.move(timedelta(days=3))
    again = "The banking app again, I can't open it."
    await factories.exchange(db, owner, session, again, at=clock.now())

    assert (await tidy(db, clock, owner, triggers=[scene])).triggers == [scene]


async def test_what_helped_is_kept_if_no_memory_tells_it(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await remembered(db, owner, CALLED)
    told = "You called the bank about the loan on Friday, and it was easier than you thought."
    own = "Your sister sat beside you when you opened the letters, and that helped."

    assert (await tidy(db, clock, owner, breakthroughs=[told, own])).breakthroughs == [own]


async def test_what_is_set_aside_can_be_read_brought_back_and_deleted(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    back, gone = await remembered(db, owner, PLAN), await remembered(db, owner, CALLED)
    await tidy(db, clock, owner, str(back.id), str(gone.id))
    assert await aside(db, clock, owner) == {PLAN, CALLED}

    async with db.unit(owner, write=True) as s:
        await insight.correct(s, owner, f"remembers:{back.id}", Verdict.TRUE, at=clock.now())
        await insight.correct(s, owner, f"remembers:{gone.id}", Verdict.DELETED, at=clock.now())

    assert await held(db, clock, owner) == [PLAN]
    assert await aside(db, clock, owner) == set()
    async with db.unit(owner) as s:
        row = await memories.find(s, owner, gone.id)
    assert row is None or not row.content


async def test_what_moved_to_the_older_notes_by_its_day_can_be_brought_back(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    said = "You ordered food twice last week."
    memory = await remembered(db, owner, said, created_at=clock.now())
    clock.move(timedelta(days=14))
    assert await aside(db, clock, owner) == {said}

    async with db.unit(owner, write=True) as s:
        await insight.correct(s, owner, f"remembers:{memory.id}", Verdict.TRUE, at=clock.now())

    assert await aside(db, clock, owner) == set()


async def test_a_plan_that_is_over_stands_with_the_older_notes(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await remembered(db, owner, PLAN, due_on=f"{clock.now() - timedelta(days=3):%Y-%m-%d}")
    await remembered(db, owner, "You keep a list on the fridge.", done_at=clock.now())
    await remembered(db, owner, CALLED)

    assert await aside(db, clock, owner) == {
        f"You were planning this: {PLAN}",
        "Done: You keep a list on the fridge.",
    }


@pytest.mark.parametrize(
    "content", ["No querés hablar de tu viejo.", "You asked Toney not to name the shop."]
)
def test_a_boundary_in_another_form_never_goes(content: str) -> None:
    row = CoachMemory(user_id=uuid4(), content=content, state=MemoryState.ACTIVE)

    assert not may_go(row)
