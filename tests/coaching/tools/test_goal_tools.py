"""Tools about goals: what is read, what is written at once, and what only a yes saves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack
from uuid import UUID, uuid4

import pytest
from pydantic import ValidationError

from coaching.domains.dreams import service as dreams
from coaching.domains.dreams.service import DreamFields
from coaching.domains.goals import offering
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.errors import InvalidInput, ToolFailed, ToolRetry
from coaching.repositories import profiles, proposals
from coaching.services import safety_events
from coaching.tools.add_micro_win import AddMicroWin, add_micro_win, undo_micro_win
from coaching.tools.create_dream import CreateDream, create_dream
from coaching.tools.create_goal import CreateGoal, create_goal
from coaching.tools.get_goal import GetGoal, get_goal
from coaching.tools.get_goals import GetGoals, get_goals
from coaching.tools.propose_plan_save import ProposePlanSave, propose_plan_save
from coaching.tools.update_goal import UpdateGoal, update_goal
from coaching.tools.update_micro_win import UpdateMicroWin, undo_step_change, update_micro_win
from coaching.values.enums import SafetyLevel
from coaching.values.goals import GoalStatus, IfThen
from coaching.values.safety import SafetyVerdict
from tests.support import factories

if TYPE_CHECKING:
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db
    from coaching.values.tools import ToolUse

SEA = CreateDream(title="A week by the sea", description="No working out who paid.")
POST = CreateGoal(title="Post has a place", cue="it is Sunday", response="I open one envelope")
KILL = "I want to kill myself"
THEIRS = "I count as one of the people"
"""Words of the message that the fixture `use` answers."""


async def a_goal(s: AsyncSession, use: ToolUse, **fields: Unpack[GoalFields]) -> str:
    given: GoalFields = {"title": "Post has a place", **fields}
    return str((await goals.add(s, use.owner, given, at=use.at)).row.id)


async def after_danger(s: AsyncSession, use: ToolUse) -> None:
    verdict = SafetyVerdict(SafetyLevel.CRISIS, category="suicidality")
    person = await profiles.require(s, use.owner)
    await safety_events.note(s, person, verdict, at=use.at)


async def test_goals_are_read_with_their_steps_and_dreams(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        told_of: GoalFields = {"why": "I feel sick.", "notes": "One a week."}
        goal = await a_goal(s, use, plans=[IfThen("it is Sunday", "I open one")], **told_of)
        over = await a_goal(s, use, status=GoalStatus.COMPLETED)
        await goals.add_step(s, use.owner, UUID(goal), "Pick the day", at=use.at, is_done=True)
        await dreams.add(s, use.owner, DreamFields(title="The sea"), at=use.at)
        told: Any = (await get_goals(s, use, GetGoals())).data
        alone: Any = (await get_goal(s, use, GetGoal(goal_id=goal))).data
        of: dict[str, Any] = {
            status: (
                await get_goals(s, use, GetGoals.model_validate({"status_filter": status}))
            ).data
            for status in ("parked", "completed", "all")
        }
    (read,) = told["goals"]
    (step,) = read["micro_wins"]
    assert (step["text"], step["done"]) == ("Pick the day", True)
    assert read["plans"] == [{"if": "it is Sunday", "then": "I open one", "plan_b": ""}]
    assert alone["goal"] == read
    (dream,) = told["dreams"]
    assert dream["title"] == "The sea"
    assert {name: read[name] for name in told_of} == told_of
    assert {status: [one["id"] for one in found["goals"]] for status, found in of.items()} == {
        "parked": [],
        "completed": [over],
        "all": [goal, over],
    }


async def test_a_goal_of_somebody_else_is_not_there(db: Db, use: ToolUse) -> None:
    other = await factories.person(db)
    async with db.unit(other, write=True) as s:
        row = (await goals.add(s, other, GoalFields(title="Theirs"), at=use.at)).row
    for goal_id in (str(row.id), str(uuid4()), "no id"):
        async with db.unit(use.owner, write=True) as s:
            with pytest.raises(ToolRetry):
                await get_goal(s, use, GetGoal(goal_id=goal_id))
            with pytest.raises(ToolRetry):
                await update_goal(s, use, UpdateGoal(goal_id=goal_id, summary="x", title="y"))
            step = AddMicroWin(goal_id=goal_id, text="x", done=False)
            with pytest.raises(ToolRetry):
                await add_micro_win(s, use, step)
            plan = ProposePlanSave(goal_id=goal_id, plan_content="x", summary="x")
            with pytest.raises(ToolRetry):
                await propose_plan_save(s, use, plan)


async def test_a_dream_a_goal_and_a_plan_wait_for_a_yes(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        goal = await a_goal(s, use)
        plan = ProposePlanSave(goal_id=goal, plan_content="One a week.\nAt the table.", summary="x")
        change = UpdateGoal(goal_id=goal, summary="Park it for now.", status="parked")
        outcomes = [
            await create_dream(s, use, SEA),
            await create_goal(s, use, POST),
            await propose_plan_save(s, use, plan),
            await update_goal(s, use, change),
        ]
        assert [outcome.data["draft"] for outcome in outcomes] == [
            "dream",
            "goal",
            "plan",
            "goal_change",
        ]
        assert [outcome.preview.split("\n")[0] for outcome in outcomes] == [
            "A week by the sea",
            "Post has a place",
            "Post has a place",
            "Post has a place",
        ]
        assert await dreams.for_user(s, use.owner) == []
        (view,) = await goals.for_user(s, use.owner)
        assert (view.goal.notes, view.goal.status) == ("", GoalStatus.ACTIVE)
        drafts = await proposals.of_turns(s, use.owner, [use.turn_id])
    assert len(drafts) == 4


async def test_a_small_step_is_written_at_once_and_taken_back(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        goal = await a_goal(s, use)
        done = AddMicroWin(goal_id=goal, text=THEIRS, done=True)
        outcome = await add_micro_win(s, use, done)
        view = await goals.require(s, use.owner, UUID(goal))
        assert [step.done_at for step in view.steps] == [use.at]
        await undo_micro_win(s, use.owner, outcome.data, at=use.at)
        assert (await goals.require(s, use.owner, UUID(goal))).steps == ()


async def test_at_the_limit_the_model_is_told_and_nothing_is_proposed(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        for title in ("The sea", "A boat"):
            await dreams.add(s, use.owner, DreamFields(title=title), at=use.at)
        goal = await a_goal(s, use)
        for _ in range(4):
            await a_goal(s, use)
        parked = GoalFields(status=GoalStatus.PARKED)
        await goals.edit(s, use.owner, UUID(goal), parked, at=use.at)
        await a_goal(s, use)
        with pytest.raises(ToolFailed, match="they have 2 active dreams, and 2 fit"):
            await create_dream(s, use, SEA)
        with pytest.raises(ToolFailed, match="they have 5 active goals"):
            await create_goal(s, use, POST)
        again = UpdateGoal(goal_id=goal, summary="Again.", status="active")
        with pytest.raises(ToolFailed, match="they have 5 active goals"):
            await update_goal(s, use, again)
        assert await proposals.of_turns(s, use.owner, [use.turn_id]) == []


async def test_in_the_quiet_days_nothing_is_offered(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        goal = await a_goal(s, use)
        await after_danger(s, use)
        plan = ProposePlanSave(goal_id=goal, plan_content="One a week.", summary="x")
        step = AddMicroWin(goal_id=goal, text="Pick the day", done=False)
        change = UpdateGoal(goal_id=goal, summary="Other words.", title="Post")
        for attempt in (
            create_dream(s, use, SEA),
            create_goal(s, use, POST),
            propose_plan_save(s, use, plan),
            add_micro_win(s, use, step),
            update_goal(s, use, change),
        ):
            with pytest.raises(ToolFailed) as refused:
                await attempt
            assert str(refused.value) == offering.QUIET


async def test_nothing_said_in_danger_is_offered(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(ToolFailed) as refused:
            await create_dream(s, use, CreateDream(title="Peace", description=KILL))
        assert str(refused.value) == offering.UNSPOKEN
        with pytest.raises(ToolFailed):
            await create_goal(s, use, CreateGoal(title="Home", why=KILL))


async def test_inputs_that_do_not_fit_are_refused(db: Db, use: ToolUse) -> None:
    for broken in ({}, {"title": ""}, {"title": "x" * 201}, {"title": "x", "category": "money"}):
        with pytest.raises(ValidationError):
            CreateDream.model_validate(broken)
    with pytest.raises(ValidationError):
        CreateDream.model_validate({"title": "x", "user_id": "y"})
    plan = {"goal_id": str(uuid4()), "plan_content": "One a week.", "summary": "x"}
    for missing in plan:
        with pytest.raises(ValidationError):
            ProposePlanSave.model_validate({name: plan[name] for name in plan if name != missing})
    async with db.unit(use.owner, write=True) as s:
        goal = await a_goal(s, use)
        with pytest.raises(InvalidInput):
            await create_goal(s, use, CreateGoal(title="Post", cue="it is Sunday"))
        with pytest.raises(ToolRetry, match="no such dream"):
            await create_goal(s, use, CreateGoal(title="Post", dream_id=str(uuid4())))
        with pytest.raises(ToolRetry, match="Say what changes"):
            await update_goal(s, use, UpdateGoal(goal_id=goal, summary="Nothing."))


async def test_a_small_step_is_changed_at_once_and_undo_puts_it_back(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        goal = await a_goal(s, use)
        step = (await goals.add_step(s, use.owner, UUID(goal), "Pick the day", at=use.at)).row
        change = UpdateMicroWin(step_id=str(step.id), text=THEIRS, done="yes")
        outcome = await update_micro_win(s, use, change)
    assert "before" not in outcome.for_model
    assert (outcome.for_model["text"], outcome.for_model["done"]) == (THEIRS, True)
    async with db.unit(use.owner, write=True) as s:
        await undo_step_change(s, use.owner, outcome.data, at=use.at)
        (kept,) = (await goals.require(s, use.owner, UUID(goal))).steps
        assert (kept.text, kept.done_at) == ("Pick the day", None)


async def test_a_small_step_is_in_their_words_or_they_said_yes_to_it(db: Db, use: ToolUse) -> None:
    session = await factories.conversation(db, use.owner)
    await factories.exchange(db, use.owner, session, "Hm.", "Shall I write down “Pick the day”?")
    turn = await factories.exchange(db, use.owner, session, "Yes, please.")
    answered = replace(use, turn_id=turn.id)
    async with db.unit(use.owner, write=True) as s:
        goal = await a_goal(s, use)
        offered = AddMicroWin(goal_id=goal, text="Pick the day", done=False)
        with pytest.raises(ToolRetry, match="not the person's own words"):
            await add_micro_win(s, use, offered)
        saved = await add_micro_win(s, answered, offered)
        change = UpdateMicroWin(step_id=str(saved.data["id"]), text="Buy a course")
        with pytest.raises(ToolRetry, match="not the person's own words"):
            await update_micro_win(s, answered, change)
        (kept,) = (await goals.require(s, use.owner, UUID(goal))).steps
        assert kept.text == "Pick the day"


async def test_a_step_of_somebody_else_or_no_change_changes_nothing(db: Db, use: ToolUse) -> None:
    other = await factories.person(db)
    async with db.unit(other, write=True) as s:
        goal = (await goals.add(s, other, GoalFields(title="Theirs"), at=use.at)).row
        step = (await goals.add_step(s, other, goal.id, "Theirs", at=use.at)).row
    for fields in ({"step_id": str(step.id), "done": "yes"}, {"step_id": "x", "text": "y"}):
        async with db.unit(use.owner, write=True) as s:
            with pytest.raises(ToolRetry):
                await update_micro_win(s, use, UpdateMicroWin.model_validate(fields))
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(ToolRetry, match="Say what changes"):
            await update_micro_win(s, use, UpdateMicroWin(step_id=str(step.id)))
