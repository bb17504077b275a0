"""One person for the admin's page, without their words: one function per part of the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.domains.people import history, queries
from coaching.errors import NotFound
from coaching.repositories import audit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from coaching.domains.people.history import SessionLine, Spent
    from coaching.models import AuditEntry, Job
    from coaching.repositories.db import Db
    from coaching.values.enums import Stage, Tension


@dataclass(frozen=True, slots=True)
class Head:
    """A person's data that every admin may see."""

    id: UUID
    joined_at: datetime
    last_active_at: datetime | None
    country: str
    locale: str
    tier: str
    tension: Tension | None
    second_tension: Tension | None
    stage: Stage | None
    accounts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the briefing by its shape: how many words it has, gained and lost."""

    version: int
    at: datetime
    trigger: str
    stage: Stage
    words: int
    gained: int
    lost: int


@dataclass(frozen=True, slots=True)
class Remembered:
    """A memory by its shape."""

    at: datetime
    kind: str
    source: str
    state: str
    is_sensitive: bool
    words: int


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card by its shape."""

    at: datetime
    kind: str
    is_focus: bool
    is_graduated: bool
    times: int
    prescribed_by: str
    words: int


@dataclass(frozen=True, slots=True)
class Story:
    """What happened when: what the time line draws."""

    sessions: Sequence[SessionLine]
    signals: Sequence[tuple[datetime, str, float, bool]]
    wins: Sequence[datetime]
    briefings: Sequence[tuple[datetime, int]]
    cards: Sequence[datetime]


async def head(db: Db, owner: UUID) -> Head:
    """Return who a person is; raise `NotFound` for nobody."""
    async with db.system("admin person") as s:
        found = await history.head(s, owner)
        if found is None:
            raise NotFound("no such person")
        user, profile = found
        stages = await queries.stages_of(s, [owner])
        accounts = await queries.accounts_of(s, [owner])
    return Head(
        owner,
        user.created_at,
        user.last_active_at,
        profile.country or "",
        profile.locale,
        profile.tier,
        profile.tension_type,
        profile.secondary_tension_type,
        stages.get(owner),
        accounts.get(owner, ()),
    )


async def story(db: Db, owner: UUID) -> Story:
    """Return what happened when."""
    async with db.system("admin person") as s:
        return Story(
            await history.sessions(s, owner),
            await history.signals(s, owner),
            await history.wins(s, owner),
            [(one.created_at, one.version) for one in await history.briefings(s, owner)],
            [one.created_at for one in await history.cards(s, owner)],
        )


async def briefings(db: Db, owner: UUID) -> Sequence[Version]:
    """Return the versions of the briefing, newest first."""
    async with db.system("admin person") as s:
        found = await history.briefings(s, owner)
    before = [*(one.briefing_content for one in found), ""][1:]
    return [
        Version(
            one.version,
            one.created_at,
            one.trigger,
            one.stage_of_change,
            len(one.briefing_content.split()),
            *history.how_much_changed(old, one.briefing_content),
        )
        for one, old in zip(found, before, strict=True)
    ]


async def memories(db: Db, owner: UUID) -> Sequence[Remembered]:
    """Return the memories, newest first."""
    async with db.system("admin person") as s:
        return [
            Remembered(
                one.created_at,
                one.kind,
                one.source,
                one.state,
                one.is_sensitive,
                len(one.content.split()),
            )
            for one in await history.memories(s, owner)
        ]


async def cards(db: Db, owner: UUID) -> Sequence[CardLine]:
    """Return the cards, newest first."""
    async with db.system("admin person") as s:
        return [
            CardLine(
                one.created_at,
                one.kind,
                one.is_focus,
                one.graduated_at is not None,
                one.times_completed,
                one.prescribed_by,
                len(one.title.split()),
            )
            for one in await history.cards(s, owner)
        ]


async def spent(db: Db, owner: UUID, *, now: datetime) -> Sequence[Spent]:
    """Return the cost of the last 30 days, by agent."""
    async with db.system("admin person") as s:
        return await history.spent(s, owner, now=now)


async def jobs(db: Db, owner: UUID) -> Sequence[Job]:
    """Return the last jobs."""
    async with db.system("admin person") as s:
        return await history.jobs(s, owner)


async def log(db: Db, owner: UUID) -> Sequence[AuditEntry]:
    """Return what admins did with this person."""
    async with db.system("admin person") as s:
        return await audit.newest(s, subject=str(owner), limit=100)
