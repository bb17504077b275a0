"""The kind of proposal that becomes a note. An edit is text: its first line is the title."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching import prompts
from coaching.content import text
from coaching.domains.notes import service as notes
from coaching.domains.notes.fields import NoteFields
from coaching.services.proposal_kinds import ProposalKind, Saved
from coaching.services.safety_events import Kept
from coaching.values.notes import NoteSource, NoteType

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Proposal


async def _apply(s: AsyncSession, draft: Proposal, edit: object, /, *, at: datetime) -> Kept[Saved]:
    said = draft.payload
    title, content = said["title"], said["content"]
    if edit is not None:
        title, _, content = str(edit).strip().partition("\n")
    fields = NoteFields(
        title=title, content=content, kind=NoteType(said["kind"]), tags=said["tags"]
    )
    source = NoteSource.COACH if edit is None else NoteSource.WRITTEN
    kept = await notes.add(s, draft.user_id, fields, at=at, source=source)
    return Kept(Saved(kept.row.id, kept.row.title, kept.row.content), kept.safety)


def _preview(said: Mapping[str, Any]) -> str:
    return f"{said['title']}\n{said['content']}"


def _line(language: str, saved: Saved | None) -> str:
    if saved is None:
        return text(language, "coach.draft.left")
    return text(language, "coach.draft.note", title=saved.title)


def _note(saved: Saved | None, is_changed: bool) -> str:  # noqa: FBT001 - called by position
    words = f"{saved.title}: {saved.content}" if saved else ""
    return prompts.proposal_note("note", words, is_changed=is_changed)


NOTE = ProposalKind(
    name="note",
    label="tool.draft_note.done",
    preview=_preview,
    apply=_apply,
    undo=notes.undo,
    line=_line,
    note=_note,
    edit=str,
)
