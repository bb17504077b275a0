"""Card drafts: the kind of proposal that becomes a card if the person agrees.

At once the coach keeps only what is theirs: their own words, after their yes. Anything else is a
draft that the person keeps, changes first or leaves: once, and within half an hour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching import prompts
from coaching.content import text
from coaching.memory.attribution import OwnWords
from coaching.repositories import messages
from coaching.services import cards
from coaching.services.proposal_kinds import ProposalKind, Saved
from coaching.services.safety_events import Kept
from coaching.text.content import content_words
from coaching.text.similarity import containment
from coaching.values.clean_text import clean_text
from coaching.values.enums import CardKind, PrescribedBy

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Proposal
    from coaching.values.tools import ToolUse

THEIRS = 0.8  # share of a card’s content words that the person said (ADR 0018)
MESSAGES_COMPARED = 60  # the newest of theirs
_MARKS = re.compile(r"[\"“”«»]|(?<!\w)['‘’]|['‘’](?!\w)")


@dataclass(frozen=True, slots=True)
class Changed:
    """The person's edits to a draft; fields that are None stay the same."""

    title: str | None = None
    content: str | None = None
    kind: CardKind | None = None
    parts: Mapping[str, str] | None = None
    is_focus: bool = False


async def is_theirs(s: AsyncSession, owner: UUID, content: str) -> bool:
    """Return True if these are the person's own words: most of them are in what they said lately.

    People put a sentence that they want to keep in quotation marks. So the whole sentence, in a
    row, is theirs also inside quotation marks; parts of what somebody else said are not.
    """
    rows = await messages.by_person(s, owner, limit=MESSAGES_COMPARED)
    if any(OwnWords(_MARKS.sub(" ", row.text)).find(content) for row in rows):
        return True
    said = [OwnWords(row.text) for row in rows]
    about = content_words(content)
    told = frozenset[str]().union(*(content_words(words.text) for words in said))
    return containment(about, told) >= THEIRS


def payload(use: ToolUse, *, kind: CardKind, title: str, content: str) -> dict[str, Any]:
    """Return the payload of a proposed card; raise InvalidInput for a text that is too long."""
    return {
        "kind": kind.value,
        "title": clean_text("title", title, maximum=cards.TITLE_MAX),
        "content": clean_text("content", content, maximum=cards.CONTENT_MAX),
        "message_id": str(use.message_id or ""),
    }


async def _apply(
    s: AsyncSession, draft: Proposal, changed: object, /, *, at: datetime
) -> Kept[Saved]:
    said, new = draft.payload, changed if isinstance(changed, Changed) else Changed()
    kept = await cards.add(
        s,
        draft.user_id,
        kind=new.kind or CardKind(said["kind"]),
        title=said["title"] if new.title is None else new.title,
        content=said["content"] if new.content is None else new.content,
        parts=new.parts,
        at=at,
        source_message_id=_message(said),
        prescribed_by=PrescribedBy.COACH if changed is None else PrescribedBy.USER,
    )
    if new.is_focus:
        await cards.set_focus(s, draft.user_id, kept.row.id, at=at)
    card = kept.row
    return Kept(Saved(card.id, card.title, card.content), kept.safety)


def _preview(said: Mapping[str, Any]) -> str:
    return f"{said['title']}\n{said['content']}"


def _edit(content: str) -> Changed:
    return Changed(content=content)


def _line(language: str, card: Saved | None) -> str:
    if card is None:
        return text(language, "coach.draft.left")
    return text(language, "coach.draft.kept", title=card.title)


def _note(card: Saved | None, is_changed: bool) -> str:  # noqa: FBT001 - called by position
    if card is None:
        return prompts.draft_note()
    return prompts.draft_note(card.title, card.content, is_changed=is_changed)


def _message(said: Mapping[str, Any]) -> UUID | None:
    return UUID(said["message_id"]) if said.get("message_id") else None


CARD = ProposalKind(
    name="card",
    label="tool.draft_card.done",
    preview=_preview,
    apply=_apply,
    undo=cards.undo,
    line=_line,
    note=_note,
    edit=_edit,
)
