from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Unpack

import pytest

from coaching.domains.directions import service as directions
from coaching.domains.dreams import service as dreams
from coaching.domains.dreams.service import DreamFields
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.errors import Conflict, InvalidInput, NotFound, TooMany
from coaching.values.dreams import MadeBy
from coaching.values.enums import SafetyLevel
from coaching.values.goals import MOST_ACTIVE, GoalStatus, IfThen, Milestone
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.domains.goals.models import Goal
    from coaching.repositories.db import Db

SUNDAY = IfThen("it is Sunday and the kettle is on", "I open one envelope", "I go outside")


async def kept(db: Db, owner: UUID, clock: FrozenClock, **fields: Unpack[GoalFields]) -> Goal:
    given: GoalFields = {"title": "Post has a place", **fields}
    async with db.unit(owner, write=True) as s:
        return (await goals.add(s, owner, given, at=clock.now())).row


async def changed(db: Db, goal: Goal, clock: FrozenClock, fields: GoalFields) -> Goal:
    async with db.unit(goal.user_id, write=True) as s:
        return (await goals.edit(s, goal.user_id, goal.id, fields, at=clock.now())).row


@pytest.mark.both_databases
async def test_a_goal_keeps_its_plan_its_milestones_and_its_why(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    await kept(
        db,
        owner,
        clock,
        why="I want to stop feeling sick.",
        plans=(SUNDAY,),
        milestones=(Milestone("First envelope", "2027-01-31"),),
    )
    async with db.unit(owner) as s:
        (view,) = await goals.for_user(s, owner)
    assert view.goal.plans == [
        {"cue": SUNDAY.cue, "response": SUNDAY.response, "backup": SUNDAY.backup}
    ]
    assert view.goal.milestones == [
        {"title": "First envelope", "due_on": "2027-01-31", "reached_on": ""}
    ]
    assert view.goal.why == "I want to stop feeling sick."


async def test_five_goals_are_active_and_a_sixth_can_be_parked(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    for _ in range(MOST_ACTIVE):
        await kept(db, owner, clock)
    with pytest.raises(TooMany) as refused:
        await kept(db, owner, clock)
    assert refused.value.limit == MOST_ACTIVE

    parked = await kept(db, owner, clock, status=GoalStatus.PARKED)
    with pytest.raises(TooMany):
        await changed(db, parked, clock, GoalFields(status=GoalStatus.ACTIVE))


@pytest.mark.both_databases
async def test_a_completed_goal_makes_room_and_can_be_taken_up_again(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    goal = await kept(db, owner, clock)

    done = await changed(db, goal, clock, GoalFields(status=GoalStatus.COMPLETED))
    assert done.completed_at == clock.now()

    again = await changed(db, goal, clock, GoalFields(status=GoalStatus.ACTIVE))
    assert again.completed_at is None


@pytest.mark.both_databases
async def test_a_goal_is_under_a_dream_or_a_direction_of_the_same_person(
    db: Db, clock: FrozenClock
) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    async with db.unit(anna, write=True) as s:
        dream = (await dreams.add(s, anna, DreamFields(title="The sea"), at=clock.now())).row.id
        direction = (await directions.add(s, anna, "Say no", at=clock.now())).row.id
    goal = await kept(db, anna, clock, dream_id=dream)

    moved = await changed(db, goal, clock, GoalFields(direction_id=direction))
    assert (moved.dream_id, moved.direction_id) == (None, direction)
    both = GoalFields(dream_id=dream, direction_id=direction)
    with pytest.raises(InvalidInput):
        await changed(db, goal, clock, both)
    with pytest.raises(NotFound):
        await kept(db, ben, clock, dream_id=dream)


@pytest.mark.both_databases
async def test_a_deleted_dream_leaves_its_goals(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        dream = (await dreams.add(s, owner, DreamFields(title="The sea"), at=clock.now())).row.id
    goal = await kept(db, owner, clock, dream_id=dream)
    async with db.unit(owner, write=True) as s:
        await dreams.delete(s, owner, dream)
    async with db.unit(owner) as s:
        assert (await goals.require(s, owner, goal.id)).goal.dream_id is None


@pytest.mark.both_databases
async def test_small_steps_are_added_done_undone_changed_and_deleted(
    db: Db, clock: FrozenClock
) -> None:
    owner = await factories.person(db)
    goal = await kept(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        first = (await goals.add_step(s, owner, goal.id, "Pick the day", at=clock.now())).row.id
        clock.move(timedelta(minutes=1))
        await goals.add_step(s, owner, goal.id, "Open one", at=clock.now(), is_done=True)
        await goals.edit_step(s, owner, first, at=clock.now(), text="Pick Sunday", is_done=True)
    async with db.unit(owner, write=True) as s:
        steps = (await goals.require(s, owner, goal.id)).steps
        assert [(step.text, step.done_at is not None) for step in steps] == [
            ("Pick Sunday", True),
            ("Open one", True),
        ]
        await goals.edit_step(s, owner, first, at=clock.now(), is_done=False)
        await goals.delete_step(s, owner, steps[1].id)
        steps = (await goals.require(s, owner, goal.id)).steps
        assert [(step.text, step.done_at) for step in steps] == [("Pick Sunday", None)]
        await goals.delete(s, owner, goal.id)
        with pytest.raises(NotFound):
            await goals.edit_step(s, owner, first, at=clock.now(), is_done=True)


@pytest.mark.both_databases
async def test_plan_notes_say_who_wrote_them_and_when(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    goal = await kept(db, owner, clock)
    clock.move(timedelta(hours=1))
    async with db.unit(owner, write=True) as s:
        notes = GoalFields(notes="Post goes into the blue bowl.")
        row = await goals.edit(s, owner, goal.id, notes, at=clock.now(), by=MadeBy.COACH)
    assert (row.row.notes_by, row.row.notes_at) == (MadeBy.COACH, clock.now())

    later = clock.now() + timedelta(hours=1)
    async with db.unit(owner, write=True) as s:
        other = GoalFields(title="Post has a day")
        row = await goals.edit(s, owner, goal.id, other, at=later)
    assert (row.row.notes_by, row.row.notes_at) == (MadeBy.COACH, clock.now())


async def test_what_does_not_fit_is_refused_by_name(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    wrong_fields: tuple[tuple[GoalFields, str], ...] = (
        ({"plans": [IfThen("", "I breathe")]}, "plans.0.cue"),
        ({"plans": [SUNDAY] * 6}, "plans"),
        ({"milestones": [Milestone("x", "soon")]}, "milestones.0.dueOn"),
        ({"notes": "x" * 5001}, "notes"),
    )
    for fields, wrong in wrong_fields:
        with pytest.raises(InvalidInput) as refused:
            await kept(db, owner, clock, **fields)
        assert set(refused.value.fields) == {wrong}


async def test_a_saved_goal_is_taken_back_within_the_hour(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    goal, late = await kept(db, owner, clock), await kept(db, owner, clock)
    async with db.unit(owner, write=True) as s:
        await goals.undo(s, owner, goal.id, at=clock.now())
    clock.move(timedelta(hours=2))
    with pytest.raises(Conflict):
        async with db.unit(owner, write=True) as s:
            await goals.undo(s, owner, late.id, at=clock.now())


async def test_every_word_of_a_goal_is_screened(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    danger = IfThen("he comes home", "I kill myself")
    async with db.unit(owner, write=True) as s:
        fields = GoalFields(title="Home", plans=[danger])
        new = await goals.add(s, owner, fields, at=clock.now())
    assert new.safety.level is SafetyLevel.CRISIS


@pytest.mark.both_databases
async def test_a_deleted_goal_leaves_its_conversation(db: Db, clock: FrozenClock) -> None:
    owner = await factories.person(db)
    goal = await kept(db, owner, clock)
    session = await factories.conversation(db, owner, goal_id=goal.id)
    async with db.unit(owner, write=True) as s:
        await goals.delete(s, owner, goal.id)
    async with db.unit(owner) as s:
        stored = await s.get(type(session), session.id)
    assert stored is not None
    assert stored.goal_id is None
