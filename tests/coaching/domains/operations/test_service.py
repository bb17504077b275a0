"""Jobs, safety events and health as admins see them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.domains.admin_access.service import SignedInAdmin
from coaching.domains.operations import health, service
from coaching.errors import Conflict, NotFound
from coaching.models import Job, SafetyEvent
from coaching.repositories import audit, jobs
from coaching.repositories.db import Db
from coaching.values.enums import JobStatus, SafetyLevel
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from coaching.settings import Settings
    from tests.support.databases import Database

NOW = MONDAY_MORNING + timedelta(hours=3)
ANA = SignedInAdmin(uuid4(), "ana")


@pytest.fixture
async def desk(database: Database) -> AsyncGenerator[Db]:
    """Return the database under the admin's role."""
    opened = Db(database.admin_url, admin=True)
    yield opened
    await opened.close()


async def job(db: Db, status: JobStatus, *, attempts: int = 0, dedup: str | None = None) -> Job:
    ended = NOW if status in {JobStatus.DONE, JobStatus.FAILED} else None
    made = Job(
        kind="observer",
        status=status,
        attempts=attempts,
        run_at=NOW + timedelta(hours=1),
        dedup_key=dedup,
        finished_at=ended,
        created_at=NOW,
    )
    async with db.system("test", write=True) as s:
        await jobs.add(s, None, made)
    return made


@pytest.mark.both_databases
async def test_jobs_are_counted_and_those_in_trouble_are_listed(db: Db, desk: Db) -> None:
    for status in (JobStatus.DUE, JobStatus.RUNNING, JobStatus.DONE):
        await job(db, status)
    failed = await job(db, JobStatus.FAILED, attempts=6)
    again = await job(db, JobStatus.DUE, attempts=2)
    found = await service.jobs(desk, now=NOW)
    counts = (found.waiting, found.running, found.retrying, found.failed, found.done)
    assert counts == (1, 1, 1, 1, 1)
    assert {one.id for one in found.troubled} == {failed.id, again.id}


async def test_a_failed_job_is_due_again_and_that_is_written_down(db: Db, desk: Db) -> None:
    failed = await job(db, JobStatus.FAILED, attempts=6)
    await service.retry(desk, ANA, failed.id, now=NOW)
    async with db.system("test") as s:
        [entry] = await audit.newest(s)
        assert await jobs.kinds_due(s, now=NOW) == {"observer"}
    assert (entry.actor, entry.action, entry.subject) == ("ana", "job_retried", str(failed.id))
    with pytest.raises(NotFound):
        await service.retry(desk, ANA, failed.id, now=NOW)


@pytest.mark.both_databases
async def test_the_same_work_is_not_due_twice(db: Db, desk: Db) -> None:
    failed = await job(db, JobStatus.FAILED, attempts=6, dedup="once")
    await job(db, JobStatus.DUE, dedup="once")
    with pytest.raises(Conflict):
        await service.retry(desk, ANA, failed.id, now=NOW)


@pytest.mark.both_databases
async def test_safety_events_come_page_by_page_without_words(db: Db, desk: Db) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        for hours in range(5):
            s.add(
                SafetyEvent(
                    user_id=owner,
                    level=SafetyLevel.CONCERN,
                    category="acute_debt",
                    source="chat",
                    shown_resources=["Samaritans"],
                    created_at=NOW + timedelta(hours=hours),
                )
            )
    first = await service.safety(desk, limit=3)
    second = await service.safety(desk, after=first.next, limit=3)
    instants = [event.created_at for event in (*first.events, *second.events)]
    assert instants == [NOW + timedelta(hours=hours) for hours in range(4, -1, -1)]
    assert second.next == ""


@pytest.mark.both_databases
async def test_health_names_secrets_and_shows_none(
    desk: Db, make_settings: Callable[..., Settings]
) -> None:
    settings = make_settings(
        anthropic_api_key="sk-very-secret",
        toney_encryption_keys="sealed-one,sealed-two",
        database_url="postgresql://toney:pass-word@db.example/toney",
        port=1,
    )
    found = await health.health(desk, settings, now=MONDAY_MORNING)
    shown = dict(found.settings)
    assert shown["ANTHROPIC_API_KEY"] == shown["TONEY_ENCRYPTION_KEYS"] == "•••"
    assert "toney:•••@db.example" in shown["DATABASE_URL"]
    for secret in ("very-secret", "sealed-", "pass-word"):
        assert secret not in str(found)
    assert (found.answers, found.parts) == (True, {})
    assert found.size > 10_000
    assert found.revision >= "0030"
    assert found.versions["reflex"]
