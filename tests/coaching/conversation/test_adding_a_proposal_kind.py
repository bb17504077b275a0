from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from coaching.conversation import keep_draft, leave_draft
from coaching.llm.scripted import ScriptedLLM
from coaching.models import MessageRole
from coaching.services import proposals, undo
from coaching.services.proposal_kinds import ProposalKind, Saved
from coaching.services.safety_events import Kept
from coaching.values.safety import SafetyVerdict
from coaching.values.tools import ToolUse
from tests.support import factories
from tests.support.hearing import message_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    import pytest
    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.bootstrap import Coaching
    from coaching.models import Proposal
    from tests.coaching.conversation.conftest import StartEngine

GOALS: dict[UUID, str] = {}


def preview(payload: Mapping[str, Any]) -> str:
    return f"Save for {payload['name']}"


async def apply(
    _s: AsyncSession, proposal: Proposal, edit: object, /, *, at: datetime
) -> Kept[Saved]:
    saved = Saved(uuid4(), str(edit or proposal.payload["name"]), at.isoformat())
    GOALS[saved.id] = saved.title
    return Kept(saved, SafetyVerdict())


async def delete(_s: AsyncSession, _owner: UUID, row: UUID, /, *, at: datetime) -> None:
    assert at
    del GOALS[row]


def line(_language: str, goal: Saved | None) -> str:
    return f"You're saving for {goal.title}." if goal else "No goal, then."


def note(goal: Saved | None, is_changed: bool) -> str:
    return f"goal: {goal.title if goal else None}, changed: {is_changed}"


GOAL = ProposalKind(
    name="goal",
    label="tool.save_win.done",
    preview=preview,
    apply=apply,
    undo=delete,
    line=line,
    note=note,
    edit=str.strip,
)


async def proposed(coaching: Coaching, owner: UUID, monkeypatch: pytest.MonkeyPatch) -> Proposal:
    monkeypatch.setitem(proposals.PROPOSALS, GOAL.name, GOAL)
    session = await factories.conversation(coaching.db, owner)
    turn = await factories.exchange(coaching.db, owner, session)
    use = ToolUse(owner, turn.id, None, coaching.clock.now())
    async with coaching.unit(owner, write=True) as s:
        return await proposals.propose(s, use, "goal", {"name": "a bike"})


async def test_a_new_kind_is_previewed_edited_applied_and_undone(
    start_engine: StartEngine, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    coaching = await start_engine(ScriptedLLM())
    waits = await proposed(coaching, owner, monkeypatch)

    decided = await keep_draft(coaching, owner, waits.id, " a red bike ")

    assert waits.preview == "Save for a bike"
    assert decided.kept is not None
    assert {decided.kept.row.id: "a red bike"} == GOALS
    reply = await message_of(coaching, owner, decided.turn_id, MessageRole.COACH)
    assert reply is not None
    assert (reply.text, reply.preface) == (
        "You're saving for a red bike.",
        "goal: a red bike, changed: True",
    )
    async with coaching.unit(owner, write=True) as s:
        row = decided.kept.row.id
        await undo.take_back(s, owner, "goal", row, {}, at=coaching.clock.now())
    assert not GOALS


async def test_a_new_kind_is_rejected_in_its_own_words(
    start_engine: StartEngine, owner: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    coaching = await start_engine(ScriptedLLM())
    waits = await proposed(coaching, owner, monkeypatch)

    decided = await leave_draft(coaching, owner, waits.id)

    reply = await message_of(coaching, owner, decided.turn_id, MessageRole.COACH)
    assert reply is not None
    assert reply.text == "No goal, then."
    assert not GOALS
