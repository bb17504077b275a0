"""A proposal is approved, edited or rejected: once, in time, in a turn of its own."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from coaching import tools
from coaching.domains.dreams import service as dreams
from coaching.domains.dreams.service import DreamFields
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.errors import Conflict, NotFound, TooMany
from coaching.services import proposals, undo
from coaching.tools.create_dream import CreateDream, create_dream
from coaching.tools.create_goal import CreateGoal, create_goal
from coaching.tools.propose_plan_save import ProposePlanSave, propose_plan_save
from coaching.tools.update_goal import UpdateGoal, update_goal
from coaching.values.dreams import MadeBy
from coaching.values.goals import GoalStatus, IfThen
from coaching.values.tools import ToolUse
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.clock import FrozenClock
    from coaching.models import Conversation, Proposal
    from coaching.repositories.db import Db
    from coaching.values.tools import ToolOutcome

assert len(tools.GOAL_TOOLS) > 1  # registers the kinds


@pytest.fixture
async def use(db: Db, clock: FrozenClock) -> ToolUse:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(db, owner, session)
    return ToolUse(owner, turn.id, None, clock.now())


async def proposed(
    db: Db, use: ToolUse, run: Callable[..., Awaitable[ToolOutcome]], args: object
) -> Proposal:
    async with db.unit(use.owner, write=True) as s:
        outcome = await run(s, use, args)
        assert outcome.proposal_id is not None
        return await proposals.require(s, use.owner, outcome.proposal_id)


async def approved(db: Db, draft: Proposal, clock: FrozenClock, edit: object = None) -> UUID:
    async with db.unit(draft.user_id, write=True) as s:
        fresh = await proposals.require(s, draft.user_id, draft.id)
        kind = proposals.PROPOSALS[draft.kind]
        fresh.state = fresh.state.__class__.APPROVED
        fresh.decided_at = clock.now()
        return (await kind.apply(s, fresh, edit, at=clock.now())).row.id


def kept_of(draft: Proposal) -> dict[str, str]:
    """Return what a notice keeps for the Undo of an approved draft."""
    return {undo.DRAFT: str(draft.id)}


async def kept_goal(db: Db, use: ToolUse) -> str:
    async with db.unit(use.owner, write=True) as s:
        fields = GoalFields(title="Post has a place", notes="Mine.")
        return str((await goals.add(s, use.owner, fields, at=use.at)).row.id)


async def test_an_approved_dream_is_linked_with_its_conversation(
    db: Db, use: ToolUse, clock: FrozenClock
) -> None:
    draft = await proposed(
        db, use, create_dream, CreateDream(title="The sea", category="relationships")
    )
    row = await approved(db, draft, clock)
    async with db.unit(use.owner) as s:
        dream = await dreams.require(s, use.owner, row)
        session: Conversation | None = await s.get(factories.Conversation, dream.conversation_id)
    assert (dream.title, dream.made_by) == ("The sea", MadeBy.COACH)
    assert session is not None
    assert session.dream_id == row


@pytest.mark.both_databases
async def test_an_edited_goal_is_the_person_s_own(db: Db, use: ToolUse, clock: FrozenClock) -> None:
    goal = CreateGoal(title="Post", why="x", cue="it is Sunday", response="I open one")
    draft = await proposed(db, use, create_goal, goal)
    assert draft.preview == "Post\nx\nit is Sunday → I open one"
    edit = "Post has a day\nI feel sick when it comes\nit is Saturday → I open two"
    row = await approved(db, draft, clock, edit)
    async with db.unit(use.owner, write=True) as s:
        kept = (await goals.require(s, use.owner, row)).goal
        assert (kept.title, kept.why, kept.made_by) == (
            "Post has a day",
            "I feel sick when it comes",
            MadeBy.USER,
        )
        (plan,) = kept.plans
        assert (plan["cue"], plan["response"]) == ("it is Saturday", "I open two")
        await undo.take_back(s, use.owner, "goal", row, {}, at=clock.now())
        assert await goals.for_user(s, use.owner) == []


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("edit", "why", "plans"),
    [("Post", "", 0), ("Post\nit is Sunday → I open one", "", 1), ("Post\nx", "x", 0)],
)
async def test_what_was_deleted_from_a_proposal_is_not_saved(
    db: Db, use: ToolUse, clock: FrozenClock, edit: str, why: str, plans: int
) -> None:
    goal = CreateGoal(title="Post", why="x", cue="it is Sunday", response="I open one")
    row = await approved(db, await proposed(db, use, create_goal, goal), clock, edit)
    dream = await proposed(db, use, create_dream, CreateDream(title="The sea", description="x"))
    sea = await approved(db, dream, clock, "The sea")
    async with db.unit(use.owner) as s:
        kept = (await goals.require(s, use.owner, row)).goal
        assert (kept.why, len(kept.plans)) == (why, plans)
        assert (await dreams.require(s, use.owner, sea)).description == ""


async def test_an_undo_does_not_overwrite_what_they_wrote_later(
    db: Db, use: ToolUse, clock: FrozenClock
) -> None:
    goal = await kept_goal(db, use)
    plan = ProposePlanSave(goal_id=goal, plan_content="One a week.", summary="x")
    draft = await proposed(db, use, propose_plan_save, plan)
    row = await approved(db, draft, clock)
    async with db.unit(use.owner, write=True) as s:
        mine = GoalFields(notes="One a week, with Jonas.")
        await goals.edit(s, use.owner, row, mine, at=clock.now())
        with pytest.raises(Conflict):
            await undo.take_back(s, use.owner, "plan", row, kept_of(draft), at=clock.now())
        assert (await goals.require(s, use.owner, row)).goal.notes == "One a week, with Jonas."


@pytest.mark.both_databases
async def test_a_plan_takes_the_place_of_the_notes_and_undo_puts_them_back(
    db: Db, use: ToolUse, clock: FrozenClock
) -> None:
    goal = await kept_goal(db, use)
    plan = ProposePlanSave(goal_id=goal, plan_content="One a week.", summary="x")
    draft = await proposed(db, use, propose_plan_save, plan)
    row = await approved(db, draft, clock)
    async with db.unit(use.owner, write=True) as s:
        kept = (await goals.require(s, use.owner, row)).goal
        assert (kept.notes, kept.notes_by) == ("One a week.", MadeBy.COACH)
        await undo.take_back(s, use.owner, "plan", row, kept_of(draft), at=clock.now())
        assert (await goals.require(s, use.owner, row)).goal.notes == "Mine."
        with pytest.raises(NotFound):
            await undo.take_back(s, use.owner, "plan", row, kept_of(draft), at=clock.now())


async def test_a_new_plan_leaves_those_that_were_written_while_it_waited(
    db: Db, use: ToolUse, clock: FrozenClock
) -> None:
    goal = await kept_goal(db, use)
    change = UpdateGoal(goal_id=goal, summary="On Sundays.", cue="Sunday", response="I open one")
    draft = await proposed(db, use, update_goal, change)
    async with db.unit(use.owner, write=True) as s:
        own = GoalFields(plans=[IfThen("it rains", "I stay"), IfThen("I am tired", "I ring Ana")])
        await goals.edit(s, use.owner, UUID(goal), own, at=clock.now())

    await approved(db, draft, clock)

    async with db.unit(use.owner) as s:
        kept = (await goals.require(s, use.owner, UUID(goal))).goal
    assert [plan["cue"] for plan in kept.plans] == ["Sunday", "I am tired"]


async def test_a_change_is_made_and_taken_back(db: Db, use: ToolUse, clock: FrozenClock) -> None:
    goal = await kept_goal(db, use)
    change = UpdateGoal(goal_id=goal, summary="Park it.", status="parked", title="Post later")
    draft = await proposed(db, use, update_goal, change)
    row = await approved(db, draft, clock)
    async with db.unit(use.owner, write=True) as s:
        kept = (await goals.require(s, use.owner, row)).goal
        assert (kept.status, kept.title) == (GoalStatus.PARKED, "Post later")
        await undo.take_back(s, use.owner, "goal_change", row, kept_of(draft), at=clock.now())
        kept = (await goals.require(s, use.owner, row)).goal
        assert (kept.status, kept.title) == (GoalStatus.ACTIVE, "Post has a place")


async def test_an_undo_takes_back_the_change_it_was_shown_for_and_no_later_one(
    db: Db, use: ToolUse, clock: FrozenClock
) -> None:
    goal = await kept_goal(db, use)
    older = UpdateGoal(goal_id=goal, summary="Park it.", status="parked")
    newer = UpdateGoal(goal_id=goal, summary="Another name.", title="Post later")
    parked, renamed = [await proposed(db, use, update_goal, change) for change in (older, newer)]
    row = await approved(db, parked, clock)
    clock.move(timedelta(minutes=1))
    await approved(db, renamed, clock)

    async with db.unit(use.owner, write=True) as s:
        await undo.take_back(s, use.owner, "goal_change", row, kept_of(parked), at=clock.now())

    async with db.unit(use.owner, write=True) as s:
        kept = (await goals.require(s, use.owner, row)).goal
        assert (kept.status, kept.title) == (GoalStatus.ACTIVE, "Post later")
        with pytest.raises(NotFound):
            await undo.take_back(s, use.owner, "goal_change", row, kept_of(parked), at=clock.now())


@pytest.mark.both_databases
async def test_an_older_plan_is_not_undone_over_a_newer_one(
    db: Db, use: ToolUse, clock: FrozenClock
) -> None:
    goal = await kept_goal(db, use)
    plans = [
        ProposePlanSave(goal_id=goal, plan_content=words, summary="x")
        for words in ("One a week.", "Two a week.")
    ]
    first, second = [await proposed(db, use, propose_plan_save, plan) for plan in plans]
    row = await approved(db, first, clock)
    clock.move(timedelta(minutes=1))
    await approved(db, second, clock)

    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(Conflict):
            await undo.take_back(s, use.owner, "plan", row, kept_of(first), at=clock.now())
        assert (await goals.require(s, use.owner, row)).goal.notes == "Two a week."
        await undo.take_back(s, use.owner, "plan", row, kept_of(second), at=clock.now())
        await undo.take_back(s, use.owner, "plan", row, kept_of(first), at=clock.now())
        assert (await goals.require(s, use.owner, row)).goal.notes == "Mine."


async def test_a_dream_that_has_no_room_any_more_is_refused(
    db: Db, use: ToolUse, clock: FrozenClock
) -> None:
    draft = await proposed(db, use, create_dream, CreateDream(title="The sea"))
    async with db.unit(use.owner, write=True) as s:
        for title in ("A boat", "A garden"):
            await dreams.add(s, use.owner, DreamFields(title=title), at=use.at)
    with pytest.raises(TooMany):
        await approved(db, draft, clock)


async def test_after_half_an_hour_a_proposal_has_expired(
    db: Db, use: ToolUse, clock: FrozenClock
) -> None:
    draft = await proposed(db, use, create_dream, CreateDream(title="The sea"))
    clock.move(timedelta(minutes=31))
    async with db.unit(use.owner) as s:
        with pytest.raises(Conflict):
            await proposals.require_open(s, use.owner, draft.id, at=clock.now())
