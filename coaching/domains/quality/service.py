"""The quality queue for admins: what people said was wrong, and whether it was dealt with.

An admin sees what happened; words open with the person's grant, and each look is recorded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.domains.access_grants import queries as grant_rows
from coaching.domains.access_grants import service as grants
from coaching.domains.access_grants.service import Part
from coaching.domains.people import queries as people
from coaching.domains.quality import queries, queue
from coaching.domains.quality.models import HandledFlag
from coaching.domains.quality.queue import Filter
from coaching.errors import NotAllowed, NotFound
from coaching.repositories import audit, conversations
from coaching.values.enums import AdminRole
from coaching.values.keyset import Place

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.access_grants.service import Said
    from coaching.domains.admin_access.service import SignedInAdmin
    from coaching.domains.quality.queries import Behind
    from coaching.domains.quality.queue import Flag
    from coaching.repositories.db import Db
    from coaching.values.enums import Stage
    from coaching.values.quality import FlagKind

__all__ = ["Entry", "Filter", "QueuePage", "Words", "entry", "handle", "open_words", "page"]
PAGE = 25


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the queue with what is known without words; `behind` is the reply it is about."""

    flag: Flag
    behind: Behind
    stage: Stage | None
    is_granted: bool
    has_case: bool


@dataclass(frozen=True, slots=True)
class QueuePage:
    """A page of the queue and where the next one begins; an empty `next` is the end."""

    entries: Sequence[Entry]
    next: str


@dataclass(frozen=True, slots=True)
class Words:
    """What was said up to the reply, and the comment or the corrected sentence."""

    said: Sequence[Said] = ()
    texts: Sequence[str] = field(default=())


async def page(
    db: Db, wanted: Filter, *, after: str = "", now: datetime, limit: int = PAGE
) -> QueuePage:
    """Return one page of the queue, newest first."""
    async with db.system("quality queue") as s:
        found = await queue.page(s, wanted, after=Place.read(after), limit=limit + 1)
        shown = await _entries(s, found[:limit], now=now)
    more = len(found) > limit
    return QueuePage(shown, Place(found[limit - 1].at, found[limit - 1].id).text if more else "")


async def entry(db: Db, kind: FlagKind, key: UUID, *, now: datetime) -> Entry:
    """Return one entry; raise `NotFound` if there is none any more."""
    async with db.system("quality entry") as s:
        return (await _entries(s, [await _require(s, kind, key)], now=now))[0]


async def open_words(
    db: Db, admin: SignedInAdmin, kind: FlagKind, key: UUID, *, now: datetime
) -> Words:
    """Return what was said about it and before it, after the look was recorded."""
    found = await entry(db, kind, key, now=now)
    said = await _said(db, admin, found, now=now)
    if not said:
        await grants.open_part(db, admin, found.flag.user_id, Part.FEEDBACK, now=now)
    async with db.system("granted words") as s:
        return Words(said, await queries.texts(s, found.flag))


async def handle(
    db: Db, admin: SignedInAdmin, kind: FlagKind, key: UUID, *, is_handled: bool, now: datetime
) -> None:
    """Mark an entry as handled, or open it again; both are idempotent."""
    may_change(admin)
    async with db.system("quality queue", write=True) as s:
        flag = await _require(s, kind, key)
        if not is_handled:
            await queries.reopen(s, kind, key)
        elif await queries.handled(s, kind, key) is None:
            s.add(
                HandledFlag(
                    user_id=flag.user_id,
                    kind=kind,
                    entry=key,
                    handled_by=admin.name,
                    created_at=now,
                )
            )
        await note(s, admin, "flag_handled" if is_handled else "flag_reopened", flag, now)


async def _entries(s: AsyncSession, flags: Sequence[Flag], *, now: datetime) -> Sequence[Entry]:
    owners = {flag.user_id for flag in flags}
    stages = await people.stages_of(s, owners)
    granted = await grant_rows.with_live(s, owners, now=now)
    behind = await queries.behind(s, flags)
    cased = await queries.with_case(s, [flag.id for flag in flags])
    return [
        Entry(
            flag,
            behind.get(flag.id, queries.Behind()),
            stages.get(flag.user_id),
            flag.user_id in granted,
            flag.id in cased,
        )
        for flag in flags
    ]


async def _require(s: AsyncSession, kind: FlagKind, key: UUID) -> Flag:
    flag = await queue.find(s, kind, key)
    if flag is None:
        raise NotFound("no such entry")
    return flag


async def _said(db: Db, admin: SignedInAdmin, found: Entry, *, now: datetime) -> Sequence[Said]:
    """Return the messages up to the reply that an entry is about; none for one about no reply."""
    conversation_id, at = found.behind.conversation_id, found.behind.at
    owner = found.flag.user_id
    if conversation_id is None or at is None:
        return ()
    async with db.system("granted words") as s:
        session = await conversations.require(s, owner, conversation_id)
    number = session.session_number
    said = await grants.read_conversation(db, admin, owner, session.id, number, now=now)
    return [line for line in said if line.at <= at]


def may_change(admin: SignedInAdmin) -> None:
    """Raise `NotAllowed` for a viewer."""
    if admin.role is not AdminRole.ADMIN:
        raise NotAllowed("a viewer changes nothing", reason="role")


async def note(
    s: AsyncSession, admin: SignedInAdmin, action: str, flag: Flag, now: datetime
) -> None:
    """Write down what an admin did with an entry."""
    details = {"kind": flag.kind.value}
    owner = str(flag.user_id)
    await audit.add(s, actor=admin.name, action=action, subject=owner, details=details, at=now)
