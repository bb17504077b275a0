"""Sources of the ledger: one for each kind of thing that an agent writes.

A new kind is a function that reads, one that undoes, and a line in `SOURCES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from sqlmodel import col, func, select

from coaching.domains.dreams import service as dreams
from coaching.domains.dreams.models import Dream
from coaching.domains.goals import service as goals
from coaching.domains.goals.models import Goal, MicroWin
from coaching.domains.goals.proposals import GOAL_CHANGE, PLAN, is_unchanged, words_of
from coaching.domains.ledger.done_marks import DONE_MARKS
from coaching.domains.ledger.entries import Entry, Kind, Reason, Removed, Source, newest
from coaching.domains.ledger.step_changes import STEP_CHANGES
from coaching.domains.notes import service as notes
from coaching.domains.notes.models import Note
from coaching.domains.reminders.models import Reminder
from coaching.domains.reminders.tools import undo_reminder
from coaching.domains.transactions import service as transactions
from coaching.domains.transactions.models import Transaction
from coaching.errors import Conflict, NotFound
from coaching.models import CoachMemory, Proposal, RewireCard, ToolCall, Win
from coaching.repositories import proposals
from coaching.services import cards, memories, setting_aside, wins
from coaching.services.proposals import PROPOSALS
from coaching.values.conversations import ProposalState, ToolStatus
from coaching.values.dreams import MadeBy
from coaching.values.enums import MemorySource, MemoryState, PrescribedBy, Role
from coaching.values.notes import NoteSource
from coaching.values.reminders import ReminderState
from coaching.values.transactions import WrittenBy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.ledger.entries import Place

CHANGES = {Kind.CHANGE: GOAL_CHANGE.name, Kind.PLAN: PLAN.name}
REMINDER_TOOL = "schedule_reminder"


async def _wins(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
    mine = (Win.user_id == owner, Win.source == wins.BY_COACH)
    return [
        Entry(
            Kind.WIN, win.id, Role.COACH, win.created_at, win.text, Reason.SAID,
            message_id=win.message_id,
        )
        for win in await newest(s, Win, *mine, before=before, limit=limit)
    ]  # fmt: skip


async def _undo_win(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
    del at
    return Removed("win_deleted", await wins.delete(s, owner, row))


async def _cards(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
    made = (PrescribedBy.COACH, PrescribedBy.STRATEGIST)
    mine = (RewireCard.user_id == owner, col(RewireCard.prescribed_by).in_(made))
    return [_card(card) for card in await newest(s, RewireCard, *mine, before=before, limit=limit)]


def _card(card: RewireCard) -> Entry:
    planned = card.prescribed_by is PrescribedBy.STRATEGIST
    return Entry(
        Kind.CARD,
        card.id,
        Role.STRATEGIST if planned else Role.COACH,
        card.created_at,
        f"{card.title}\n{card.content}",
        Reason.THOUGHT if planned else Reason.AGREED,
        because=card.rationale if planned else "",
        message_id=card.source_message_id,
    )


async def _undo_card(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
    del at
    gone = await cards.delete(s, owner, row)
    return Removed("card_deleted", {"card": gone.card, "days": gone.days})


async def _memories(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
    mine = (
        CoachMemory.user_id == owner,
        CoachMemory.state == MemoryState.ACTIVE,
        CoachMemory.source != MemorySource.WRITTEN,
    )
    return [
        Entry(
            Kind.MEMORY,
            row.id,
            Role.COACH if row.fingerprint.startswith(setting_aside.ASKED) else Role.OBSERVER,
            row.created_at,
            row.content,
            Reason.QUOTE,
            because=row.quote,
            message_id=row.message_id,
        )
        for row in await newest(s, CoachMemory, *mine, before=before, limit=limit)
    ]


async def _forget(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
    await memories.forget(s, owner, row, at=at)
    return Removed()


async def _dreams(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
    mine = (Dream.user_id == owner, Dream.made_by == MadeBy.COACH)
    return [
        _agreed(Kind.DREAM, row, row.title, row.description)
        for row in await newest(s, Dream, *mine, before=before, limit=limit)
    ]


async def _undo_dream(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
    del at
    await dreams.delete(s, owner, row)
    return Removed()


async def _goals(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
    mine = (Goal.user_id == owner, Goal.made_by == MadeBy.COACH)
    return [
        _agreed(Kind.GOAL, row, row.title, row.why)
        for row in await newest(s, Goal, *mine, before=before, limit=limit)
    ]


async def _undo_goal(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
    del at
    await goals.delete(s, owner, row)
    return Removed()


async def _steps(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
    mine = (MicroWin.user_id == owner, col(MicroWin.message_id).is_not(None))
    return [
        Entry(
            Kind.STEP, row.id, Role.COACH, row.created_at, row.text, Reason.SAID,
            message_id=row.message_id,
        )
        for row in await newest(s, MicroWin, *mine, before=before, limit=limit)
    ]  # fmt: skip


async def _undo_step(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
    del at
    await goals.delete_step(s, owner, row)
    return Removed()


async def _notes(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
    mine = (Note.user_id == owner, Note.source == NoteSource.COACH)
    return [
        _agreed(Kind.NOTE, row, row.title, row.content)
        for row in await newest(s, Note, *mine, before=before, limit=limit)
    ]


async def _undo_note(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
    return Removed("note_deleted", await notes.delete(s, owner, row, at=at))


def _agreed(kind: Kind, row: Any, *parts: str) -> Entry:  # noqa: ANN401 - a row of any table
    words = "\n".join(part for part in parts if part)
    return Entry(kind, row.id, Role.COACH, row.created_at, words, Reason.AGREED)


def _changes(kind: Kind) -> Source:
    """Return the source of changes of goals, which keep what the goal said before."""
    name = CHANGES[kind]

    async def read(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
        mine = (
            Proposal.user_id == owner,
            Proposal.kind == name,
            Proposal.state == ProposalState.APPROVED,
            col(Proposal.payload)["before"].as_string().is_not(None),
        )
        rows = await newest(s, Proposal, *mine, before=before, limit=limit, by="decided_at")
        undoable = [await _is_last(s, owner, row) and await is_unchanged(s, row) for row in rows]
        return [_change(kind, row, can_undo=ok) for row, ok in zip(rows, undoable, strict=True)]

    async def undo(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
        change = await proposals.find(s, owner, row)
        if change is None or change.kind != name or "before" not in change.payload:
            raise NotFound("no such entry")
        if not await _is_last(s, owner, change):
            raise Conflict("a later change of this goal has to be undone first")
        await PROPOSALS[name].undo(s, owner, row, at=at)
        return Removed()

    return Source(kind, read, undo)


async def _is_last(s: AsyncSession, owner: UUID, row: Proposal) -> bool:
    found = await proposals.newest_approved(s, owner, row.kind, goal_id=row.payload["goal_id"])
    return found is not None and found.id == row.id


def _change(kind: Kind, row: Proposal, *, can_undo: bool) -> Entry:
    said = row.payload
    now = said.get("after") or said.get("changes") or {"notes": said.get("plan", "")}
    return Entry(
        kind,
        row.id,
        Role.COACH,
        row.decided_at or row.created_at,
        words_of(now) or said.get("summary", ""),
        Reason.AGREED,
        because=said["goal"],
        before=words_of(said["before"]),
        can_undo=can_undo,
    )


async def _reminders(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
    calls = {UUID(call.result["data"]["id"]): call for call in await _scheduled(s, owner)}
    mine = (
        Reminder.user_id == owner,
        Reminder.state == ReminderState.WAITING,
        col(Reminder.id).in_(calls),
    )
    rows = await newest(s, Reminder, *mine, before=before, limit=limit)
    return [_reminder(row, calls[row.id].result["data"]) for row in rows]


def _reminder(row: Reminder, data: dict[str, Any]) -> Entry:
    words = f"{data['scheduled']} · {data['on']}"
    return Entry(Kind.REMINDER, row.id, Role.COACH, row.created_at, words, Reason.AGREED)


async def _undo_reminder(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
    for call in await _scheduled(s, owner):
        if UUID(call.result["data"]["id"]) == row:
            await undo_reminder(s, owner, call.result["data"], at=at)
            return Removed()
    raise NotFound("no such entry")


async def _scheduled(s: AsyncSession, owner: UUID) -> Sequence[ToolCall]:
    statement = select(ToolCall).where(
        ToolCall.user_id == owner,
        func.lower(ToolCall.name) == REMINDER_TOOL,
        ToolCall.status == ToolStatus.DONE,
    )
    found = (await s.exec(statement)).all()
    return [call for call in found if "id" in call.result.get("data", {})]


async def _money(s: AsyncSession, owner: UUID, before: Place | None, limit: int) -> list[Entry]:
    mine = (Transaction.user_id == owner, Transaction.written_by == WrittenBy.COACH)
    return [
        Entry(
            Kind.MONEY, row.id, Role.COACH, row.created_at, row.what or "–", Reason.SAID,
            message_id=row.message_id,
        )
        for row in await newest(s, Transaction, *mine, before=before, limit=limit)
    ]  # fmt: skip


async def _undo_money(s: AsyncSession, owner: UUID, row: UUID, at: datetime) -> Removed:
    return Removed("money_before", await transactions.delete(s, owner, row, at=at))


SOURCES = {
    source.kind: source
    for source in (
        Source(Kind.WIN, _wins, _undo_win),
        Source(Kind.CARD, _cards, _undo_card),
        Source(Kind.MEMORY, _memories, _forget),
        Source(Kind.DREAM, _dreams, _undo_dream),
        Source(Kind.GOAL, _goals, _undo_goal),
        Source(Kind.STEP, _steps, _undo_step),
        STEP_CHANGES,
        DONE_MARKS,
        _changes(Kind.CHANGE),
        _changes(Kind.PLAN),
        Source(Kind.NOTE, _notes, _undo_note),
        Source(Kind.REMINDER, _reminders, _undo_reminder),
        Source(Kind.MONEY, _money, _undo_money),
    )
}
