"""What Toney thinks, to read and to correct."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter

from coaching.services import corrections, insight, insight_history
from coaching.services.insight import Basis
from coaching.values.enums import Trigger, Verdict
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import In, Instant, Listed, Out, words

router = APIRouter(tags=["insight"])


class QuoteOut(Out):
    """The person's own words."""

    words: str
    at: Instant


class ItemOut(Out):
    """One belief of Toney, with its evidence."""

    id: str
    section: str
    text: str
    basis: Basis
    quotes: list[QuoteOut]
    is_yours: bool
    is_confirmed: bool
    correction_id: UUID | None
    is_aside: bool


class WaitingOut(Out):
    """A memory that is used for nothing until the person says yes."""

    id: UUID
    content: str
    quote: str
    created_at: Instant


class CauseOut(Out):
    """Number of the conversation before a version; 0 for none."""

    trigger: Trigger
    session_number: int
    session_at: Instant | None


class InsightOut(Out):
    """The page."""

    version: int
    written_at: Instant | None
    cause: CauseOut | None
    items: list[ItemOut]
    waiting: list[WaitingOut]


class VersionOut(Out):
    """The page as it was, and what differed from the one before."""

    version: int
    written_at: Instant
    cause: CauseOut
    letter: list[str]
    new: list[str]
    gone: list[str]


class VerdictIn(In):
    """What the person says of an item; `instead` with `differently`."""

    verdict: Literal["true", "not_true", "dont_use", "differently"]
    instead: Annotated[str, words(corrections.INSTEAD_MAX, may_be_empty=True)] = ""


class TextIn(In):
    """The item in the person's words."""

    text: Annotated[str, words(corrections.INSTEAD_MAX)]


class CorrectionOut(Out):
    """A correction that holds until it is taken back."""

    id: UUID
    item: str
    verdict: Verdict
    instead: str
    created_at: Instant


@router.get("/api/insight")
async def read_insight(coaching: Engine, person: Owner) -> InsightOut:
    """Return what Toney thinks now."""
    async with coaching.unit(person) as s:
        return InsightOut.model_validate(await insight.page(s, person, at=coaching.clock.now()))


@router.get("/api/insight/versions")
async def list_versions(coaching: Engine, person: Owner) -> Listed[VersionOut]:
    """Return every version, oldest first."""
    async with coaching.unit(person) as s:
        found = await insight_history.history(s, person)
        return Listed(items=[VersionOut.model_validate(version) for version in found])


@router.post("/api/insight/items/{item}", status_code=201)
async def judge_item(item: str, said: VerdictIn, coaching: Engine, person: Owner) -> CorrectionOut:
    """Say whether an item is true, is not to be used, or how it is said."""
    at = coaching.clock.now()
    return await _correct(coaching, person, item, Verdict(said.verdict), said.instead, at)


@router.patch("/api/insight/items/{item}")
async def reword_item(item: str, said: TextIn, coaching: Engine, person: Owner) -> CorrectionOut:
    """Say an item differently."""
    at = coaching.clock.now()
    return await _correct(coaching, person, item, Verdict.DIFFERENTLY, said.text, at)


@router.delete("/api/insight/items/{item}", status_code=204)
async def delete_item(item: str, coaching: Engine, person: Owner) -> None:
    """Delete an item; it does not come back."""
    await _correct(coaching, person, item, Verdict.DELETED, "", coaching.clock.now())


@router.delete("/api/insight/corrections/{correction_id}", status_code=204)
async def take_back(correction_id: UUID, coaching: Engine, person: Owner) -> None:
    """Take a correction back."""
    async with coaching.unit(person, write=True) as s:
        await insight.undo(s, person, correction_id, at=coaching.clock.now())


async def _correct(
    coaching: Engine, person: UUID, item: str, verdict: Verdict, instead: str, at: datetime
) -> CorrectionOut:
    async with coaching.unit(person, write=True) as s:
        kept = await insight.correct(s, person, item, verdict, instead, at=at)
        return CorrectionOut.model_validate(kept.row)
