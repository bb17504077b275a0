"""Proposal kinds: what makes one kind of proposal differ from another, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Proposal
    from coaching.services.safety_events import Kept


@dataclass(frozen=True, slots=True)
class Saved:
    """The row that an approved proposal became."""

    id: UUID
    title: str
    content: str


class Apply(Protocol):
    """Saves what was proposed; `edit` is what the kind's own `edit` or its form has made."""

    async def __call__(
        self, s: AsyncSession, proposal: Proposal, edit: object, /, *, at: datetime
    ) -> Kept[Saved]: ...


class Undo(Protocol):
    """Deletes what was saved, by the id of its row, or undoes a change by that of its proposal."""

    async def __call__(
        self, s: AsyncSession, owner: UUID, row: UUID, /, *, at: datetime
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class ProposalKind:
    """One kind of proposal. `line` and `note` get None if the person rejected it.

    `label` is the catalogue key of the line in the chat. `preview` gets the payload. `edit` makes
    an edit of a changed text; without it the proposal can only be approved or rejected. `line` is
    the coach's answer, `note` what a model reads before it. With `undoes_proposal`, `undo` gets the
    proposal's id: several changes of one row may have been approved.
    """

    name: str
    label: str
    preview: Callable[[Mapping[str, Any]], str]
    apply: Apply
    undo: Undo
    line: Callable[[str, Saved | None], str]
    note: Callable[[Saved | None, bool], str]
    edit: Callable[[str], object] | None = None
    undoes_proposal: bool = False
