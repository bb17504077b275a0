"""The kinds of proposals that become a dream, a goal, a change of a goal or its plan notes.

The payload is what the tool has checked. An edit is the whole text that is saved instead, in the
form of the preview: its first line is the title, and of a goal a line with an arrow is an if-then
plan. For plan notes all of it is the plan. Edited words are stored as the person's own.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching import prompts
from coaching.content import text
from coaching.domains.dreams import service as dreams
from coaching.domains.dreams.service import DreamFields
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.errors import Conflict, NotFound
from coaching.repositories import conversations, proposals, turns
from coaching.services.proposal_kinds import ProposalKind, Saved
from coaching.services.safety_events import Kept
from coaching.values.dreams import DreamCategory, MadeBy
from coaching.values.goals import GoalStatus, IfThen, plan_from

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Proposal

ARROW = "→"
"""Between the cue and the response of an if-then plan in a preview."""


async def _apply_dream(
    s: AsyncSession, draft: Proposal, edit: object, /, *, at: datetime
) -> Kept[Saved]:
    said, owner = draft.payload, draft.user_id
    title, description = said["title"], said["description"]
    if edit is not None:
        title, description = _edited(edit)
    category = DreamCategory(said["category"]) if said["category"] else None
    session_id = (await turns.require(s, owner, draft.turn_id)).conversation_id
    fields = DreamFields(title=title, description=description, category=category)
    kept = await dreams.add(s, owner, fields, at=at, made_by=_by(edit), conversation_id=session_id)
    session = await conversations.find(s, owner, session_id)
    if session is not None:
        session.dream_id = kept.row.id
    dream = kept.row
    return Kept(Saved(dream.id, dream.title, dream.description), kept.safety)


async def _apply_goal(
    s: AsyncSession, draft: Proposal, edit: object, /, *, at: datetime
) -> Kept[Saved]:
    said = draft.payload
    title, why = said["title"], said["why"]
    plans = [plan_from(plan) for plan in said["plans"]]
    if edit is not None:
        title, rest = _edited(edit)
        lines = rest.splitlines()
        why = "\n".join(line for line in lines if ARROW not in line).strip()
        plans = [_plan(line) for line in lines if ARROW in line]
    fields = GoalFields(
        title=title,
        why=why,
        plans=plans,
        dream_id=UUID(said["dream_id"]) if said["dream_id"] else None,
    )
    kept = await goals.add(s, draft.user_id, fields, at=at, made_by=_by(edit))
    return Kept(_saved(kept.row), kept.safety)


async def _apply_change(
    s: AsyncSession, draft: Proposal, edit: object, /, *, at: datetime
) -> Kept[Saved]:
    del edit  # a change is approved or rejected as it is
    fields = _fields(draft.payload["changes"])
    if "plans" in fields:  # the others as they are now: they may have been written meanwhile
        goal = (await goals.require(s, draft.user_id, UUID(draft.payload["goal_id"]))).goal
        fields["plans"] = [*fields["plans"][:1], *map(plan_from, goal.plans[1:])]
    return await _changed(s, draft, fields, by=MadeBy.COACH, at=at)


async def _apply_plan(
    s: AsyncSession, draft: Proposal, edit: object, /, *, at: datetime
) -> Kept[Saved]:
    plan = draft.payload["plan"] if edit is None else str(edit)
    return await _changed(s, draft, GoalFields(notes=plan), by=_by(edit), at=at)


async def _changed(
    s: AsyncSession, draft: Proposal, fields: GoalFields, *, by: MadeBy, at: datetime
) -> Kept[Saved]:
    """Change a goal, and keep in the proposal what it was, for Undo."""
    owner, goal_id = draft.user_id, UUID(draft.payload["goal_id"])
    goal = (await goals.require(s, owner, goal_id)).goal
    before = {name: getattr(goal, name) for name in fields}
    kept = await goals.edit(s, owner, goal_id, fields, at=at, by=by)
    after = {name: getattr(kept.row, name) for name in fields}
    draft.payload = {**draft.payload, "before": before, "after": after}
    return Kept(_saved(kept.row), kept.safety)


async def is_unchanged(s: AsyncSession, draft: Proposal) -> bool:
    """Return True if the goal is there and says what this change made it say.

    What the person wrote there later would be lost with an undo.
    """
    after = draft.payload.get("after", {})
    try:
        goal = (await goals.require(s, draft.user_id, UUID(draft.payload["goal_id"]))).goal
    except NotFound:
        return False
    return all(getattr(goal, name) == said for name, said in after.items())


async def _undo_change(
    name: str, s: AsyncSession, owner: UUID, proposal_id: UUID, /, *, at: datetime
) -> None:
    draft = await proposals.find(s, owner, proposal_id)
    if draft is None or draft.kind != name or "before" not in draft.payload:
        raise NotFound("there is nothing to take back")
    if not await is_unchanged(s, draft):
        raise Conflict("the goal was changed since")
    goal_id = UUID(draft.payload["goal_id"])
    await goals.edit(s, owner, goal_id, _fields(draft.payload["before"]), at=at)
    kept = draft.payload.items()
    draft.payload = {key: said for key, said in kept if key not in {"before", "after"}}


def words_of(stored: Mapping[str, Any]) -> str:
    """Return the words among stored fields of a goal, one part a line."""
    parts = [str(stored.get(name) or "") for name in ("title", "why", "notes")]
    return _lines(*parts, *map(_sentence, stored.get("plans") or ()))


def _fields(stored: Mapping[str, Any]) -> GoalFields:
    fields = dict(stored)
    if "plans" in fields:
        fields["plans"] = [plan_from(plan) for plan in fields["plans"]]
    if "status" in fields:
        fields["status"] = GoalStatus(fields["status"])
    return GoalFields(**fields)


def _preview_dream(said: Mapping[str, Any]) -> str:
    return _lines(said["title"], said["description"])


def _preview_goal(said: Mapping[str, Any]) -> str:
    return _lines(said["title"], said["why"], *map(_sentence, said["plans"]))


def _preview_change(said: Mapping[str, Any]) -> str:
    changes = said["changes"]
    words = [changes.get(name, "") for name in ("title", "why")]
    plans = map(_sentence, changes.get("plans", ()))
    return _lines(said["goal"], said["summary"], *words, *plans)


def _preview_plan(said: Mapping[str, Any]) -> str:
    return _lines(said["goal"], said["plan"])


def _sentence(plan: Mapping[str, Any]) -> str:
    """Return an if-then plan as the person reads it; its language is theirs already."""
    one: IfThen = plan_from(plan)
    return f" {ARROW} ".join(part for part in (one.cue, one.response) if part)


def _plan(sentence: str) -> IfThen:
    cue, _, response = sentence.partition(ARROW)
    return IfThen(cue.strip(), response.strip())


def _edited(edit: object) -> tuple[str, str]:
    """Return the title and what is below it."""
    title, _, words = str(edit).strip().partition("\n")
    return title, words.strip()


def _by(edit: object) -> MadeBy:
    return MadeBy.COACH if edit is None else MadeBy.USER


def _saved(goal: Any) -> Saved:  # noqa: ANN401 - a row
    return Saved(goal.id, goal.title, goal.why)


def _lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _line(kind: str, language: str, saved: Saved | None) -> str:
    if saved is None:
        return text(language, "coach.draft.left")
    return text(language, f"coach.draft.{kind}", title=saved.title)


def _note(kind: str, saved: Saved | None, is_changed: bool) -> str:  # noqa: FBT001 - by position
    words = f"{saved.title}: {saved.content}" if saved else ""
    return prompts.proposal_note(kind, words, is_changed=is_changed)


def _kind(  # functions of many shapes
    name: str,
    preview: Any,  # noqa: ANN401
    apply: Any,  # noqa: ANN401
    undo: Any,  # noqa: ANN401
    *,
    edit: Any = str,  # noqa: ANN401
    undoes_proposal: bool = False,
) -> ProposalKind:
    return ProposalKind(
        name=name,
        label=f"tool.draft_{name}.done",
        preview=preview,
        apply=apply,
        undo=undo,
        line=partial(_line, name),
        note=partial(_note, name),
        edit=edit,
        undoes_proposal=undoes_proposal,
    )


DREAM = _kind("dream", _preview_dream, _apply_dream, dreams.undo)
GOAL = _kind("goal", _preview_goal, _apply_goal, goals.undo)
GOAL_CHANGE = _kind(
    "goal_change",
    _preview_change,
    _apply_change,
    partial(_undo_change, "goal_change"),
    edit=None,
    undoes_proposal=True,
)
PLAN = _kind(
    "plan", _preview_plan, _apply_plan, partial(_undo_change, "plan"), undoes_proposal=True
)
KINDS = (DREAM, GOAL, GOAL_CHANGE, PLAN)
