"""Check-ins: how money feels, in one tap, with a sentence and a reply if wanted."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import Field

from coaching.domains.check_ins import service as check_ins
from coaching.domains.check_ins.service import Details
from coaching.values.check_ins import CONTENT_MAX, CheckInAbout, Mood, ReplyStatus
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import BeforeInstant, Id, In, Instant, Listed, Out, iso, words

router = APIRouter(tags=["check-ins"])
Felt = Annotated[Mood, Field(strict=False)]
About = Annotated[CheckInAbout, Field(strict=False)]
Content = Annotated[str, words(CONTENT_MAX, may_be_empty=True)]


class CheckInOut(Out):
    """A check-in. `status` says whether a reply (`aiResponse`, by `agentId`) is pending or done."""

    id: UUID
    mood: Mood
    about: CheckInAbout | None
    goal_id: UUID | None
    content: str
    ai_response: str
    agent_id: str
    status: ReplyStatus
    created_at: Instant
    updated_at: Instant


class CheckInDetails(In):
    """Details of a check-in; a field that is left out stays unchanged."""

    content: Content | None = None
    about: About | None = None
    goal_id: Id | None = None

    @property
    def details(self) -> Details:
        """Return them as the service takes them."""
        return Details(self.content, self.about, self.goal_id)


class NewCheckIn(CheckInDetails):
    """How money feels right now."""

    mood: Felt


class ChangedCheckIn(CheckInDetails):
    """A change of a check-in."""

    mood: Felt | None = None


@router.get("/api/check-ins")
async def list_check_ins(
    coaching: Engine,
    person: Owner,
    before: BeforeInstant | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Listed[CheckInOut]:
    """Return the check-ins, newest first, or those before an instant."""
    async with coaching.unit(person) as s:
        page = await check_ins.page(s, person, before=before, limit=limit)
        return Listed(
            items=[CheckInOut.model_validate(row) for row in page.items],
            next=iso(page.next) if page.next else None,
        )


@router.post("/api/check-ins", status_code=201)
async def add_check_in(new: NewCheckIn, coaching: Engine, person: Owner) -> CheckInOut:
    """Keep a check-in; with words in it a reply follows, which `status` tells."""
    async with coaching.unit(person, write=True) as s:
        now = coaching.clock.now()
        kept = await check_ins.add(s, person, new.mood, at=now, details=new.details)
        added = CheckInOut.model_validate(kept.row)
    coaching.wake_jobs()
    return added


@router.get("/api/check-ins/{check_in_id}")
async def read_check_in(check_in_id: UUID, coaching: Engine, person: Owner) -> CheckInOut:
    """Return a check-in."""
    async with coaching.unit(person) as s:
        return CheckInOut.model_validate(await check_ins.require(s, person, check_in_id))


@router.patch("/api/check-ins/{check_in_id}")
async def change_check_in(
    check_in_id: UUID, change: ChangedCheckIn, coaching: Engine, person: Owner
) -> CheckInOut:
    """Change a check-in or add words to it; new words get a new reply."""
    async with coaching.unit(person, write=True) as s:
        now = coaching.clock.now()
        kept = await check_ins.edit(
            s, person, check_in_id, at=now, mood=change.mood, details=change.details
        )
        changed = CheckInOut.model_validate(kept.row)
    coaching.wake_jobs()
    return changed


@router.delete("/api/check-ins/{check_in_id}", status_code=204)
async def delete_check_in(check_in_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a check-in."""
    async with coaching.unit(person, write=True) as s:
        await check_ins.delete(s, person, check_in_id, at=coaching.clock.now())
