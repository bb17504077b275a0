"""Check-ins: saved with one tap, told in a sentence if wanted, and answered when that is possible.

A check-in is stored before any model is asked. Its reply comes later, or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from coaching.domains.check_ins import queries
from coaching.domains.check_ins.models import CheckIn
from coaching.domains.goals import service as goals
from coaching.errors import NotFound, TooMany
from coaching.models import Job
from coaching.repositories import analytics, jobs, profiles, secure_delete
from coaching.services import derived_data
from coaching.services.do_not_repeat import may_repeat, unspoken
from coaching.services.safety_events import Kept, is_quiet, screen_words
from coaching.values.check_ins import (
    CONTENT_MAX,
    MOST_A_DAY,
    MOST_REPLIES_A_DAY,
    CheckInAbout,
    CheckInView,
    Mood,
    ReplyStatus,
)
from coaching.values.clean_text import clean_text
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

PAGE = 30
MOST_TOLD = 5
MOST_READ = 12
"""Check-ins since the last briefing that a Strategist run reads."""
REPLY = "check_in"
"""The kind of the job that replies."""
CHECK_IN = "check_in_id"
"""Where the payload of that job has the check-in."""
REPLY_TRIES = 6
_DAY = timedelta(days=1)
_DERIVED = "derived"


@dataclass(frozen=True, slots=True)
class Details:
    """Optional words and subject of a check-in. `goal` counts only if it is about a goal."""

    content: str | None = None
    about: CheckInAbout | None = None
    goal_id: UUID | None = None


NO_DETAILS = Details()


@dataclass(frozen=True, slots=True)
class CheckInPage:
    """Check-ins, newest first; `next` leads to older ones."""

    items: Sequence[CheckIn]
    next: datetime | None


async def page(
    s: AsyncSession, owner: UUID, *, before: datetime | None = None, limit: int = PAGE
) -> CheckInPage:
    """Return the newest check-ins, or those before an instant."""
    found = list(await queries.page(s, owner, before=before, limit=limit + 1))
    shown = found[:limit]
    return CheckInPage(shown, shown[-1].created_at if len(found) > limit else None)


async def newest(s: AsyncSession, owner: UUID) -> CheckIn | None:
    """Return the last check-in."""
    return next(iter(await queries.page(s, owner, before=None, limit=1)), None)


async def require(s: AsyncSession, owner: UUID, check_in_id: UUID) -> CheckIn:
    """Return a check-in of this person or raise NotFound."""
    return await queries.require(s, owner, check_in_id)


async def add(
    s: AsyncSession,
    owner: UUID,
    mood: Mood,
    *,
    at: datetime,
    details: Details = NO_DETAILS,
    check_in_id: UUID | None = None,
) -> Kept[CheckIn]:
    """Keep a check-in; with the id of one that is there already, return that one."""
    await profiles.hold(s, owner)
    if check_in_id and (known := await queries.find(s, owner, check_in_id)):
        return Kept(known, SafetyVerdict())
    if await queries.count_since(s, owner, at - _DAY) >= MOST_A_DAY:
        raise TooMany(limit=MOST_A_DAY)
    row = CheckIn(
        id=check_in_id or uuid4(),
        user_id=owner,
        mood=mood,
        about=details.about,
        goal_id=await _goal(s, owner, details),
        content=_content(details.content or ""),
        created_at=at,
        updated_at=at,
    )
    added = await queries.add(s, owner, row)
    await analytics.add(s, owner, UsageEvent.CHECK_IN_KEPT, at=at)
    return await _kept(s, added, at, has_new_words=bool(row.content))


async def edit(
    s: AsyncSession,
    owner: UUID,
    check_in_id: UUID,
    *,
    at: datetime,
    mood: Mood | None = None,
    details: Details = NO_DETAILS,
) -> Kept[CheckIn]:
    """Change a check-in or add words to it; what is None stays. New words get a new reply."""
    row = await queries.hold(s, owner, check_in_id)
    if row is None:
        raise NotFound("no such check-in")
    before = row.content
    row.mood = mood or row.mood
    row.content = before if details.content is None else _content(details.content)
    if details.about is not None:
        row.about, row.goal_id = details.about, await _goal(s, owner, details)
    row.updated_at = at
    await s.flush()
    return await _kept(s, row, at, has_new_words=row.content != before)


async def delete(
    s: AsyncSession, owner: UUID, check_in_id: UUID, *, at: datetime
) -> dict[str, Any]:
    """Delete a check-in and what repeats it; return it as JSON, for `restore`."""
    row = await queries.require(s, owner, check_in_id)
    gone = row.model_dump(mode="json")
    await queries.remove(s, owner, check_in_id)
    await secure_delete.note(s, at=at)
    if row.content:
        since = row.created_at
        gone[_DERIVED] = await derived_data.forget(s, owner, row.content, since=since, at=at)
    return gone


async def restore(
    s: AsyncSession, owner: UUID, _row: UUID, gone: dict[str, Any], /, *, at: datetime
) -> None:
    """Restore a deleted check-in and what repeated it; idempotent."""
    derived = gone.pop(_DERIVED, {})
    row = CheckIn.model_validate(gone)
    if await queries.find(s, owner, row.id) is None:
        await queries.add(s, owner, row)
        await derived_data.restore(s, owner, derived, at=at)


async def undo(
    s: AsyncSession, owner: UUID, row: UUID, _kept: dict[str, Any], /, *, at: datetime
) -> None:
    """Take back a check-in that was just made; idempotent."""
    del at
    await queries.remove(s, owner, row)


async def replied(
    s: AsyncSession, owner: UUID, check_in_id: UUID, reply: str, *, to: str, agent: str
) -> None:
    """Keep the reply to these words, unless they are gone: new words get a reply of their own."""
    row = await queries.hold(s, owner, check_in_id)
    # Not `updated_at`: a changed mood asks for no other reply.
    if row is None or row.status is not ReplyStatus.PENDING or row.content != to:
        return
    row.ai_response, row.agent_id = reply, agent if reply else ""
    row.status = ReplyStatus.DONE if reply else ReplyStatus.NONE
    await s.flush()


async def not_replied(
    s: AsyncSession, owner: UUID, check_in_id: UUID, *, asked_at: datetime
) -> None:
    """Expect no reply any more, unless another one was asked for since: that may still come."""
    row = await queries.hold(s, owner, check_in_id)
    if row is None or row.status is not ReplyStatus.PENDING:
        return
    if not await jobs.is_asked_since(s, owner, REPLY, CHECK_IN, check_in_id, since=asked_at):
        row.status = ReplyStatus.NONE
        await s.flush()


async def told_since(
    s: AsyncSession, owner: UUID, instant: datetime, *, limit: int = MOST_TOLD
) -> tuple[CheckInView, ...]:
    """Return the check-ins after an instant as agents read them, oldest first.

    Words about danger or abuse are left out.
    """
    found = await queries.since(s, owner, instant, limit=limit)
    if not found:
        return ()
    before = await unspoken(s, owner)
    views = (view(row, goal or "") for row, goal in found)
    return tuple(one for one in views if may_repeat(one.content, before))[::-1]


def view(row: CheckIn, goal: str = "") -> CheckInView:
    """Return a check-in as agents read it."""
    return CheckInView(row.mood, row.content, row.created_at, row.about, goal, row.id)


async def _goal(s: AsyncSession, owner: UUID, details: Details) -> UUID | None:
    if details.about is not CheckInAbout.GOAL or details.goal_id is None:
        return None
    return (await goals.require(s, owner, details.goal_id)).goal.id


def _content(text: str) -> str:
    return clean_text("content", text, maximum=CONTENT_MAX, may_be_empty=True)


async def _kept(
    s: AsyncSession, row: CheckIn, at: datetime, *, has_new_words: bool
) -> Kept[CheckIn]:
    """Screen the words; ask for a reply to new ones, unless help comes first."""
    if not has_new_words:
        return Kept(row, SafetyVerdict())
    row.ai_response, row.agent_id, row.status = "", "", ReplyStatus.NONE
    verdict = await screen_words(s, row.user_id, row.content, source="check_in", at=at)
    is_calm = verdict.level is SafetyLevel.NONE and not await is_quiet(s, row.user_id, at=at)
    if row.content and is_calm and await _has_replies_left(s, row, at):
        row.status = ReplyStatus.PENDING
        await _ask_for_reply(s, row, at)
    await s.flush()
    return Kept(row, verdict)


async def _has_replies_left(s: AsyncSession, row: CheckIn, at: datetime) -> bool:
    asked = await queries.count_since(s, row.user_id, at - _DAY, replied=True)
    return asked < MOST_REPLIES_A_DAY


async def _ask_for_reply(s: AsyncSession, row: CheckIn, at: datetime) -> None:
    job = Job(
        user_id=row.user_id,
        kind=REPLY,
        payload={CHECK_IN: str(row.id)},
        run_at=at,
        max_attempts=REPLY_TRIES,
        unique_key=f"{REPLY}:{row.id}:{at.isoformat()}",
        created_at=at,
    )
    await jobs.add(s, row.user_id, job)
