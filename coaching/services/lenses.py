"""The growth lenses over time, from the versions of a person's briefing: where, when, why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.memory.corrections import contradicts
from coaching.repositories import briefings, evidence
from coaching.services import corrections
from coaching.services.do_not_repeat import Unspoken, may_repeat, unspoken
from coaching.values.enums import Lens, LensStatus

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import CoachingBriefing
    from coaching.values.corrections import Correction

Edge = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LensStep:
    """Status of a lens from one version on, with the words that are its evidence."""

    version: int
    at: datetime
    status: LensStatus
    note: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Rules:
    """Hides what was corrected and what was said in danger or about abuse."""

    binding: tuple[Correction, ...]
    unsaid: Unspoken

    def allow(self, text: str) -> bool:
        return contradicts(text, self.binding) is None and may_repeat(text, self.unsaid)


async def history(s: AsyncSession, owner: UUID) -> dict[Lens, tuple[LensStep, ...]]:
    """Return every lens with its changes, oldest first."""
    versions = list(reversed(await briefings.for_user(s, owner)))
    said = await evidence.words_of(s, owner, _ids(versions))
    rules = _Rules(await corrections.binding(s, owner), await unspoken(s, owner))
    return {lens: tuple(_steps(lens, versions, said, rules)) for lens in Lens}


def _steps(
    lens: Lens,
    versions: Sequence[CoachingBriefing],
    said: Mapping[UUID, str],
    rules: _Rules,
) -> Iterable[LensStep]:
    before: LensStep | None = None
    for row in versions:
        edge: Edge | None = row.growth_edges.get(lens.value)
        if edge is None:
            continue
        step = _step(row, edge, said, rules)
        is_news = before is None or (step.status, step.evidence) != (before.status, before.evidence)
        if is_news:
            before = step
            yield step


def _step(
    row: CoachingBriefing,
    edge: Edge,
    said: Mapping[UUID, str],
    rules: _Rules,
) -> LensStep:
    status, note = str(edge.get("status", "")), str(edge.get("note", ""))
    words = (_words(str(item), said) for item in edge.get("evidence") or ())
    return LensStep(
        version=row.version,
        at=row.created_at,
        status=LensStatus(status) if status in set(LensStatus) else LensStatus.NOT_READY,
        note=note if rules.allow(note) else "",
        evidence=tuple(text for text in words if text and rules.allow(text)),
    )


def _ids(versions: Iterable[CoachingBriefing]) -> set[UUID]:
    edges: Iterable[Edge] = (edge for row in versions for edge in row.growth_edges.values())
    keys = (_id(str(item)) for edge in edges for item in edge.get("evidence") or ())
    return {key for key in keys if key is not None}


def _words(item: str, said: Mapping[UUID, str]) -> str:
    """Return what a piece of evidence says; an id whose row is gone says nothing."""
    key = _id(item)
    return item if key is None else said.get(key, "")


def _id(item: str) -> UUID | None:
    try:
        return UUID(item)
    except ValueError:
        return None
