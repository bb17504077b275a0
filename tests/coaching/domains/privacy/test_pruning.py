"""What has been kept long enough goes, and nothing else."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import col, select, update

from coaching.clock import SystemClock
from coaching.domains.privacy import pruning, queries
from coaching.models import AuditEntry, BetaAnalytics, Job, ModelCall, SafetyEvent, Session, User
from coaching.values.enums import JobStatus, PrescribedBy
from tests.support import every_table, factories
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db
    from coaching.settings import Settings

DAY = timedelta(days=1)
OLD = {
    "safety_events": 365,
    "model_calls": 400,
    "audit_entries": 400,
    "beta_analytics": 400,
}


@pytest.mark.both_databases
async def test_only_what_is_too_old_goes_and_a_dry_run_changes_nothing(
    db: Db, settings: Settings
) -> None:
    owner = await every_table.fill(db)
    async with db.system("test", write=True) as s:
        s.add(AuditEntry(actor="admin", action="looked", created_at=NOW))
        for kind in (SafetyEvent, ModelCall, BetaAnalytics):
            await s.exec(update(kind).values(created_at=NOW))
        await s.exec(update(Session).values(expires_at=NOW + timedelta(days=1000)))
    almost, over = NOW + 365 * DAY, NOW + 401 * DAY

    assert sum((await pruning.due(db, settings, now=almost)).values()) == 0
    assert (await pruning.due(db, settings, now=over)) == {
        **dict.fromkeys(OLD, 1),
        "access_grants": 0,
        "jobs": 0,
        pruning.GUESTS: 0,
        pruning.ENDED: 0,
        pruning.BACKUPS: 0,
    }
    async with db.system("test") as s:
        assert len((await s.exec(select(SafetyEvent))).all()) == 1
    for _ in range(2):
        await pruning.prune(db, settings, now=over)
    async with db.system("test") as s:
        for kind in (SafetyEvent, ModelCall, AuditEntry, BetaAnalytics):
            assert (await s.exec(select(kind))).all() == []
        assert (await s.exec(select(User.id))).all() == [owner]


@pytest.mark.both_databases
async def test_much_that_is_too_old_goes_in_several_transactions(
    db: Db, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PostgreSQL one statement for all of it would be ended after 15 seconds, each hour."""
    monkeypatch.setattr(pruning, "ROWS_AT_ONCE", 2)
    monkeypatch.setattr(pruning, "PEOPLE_AT_ONCE", 2)
    for _ in range(5):
        owner = await factories.person(db)
        async with db.unit(owner, write=True) as s:
            s.add(BetaAnalytics(user_id=owner, event="a", created_at=NOW))
    later, units = NOW + 401 * DAY, list[str]()
    system = db.system

    def counted(reason: str, *, write: bool = False) -> AbstractAsyncContextManager[AsyncSession]:
        units.append(reason if write else "")
        return system(reason, write=write)

    monkeypatch.setattr(db, "system", counted)
    found = await pruning.prune(db, settings, now=later)
    assert (found["beta_analytics"], found[pruning.GUESTS]) == (5, 5)
    assert units.count("prune") == 1 + 3 + 3
    async with db.system("test") as s:
        assert (await s.exec(select(User.id))).all() == []
        assert (await s.exec(select(BetaAnalytics.id))).all() == []


@pytest.mark.both_databases
async def test_ended_jobs_go_but_not_the_boundaries_of_the_strategist(
    db: Db, settings: Settings
) -> None:
    """A job that belongs to nobody may name a person who was deleted: it goes after a day."""
    owner = await factories.person(db)
    jobs = [
        ("observer", owner, JobStatus.DONE, 401),
        ("observer", owner, JobStatus.FAILED, 401),
        ("observer", owner, JobStatus.DONE, 399),
        ("strategist", owner, JobStatus.DONE, 401),
        ("person_request", None, JobStatus.DONE, 2),
        ("person_request", None, JobStatus.FAILED, 2),
        ("person_request", None, JobStatus.DONE, 0),
    ]
    async with db.system("test", write=True) as s:
        for kind, whose, status, days in jobs:
            ended = NOW - days * DAY
            row = {"kind": kind, "user_id": whose, "status": status, "payload": {"days": days}}
            s.add(Job(**row, run_at=ended, created_at=ended, finished_at=ended))
        s.add(Job(kind="observer", user_id=owner, run_at=NOW, created_at=NOW - 500 * DAY))

    assert (await pruning.prune(db, settings, now=NOW))["jobs"] == 2

    async with db.system("test") as s:
        left = (await s.exec(select(Job))).all()
    assert sorted((job.kind, job.status.value, job.payload.get("days")) for job in left) == [
        ("observer", "done", 399),
        ("observer", "due", None),
        ("person_request", "done", 0),
        ("person_request", "failed", 2),
        ("strategist", "done", 401),
    ]


@pytest.mark.both_databases
async def test_a_guest_who_never_said_anything_goes_and_whoever_did_stays(
    db: Db, settings: Settings
) -> None:
    silent = await factories.person(db)
    await factories.card(db, silent, prescribed_by=PrescribedBy.STRATEGIST)
    here, came_back, kept, said = [await factories.person(db) for _ in range(4)]
    later = NOW + 91 * DAY
    async with db.unit(came_back, write=True) as s:
        seen, until = later - DAY, later + DAY
        s.add(Session(user_id=came_back, token_hash="t", last_seen_at=seen, expires_at=until))
    await factories.win(db, kept)
    await factories.exchange(db, said, await factories.conversation(db, said))
    async with db.system("test", write=True) as s:
        await s.exec(update(User).where(col(User.id) == here).values(created_at=later))

    assert (await pruning.due(db, settings, now=NOW + 89 * DAY))[pruning.GUESTS] == 0
    assert (await pruning.prune(db, settings, now=later))[pruning.GUESTS] == 1

    async with db.system("test") as s:
        left = {person.id for person in await queries.everybody(s)}
    assert left == {here, came_back, kept, said}


@pytest.mark.both_databases
@pytest.mark.parametrize("days", [7, 30])
async def test_few_days_of_the_audit_trail_keep_nothing_else_from_going(
    db: Db, make_settings: Callable[..., Settings], days: int
) -> None:
    """The database refuses to delete entries of the last 30 days, by its own clock."""
    settings, now = make_settings(audit_days=days, usage_event_days=1), SystemClock().now()
    owner = await factories.person(db)
    async with db.system("test", write=True) as s:
        for at in (now - timedelta(days=days, minutes=1), now - timedelta(days=33)):
            s.add(AuditEntry(actor="admin", action="looked", created_at=at))
        s.add(BetaAnalytics(user_id=owner, event="a", created_at=now - 2 * DAY))
    await pruning.prune(db, settings, now=now)
    async with db.system("test") as s:
        assert (await s.exec(select(BetaAnalytics))).all() == []
        assert len((await s.exec(select(AuditEntry))).all()) == 1


async def test_nothing_goes_with_zero_days(db: Db, make_settings: Callable[..., Settings]) -> None:
    kinds = ("guest", "backup", "safety_event", "model_call", "usage_event", "audit")
    settings = make_settings(**{f"{kind}_days": 0 for kind in kinds})
    await every_table.fill(db)

    found = await pruning.due(db, settings, now=NOW + timedelta(days=4000))

    assert found == {pruning.ENDED: 1, pruning.BACKUPS: 0}


async def test_old_copies_go_and_other_files_stay(db: Db, settings: Settings) -> None:
    folder = settings.data_dir / "backups"
    folder.mkdir(parents=True)
    for name, days in (
        ("daily-1.zip", 31),
        ("pre-1.db", 40),
        ("daily-2.zip", 29),
        ("mine.zip", 90),
        ("before-encryption-1.zip", 31),
        ("after-rotation-1.zip", 31),
        ("after-rotation-2.zip", 29),
    ):
        _age(folder / name, days)

    assert (await pruning.prune(db, settings, now=NOW))[pruning.BACKUPS] == 4

    kept = ["after-rotation-2.zip", "daily-2.zip", "mine.zip"]
    assert sorted(file.name for file in folder.iterdir()) == kept


async def test_a_damaged_database_that_was_set_aside_is_a_copy_too(
    db: Db, make_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    settings = make_settings(database_url=f"sqlite:///{tmp_path / 'toney.db'}")
    _age(tmp_path / "toney.db.broken-1", 31)
    _age(tmp_path / "toney.db.broken-2", 29)
    assert (await pruning.prune(db, settings, now=NOW))[pruning.BACKUPS] == 1
    assert not (tmp_path / "toney.db.broken-1").exists()
    assert (tmp_path / "toney.db.broken-2").exists()


async def test_copies_that_a_kill_left_half_way_go_after_a_day(
    db: Db, make_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    """They hold everybody's words, and no later backup or restore deletes them."""
    settings = make_settings(database_url=f"sqlite:///{tmp_path / 'toney.db'}", backup_days=0)
    backups = settings.data_dir / "backups"
    for folder in (tmp_path / ".backup-x1", tmp_path / ".restore-x1", backups):
        folder.mkdir(parents=True)
    left = [tmp_path / ".backup-x1", tmp_path / ".restore-x1", backups / ".daily-1.zip.77"]
    for folder in left[:2]:
        (folder / "toney.db").write_text("words", "utf-8")
    for one in left:
        _age(one, 2)
    running = backups / ".daily-2.zip.78"
    _age(running, 0)

    assert (await pruning.due(db, settings, now=NOW))[pruning.BACKUPS] == 3
    await pruning.prune(db, settings, now=NOW)
    assert not any(one.exists() for one in left)
    assert running.exists()


def _age(file: Path, days: int) -> None:
    if not file.exists():
        file.touch()
    at = (NOW - days * DAY).timestamp()
    os.utime(file, (at, at))
