from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.domains.dreams import service as dreams
from coaching.domains.dreams.service import DreamFields
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.domains.goals.proposals import GOAL_CHANGE
from coaching.domains.ledger import service as ledger
from coaching.domains.ledger.entries import Kind, Place, Reason
from coaching.domains.notes import service as notes
from coaching.errors import Conflict, InvalidInput, NotFound
from coaching.models import CoachMemory, Proposal, SafetyEvent
from coaching.repositories import tool_calls
from coaching.services import memories, undo, wins
from coaching.services.proposals import PROPOSALS
from coaching.tools.update_micro_win import UpdateMicroWin, update_micro_win
from coaching.values.conversations import ProposalState, ToolStatus
from coaching.values.dreams import MadeBy
from coaching.values.enums import PrescribedBy, Role, SafetyLevel
from coaching.values.notes import NoteSource
from coaching.values.tools import ToolUse
from tests.support import factories

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.domains.goals.models import Goal
    from coaching.domains.ledger.entries import Entry
    from coaching.domains.notes.fields import NoteFields
    from coaching.repositories.db import Db

AT = factories.MONDAY_MORNING
NOBODY = "00000000-0000-4000-8000-000000000000"
RATIONALE = "Sunday is when letters don't come."


async def written_by_agents(db: Db, owner: UUID) -> None:
    """Store a win, card, memory, dream and goal of agents, and beside each one made by hand."""
    minute = [AT + timedelta(minutes=n) for n in range(6)]
    card: dict[str, Any] = {"prescribed_by": PrescribedBy.STRATEGIST, "rationale": RATIONALE}
    await factories.card(db, owner, "One look", at=minute[2], **card)
    await factories.card(db, owner, "Own card", at=minute[2])
    memory = CoachMemory(
        user_id=owner,
        content="Opens post on Sundays",
        quote="Nothing new comes on Sundays.",
        created_at=minute[3],
        updated_at=minute[3],
    )
    async with db.unit(owner, write=True) as s:
        await wins.add(s, owner, "I opened it", at=minute[1], source=wins.BY_COACH)
        await wins.add(s, owner, "By hand", at=minute[1])
        s.add(memory)
        await memories.add(s, owner, "Typed by hand", at=minute[3])
        note: NoteFields = {"title": "Sundays", "content": "No post comes."}
        await notes.add(s, owner, note, at=minute[0], source=NoteSource.COACH)
        dream, goal = DreamFields(title="The sea"), GoalFields(title="One envelope")
        await dreams.add(s, owner, dream, at=minute[4], made_by=MadeBy.COACH)
        await dreams.add(s, owner, DreamFields(title="Own dream"), at=minute[4])
        await goals.add(s, owner, goal, at=minute[5], made_by=MadeBy.COACH)


async def entries(db: Db, owner: UUID, *kinds: Kind) -> tuple[Entry, ...]:
    async with db.unit(owner) as s:
        return (await ledger.page(s, owner, kinds=kinds)).entries


async def changed_goal(db: Db, owner: UUID, *titles: str) -> tuple[Goal, list[Proposal]]:
    """Return a goal whose title the coach has changed, each time after a yes."""
    turn = await factories.exchange(db, owner, await factories.conversation(db, owner))
    drafts: list[Proposal] = []
    async with db.unit(owner, write=True) as s:
        goal = (await goals.add(s, owner, GoalFields(title="Post"), at=AT)).row
        said = {"goal_id": str(goal.id), "goal": goal.title, "summary": "A clearer name"}
        for nth, title in enumerate(titles, 1):
            at = AT + timedelta(hours=nth)
            draft = Proposal(
                user_id=owner,
                turn_id=turn.id,
                kind=GOAL_CHANGE.name,
                payload={**said, "changes": {"title": title}},
                state=ProposalState.APPROVED,
                expires_at=at,
                decided_at=at,
                created_at=at,
            )
            s.add(draft)
            await s.flush()
            await PROPOSALS[GOAL_CHANGE.name].apply(s, draft, None, at=at)
            drafts.append(draft)
    return goal, drafts


async def test_what_agents_wrote_is_listed_newest_first_with_who_and_why(db: Db) -> None:
    owner = await factories.person(db)
    await written_by_agents(db, owner)

    found = await entries(db, owner)

    assert [(entry.kind, entry.by, entry.reason) for entry in found] == [
        (Kind.GOAL, Role.COACH, Reason.AGREED),
        (Kind.DREAM, Role.COACH, Reason.AGREED),
        (Kind.MEMORY, Role.OBSERVER, Reason.QUOTE),
        (Kind.CARD, Role.STRATEGIST, Reason.THOUGHT),
        (Kind.WIN, Role.COACH, Reason.SAID),
        (Kind.NOTE, Role.COACH, Reason.AGREED),
    ]
    assert found[2].text == "Opens post on Sundays"
    assert found[2].because == "Nothing new comes on Sundays."
    assert found[3].because == RATIONALE
    assert not any("hand" in entry.text or "Own" in entry.text for entry in found)
    some = await entries(db, owner, Kind.WIN, Kind.GOAL)
    assert [entry.kind for entry in some] == [Kind.GOAL, Kind.WIN]


@pytest.mark.both_databases
async def test_pages_follow_each_other_without_a_gap_even_at_one_instant(db: Db) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        for n in range(5):
            await wins.add(s, owner, f"Win {n}", at=AT, source=wins.BY_COACH)

    seen, cursor = list[str](), ""
    for _ in range(3):
        async with db.unit(owner) as s:
            before = Place.of(cursor) if cursor else None
            page = await ledger.page(s, owner, before=before, limit=2)
        seen += [entry.text for entry in page.entries]
        cursor = str(page.next or "")

    assert sorted(seen) == [f"Win {n}" for n in range(5)]
    assert cursor == ""
    with pytest.raises(InvalidInput):
        Place.of("yesterday")


async def test_each_kind_is_undone_and_a_win_a_card_and_a_note_can_come_back(db: Db) -> None:
    owner = await factories.person(db)
    await written_by_agents(db, owner)

    for entry in await entries(db, owner):
        async with db.unit(owner, write=True) as s:
            gone = await ledger.undo(s, owner, entry.id, at=AT)
            if gone.kind:
                await undo.take_back(s, owner, gone.kind, entry.row, gone.kept or {}, at=AT)

    left = [entry.kind for entry in await entries(db, owner)]
    assert left == [Kind.CARD, Kind.WIN, Kind.NOTE]


@pytest.mark.both_databases
async def test_a_change_says_what_was_before_and_only_the_last_one_is_undone(db: Db) -> None:
    owner = await factories.person(db)
    goal, drafts = await changed_goal(db, owner, "Letters", "One envelope")

    last, first = await entries(db, owner, Kind.CHANGE)

    assert (first.before, first.text, first.can_undo) == ("Post", "Letters", False)
    assert (last.before, last.text, last.can_undo) == ("Letters", "One envelope", True)
    async with db.unit(owner, write=True) as s:
        with pytest.raises(Conflict):
            await ledger.undo(s, owner, f"change:{drafts[0].id}", at=AT)
        await ledger.undo(s, owner, last.id, at=AT)
        assert (await goals.require(s, owner, goal.id)).goal.title == "Letters"
    assert last.id not in [entry.id for entry in await entries(db, owner)]


async def test_a_change_that_they_changed_since_has_no_undo(db: Db) -> None:
    owner = await factories.person(db)
    goal, _ = await changed_goal(db, owner, "Letters")
    async with db.unit(owner, write=True) as s:
        await goals.edit(s, owner, goal.id, GoalFields(title="Mine"), at=AT)

    (entry,) = await entries(db, owner, Kind.CHANGE)

    assert not entry.can_undo
    async with db.unit(owner, write=True) as s:
        with pytest.raises(Conflict):
            await ledger.undo(s, owner, entry.id, at=AT)
        await goals.delete(s, owner, goal.id)
    (entry,) = await entries(db, owner, Kind.CHANGE)
    assert not entry.can_undo


@pytest.mark.parametrize("name", ["update_micro_win", "Update_Micro_Win"])
async def test_a_small_step_that_was_changed_is_listed_until_it_says_something_else(
    db: Db, name: str
) -> None:
    owner = await factories.person(db)
    turn = await factories.exchange(db, owner, await factories.conversation(db, owner))
    use = ToolUse(owner, turn.id, None, AT)
    async with db.unit(owner, write=True) as s:
        goal = (await goals.add(s, owner, GoalFields(title="Post"), at=AT)).row
        step = (await goals.add_step(s, owner, goal.id, "Open one", at=AT)).row
        changed = await update_micro_win(s, use, UpdateMicroWin(step_id=str(step.id), done="yes"))
        asked = tool_calls.Call("t1", name, {}, 0, 0)
        call = tool_calls.pending(turn, asked, at=AT)
        call.status, call.result = ToolStatus.DONE, {"data": dict(changed.data)}
        await tool_calls.add(s, owner, [call])

    (entry,) = await entries(db, owner, Kind.STEP_CHANGE)

    assert (entry.before, entry.text, entry.can_undo) == ("○ Open one", "✓ Open one", True)
    async with db.unit(owner, write=True) as s:
        await ledger.undo(s, owner, entry.id, at=AT)
        (kept,) = (await goals.require(s, owner, goal.id)).steps
        assert kept.done_at is None
        with pytest.raises(NotFound):
            await ledger.undo(s, owner, entry.id, at=AT)
    assert await entries(db, owner, Kind.STEP_CHANGE) == ()


async def test_what_was_said_about_abuse_is_in_no_entry(db: Db) -> None:
    owner = await factories.person(db)
    said = "He takes my wages and hides my card from me."
    session = await factories.conversation(db, owner)
    turn = await factories.exchange(db, owner, session, said=said)
    event = SafetyEvent(
        user_id=owner,
        turn_id=turn.id,
        level=SafetyLevel.CONCERN,
        category="abuse",
        source="message",
        created_at=AT,
    )
    async with db.unit(owner, write=True) as s:
        s.add(event)
        await wins.add(s, owner, said, at=AT, source=wins.BY_COACH)
        await wins.add(s, owner, "I opened it", at=AT, source=wins.BY_COACH)

    assert [entry.text for entry in await entries(db, owner)] == ["I opened it"]


@pytest.mark.parametrize("entry", ["win:x", "money:1", "", f"win:{NOBODY}", f"change:{NOBODY}"])
async def test_what_is_not_there_cannot_be_undone(db: Db, entry: str) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        with pytest.raises(NotFound):
            await ledger.undo(s, owner, entry, at=AT)


@pytest.mark.both_databases
async def test_nobody_reads_or_undoes_what_was_written_for_somebody_else(db: Db) -> None:
    owner, other = await factories.person(db), await factories.person(db)
    await written_by_agents(db, owner)
    found = await entries(db, owner)

    assert await entries(db, other) == ()
    for entry in found:
        async with db.unit(other, write=True) as s:
            with pytest.raises(NotFound):
                await ledger.undo(s, other, entry.id, at=AT)
    assert await entries(db, owner) == found
