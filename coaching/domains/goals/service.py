"""Goals: at most five are active; more can be parked. One way for the app, the API and tools."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from coaching.domains.directions import service as directions
from coaching.domains.dreams import service as dreams
from coaching.domains.goals import queries
from coaching.domains.goals.fields import columns, sentences_of, step_text
from coaching.domains.goals.models import Goal, MicroWin
from coaching.errors import Conflict, InvalidInput, TooMany
from coaching.repositories import analytics, conversations, profiles, whole_rows
from coaching.services.safety_events import Kept, screen_words
from coaching.values.dreams import MadeBy
from coaching.values.goals import MOST_ACTIVE, GoalStatus
from coaching.values.undo import UNDO_WITHIN
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.goals.fields import GoalFields

MOST_KEPT, MOST_STEPS = 200, 50
T = TypeVar("T")
_FULL = "You can have {limit} active goals at a time. Park one to make room; it keeps everything."


@dataclass(frozen=True, slots=True)
class GoalView:
    """A goal with its small steps."""

    goal: Goal
    steps: tuple[MicroWin, ...]


async def for_user(
    s: AsyncSession, owner: UUID, *, status: GoalStatus | None = None
) -> list[GoalView]:
    """Return a person's goals with their steps: active, parked, completed."""
    found = await queries.for_user(s, owner, status=status)
    steps = await queries.steps(s, owner, [goal.id for goal in found])
    return [GoalView(goal, tuple(one for one in steps if one.goal_id == goal.id)) for goal in found]


async def require(s: AsyncSession, owner: UUID, goal_id: UUID) -> GoalView:
    """Return a goal of this person with its steps, or raise NotFound."""
    goal = await queries.require(s, owner, goal_id)
    return GoalView(goal, tuple(await queries.steps(s, owner, [goal.id])))


async def is_full(s: AsyncSession, owner: UUID) -> bool:
    """Return True if a goal has to be parked before another becomes active."""
    return await queries.count(s, owner, GoalStatus.ACTIVE) >= MOST_ACTIVE


async def add(
    s: AsyncSession,
    owner: UUID,
    fields: GoalFields,
    *,
    at: datetime,
    made_by: MadeBy = MadeBy.USER,
) -> Kept[Goal]:
    """Keep a goal; raise TooMany if it would be active and five are."""
    await profiles.hold(s, owner)
    clean = columns({"title": "", **fields})
    if await queries.count(s, owner) >= MOST_KEPT:
        raise TooMany(limit=MOST_KEPT)
    if clean.get("status", GoalStatus.ACTIVE) is GoalStatus.ACTIVE:
        await _require_room(s, owner)
    goal = Goal(user_id=owner, title="", made_by=made_by, created_at=at, updated_at=at)
    await _set(s, goal, clean, by=made_by, at=at)
    await queries.add(s, owner, goal)
    await analytics.add(s, owner, UsageEvent.GOAL_KEPT, at=at, by=made_by)
    return await _kept(s, owner, goal, sentences_of(clean), at)


async def edit(
    s: AsyncSession,
    owner: UUID,
    goal_id: UUID,
    fields: GoalFields,
    *,
    at: datetime,
    by: MadeBy = MadeBy.USER,
) -> Kept[Goal]:
    """Change a goal; making one active again needs room like a new one."""
    await profiles.hold(s, owner)
    goal, clean = await queries.require(s, owner, goal_id), columns(fields)
    status = clean.get("status", goal.status)
    if status is GoalStatus.ACTIVE and goal.status is not GoalStatus.ACTIVE:
        await _require_room(s, owner)
    if status is GoalStatus.COMPLETED and goal.status is not GoalStatus.COMPLETED:
        await analytics.add(s, owner, UsageEvent.GOAL_COMPLETED, at=at)
    await _set(s, goal, clean, by=by, at=at)
    await s.flush()
    return await _kept(s, owner, goal, sentences_of(clean), at)


async def delete(s: AsyncSession, owner: UUID, goal_id: UUID) -> None:
    """Delete a goal and its small steps; what was said about it stays in the conversations."""
    await queries.require(s, owner, goal_id)
    await conversations.unlink(s, owner, goal_id)
    await queries.remove(s, owner, goal_id)


async def undo(s: AsyncSession, owner: UUID, goal_id: UUID, *, at: datetime) -> None:
    """Take back a goal that was saved a moment ago; later it is deleted, which asks first."""
    goal = await queries.require(s, owner, goal_id)
    if at - goal.created_at > UNDO_WITHIN:
        raise Conflict("too late to undo; the goal can be deleted")
    await delete(s, owner, goal_id)


async def add_step(
    s: AsyncSession,
    owner: UUID,
    goal_id: UUID,
    text: str,
    *,
    at: datetime,
    is_done: bool = False,
    message_id: UUID | None = None,
) -> Kept[MicroWin]:
    """Keep a small step of a goal, done already or still to do."""
    await profiles.hold(s, owner)
    goal = await require(s, owner, goal_id)
    if len(goal.steps) >= MOST_STEPS:
        raise TooMany(limit=MOST_STEPS)
    step = MicroWin(
        user_id=owner,
        goal_id=goal_id,
        text=step_text(text),
        done_at=at if is_done else None,
        message_id=message_id,
        created_at=at,
    )
    await queries.add_step(s, owner, step)
    return await _kept(s, owner, step, step.text, at)


async def edit_step(
    s: AsyncSession,
    owner: UUID,
    step_id: UUID,
    *,
    at: datetime,
    text: str | None = None,
    is_done: bool | None = None,
) -> Kept[MicroWin]:
    """Say a small step differently, or mark it done or not done."""
    step = await queries.require_step(s, owner, step_id)
    if text is not None:
        step.text = step_text(text)
    if is_done is not None:
        step.done_at = (step.done_at or at) if is_done else None
    await s.flush()
    return await _kept(s, owner, step, text or "", at)


async def step_as_kept(s: AsyncSession, owner: UUID, step_id: UUID) -> dict[str, Any]:
    """Return a small step as JSON, for `restore_step`."""
    return whole_rows.as_kept(await queries.require_step(s, owner, step_id))


async def delete_step(s: AsyncSession, owner: UUID, step_id: UUID) -> None:
    """Delete a small step."""
    await queries.require_step(s, owner, step_id)
    await queries.remove_step(s, owner, step_id)


async def restore_step(
    s: AsyncSession, owner: UUID, row: UUID, gone: dict[str, Any], /, *, at: datetime
) -> None:
    """Put a small step back as it was before it was changed or deleted; idempotent."""
    del at
    await require(s, owner, UUID(gone["goal_id"]))  # NotFound if the goal is gone too
    await whole_rows.put_back(s, owner, MicroWin, row, gone)


async def _set(
    s: AsyncSession, goal: Goal, clean: dict[str, Any], *, by: MadeBy, at: datetime
) -> None:
    """Set columns of a goal, and what follows from them."""
    had = goal.notes
    links = {name: clean.pop(name) for name in ("dream_id", "direction_id") if name in clean}
    for name, value in clean.items():
        setattr(goal, name, value)
    await _link(s, goal, links)
    if goal.notes != had:
        goal.notes_by, goal.notes_at = (by, at) if goal.notes else (None, None)
    if goal.status is not GoalStatus.COMPLETED:
        goal.completed_at = None
    elif goal.completed_at is None:
        goal.completed_at = at
    goal.updated_at = at


async def _link(s: AsyncSession, goal: Goal, links: dict[str, UUID | None]) -> None:
    """Put a goal under a dream or a direction of the same person; the newer link replaces."""
    if links.get("dream_id") and links.get("direction_id"):
        raise InvalidInput({"directionId": "a goal is under a dream or a direction, not both"})
    for name, other, find in (
        ("dream_id", "direction_id", dreams.require),
        ("direction_id", "dream_id", directions.require),
    ):
        if name not in links:
            continue
        wanted = links[name]
        if wanted is not None:
            await find(s, goal.user_id, wanted)
            setattr(goal, other, None)
        setattr(goal, name, wanted)


async def _require_room(s: AsyncSession, owner: UUID) -> None:
    if await is_full(s, owner):
        raise TooMany(limit=MOST_ACTIVE, say=_FULL.format(limit=MOST_ACTIVE))


async def _kept(s: AsyncSession, owner: UUID, row: T, words: str, at: datetime) -> Kept[T]:
    return Kept(row, await screen_words(s, owner, words, source="goal", at=at))
