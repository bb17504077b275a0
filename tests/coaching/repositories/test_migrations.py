from __future__ import annotations

import asyncio
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, SQLModel, select

from coaching.errors import Unavailable
from coaching.models import CoachMemory, Profile, User
from coaching.repositories import migrations, row_level_security
from coaching.repositories.migrations import BrokenData, NewerData
from coaching.repositories.row_level_security import MissingRoles
from coaching.values.enums import MemoryState
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from tests.support.databases import Database
    from tests.support.postgres import Server


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'a b%c.db'}"
        return
    server: Server = request.getfixturevalue("postgres_server")
    with server.database("empty") as name:
        yield server.url(name, role="toney_owner")


def _tables(url: str) -> set[str]:
    engine = migrations.migration_engine(url)
    try:
        names = sa.inspect(engine).get_table_names()
        return {name for name in names if not name.startswith("search_fts")}
    finally:
        engine.dispose()


pytestmark = pytest.mark.slow
_A_PERSON = "INSERT INTO users (id, created_at, state) VALUES (:owner, :at, 'active')"
_A_CARD = """
INSERT INTO rewire_cards
  (id, user_id, created_at, kind, title, content, times_completed, prescribed_by, updated_at)
VALUES (:id, :owner, :at, 'plan', 'Kettle', 'I can look.', 0, 'user', :at)
"""
_A_PURCHASE = """
INSERT INTO purchases
  (id, user_id, created_at, item, feelings, status, urge, waits_until, updated_at)
VALUES (:id, :owner, :at, 'A jacket', '[]', :status, :urge, :at, :at)
"""


def _config(url: str) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations.scripts()))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def test_up_and_down_and_up_again_end_in_the_tables_of_the_models(empty_url: str) -> None:
    assert migrations.heads_differ(empty_url)
    migrations.upgrade(empty_url)
    command.check(_config(empty_url))
    command.downgrade(_config(empty_url), "base")
    assert _tables(empty_url) == {"alembic_version"}
    migrations.upgrade(empty_url)
    command.check(_config(empty_url))
    assert _tables(empty_url) == {"alembic_version", *SQLModel.metadata.tables}
    assert not migrations.heads_differ(empty_url)


def test_cards_that_are_there_have_no_parts_and_lose_no_words_on_the_way_back(
    empty_url: str,
) -> None:
    command.upgrade(_config(empty_url), "0011")
    engine = migrations.migration_engine(empty_url)
    row = {"id": uuid4().hex, "owner": uuid4().hex, "at": "2026-01-12T09:00:00Z"}
    with engine.begin() as connection:
        for statement in (_A_PERSON, _A_CARD):
            connection.execute(sa.text(statement), row)
    words = "SELECT content FROM rewire_cards"
    command.upgrade(_config(empty_url), "0012")
    with engine.begin() as connection:
        assert str(connection.scalar(sa.text("SELECT parts FROM rewire_cards"))) == "{}"
        assert connection.scalar(sa.text(words)) == "I can look."
    command.downgrade(_config(empty_url), "0011")
    with engine.begin() as connection:
        assert connection.scalar(sa.text(words)) == "I can look."
        if connection.dialect.name == "postgresql":
            forced = "SELECT relforcerowsecurity FROM pg_class WHERE relname = 'rewire_cards'"
            assert connection.scalar(sa.text(forced))
    engine.dispose()


def test_tiers_of_older_versions_get_todays_names(empty_url: str) -> None:
    migrations.upgrade(empty_url)
    engine = migrations.migration_engine(empty_url)
    with Session(engine) as s:
        for tier in ("essential", "Optimal", "premium", "pro", "platinum"):
            person = User()
            s.add(person)
            s.flush()
            s.add(Profile(user_id=person.id, tier=tier))
        s.commit()
    command.downgrade(_config(empty_url), "0025")
    command.upgrade(_config(empty_url), "0026")
    with engine.connect() as connection:
        tiers = connection.execute(sa.text("SELECT tier FROM profiles")).scalars().all()
    engine.dispose()
    assert sorted(tiers) == ["platinum", "pro", "pro", "pro", "unlimited"]


def test_a_weaker_urge_is_kept_and_on_the_way_back_asked_again(empty_url: str) -> None:
    command.upgrade(_config(empty_url), "0051")
    engine = migrations.migration_engine(empty_url)
    with engine.begin() as connection:
        row = {"owner": uuid4().hex, "at": "2026-01-12T09:00:00Z", "status": "waiting"}
        connection.execute(sa.text(_A_PERSON), row)
        for urge in ("weaker", "same"):
            connection.execute(sa.text(_A_PURCHASE), {**row, "id": uuid4().hex, "urge": urge})
    for wrong in ({"urge": "nonsense"}, {"urge": "gone", "status": "nonsense"}):
        with engine.connect() as connection, pytest.raises(IntegrityError):
            connection.execute(sa.text(_A_PURCHASE), {**row, "id": uuid4().hex, **wrong})
    command.downgrade(_config(empty_url), "0050")
    with engine.connect() as connection:
        urges = connection.execute(sa.text("SELECT urge FROM purchases")).scalars().all()
        with pytest.raises(IntegrityError):
            connection.execute(sa.text(_A_PURCHASE), {**row, "id": uuid4().hex, "urge": "weaker"})
    engine.dispose()
    assert set(urges) == {None, "same"}


def test_notes_that_an_unanswered_one_left_hidden_are_used_again(empty_url: str) -> None:
    migrations.upgrade(empty_url)
    engine = migrations.migration_engine(empty_url)
    with Session(engine) as s:
        person = User()
        s.add(person)
        s.flush()
        states = (MemoryState.GONE, MemoryState.WAITING, MemoryState.SUPERSEDED)
        newer = {state: _memory(person.id, state) for state in states}
        s.add_all(newer.values())
        s.flush()
        for state, row in newer.items():
            s.add(_memory(person.id, MemoryState.ACTIVE, f"behind {state}", row.id))
        s.add(_memory(person.id, MemoryState.SUPERSEDED, "replaced", newer[MemoryState.GONE].id))
        s.commit()
    command.downgrade(_config(empty_url), "0051")
    command.upgrade(_config(empty_url), "0052")
    with Session(engine) as s:
        rows = s.exec(select(CoachMemory).where(CoachMemory.content != "")).all()
        hidden = {row.content for row in rows if row.superseded_by is not None}
    engine.dispose()
    assert hidden == {"behind waiting", "behind superseded", "replaced"}


def _memory(
    owner: UUID, state: MemoryState, content: str = "", superseded_by: UUID | None = None
) -> CoachMemory:
    return CoachMemory(
        user_id=owner,
        state=state,
        active=state is MemoryState.ACTIVE,
        content=content,
        superseded_by=superseded_by,
        fingerprint=uuid4().hex,
    )


@pytest.mark.journey
def test_an_upgrade_that_is_killed_leaves_whole_migrations_and_goes_on(empty_url: str) -> None:
    killed = subprocess.run(
        [sys.executable, "-m", "tests.support.killed_upgrade", empty_url], check=False
    )
    assert killed.returncode == -signal.SIGKILL, "the migration was not reached"
    assert migrations.current_heads(empty_url) == ("0001",)
    assert "users" in _tables(empty_url)
    assert "conversations" not in _tables(empty_url)
    migrations.upgrade(empty_url)
    assert not migrations.heads_differ(empty_url)


async def test_an_upgrade_runs_from_a_thread_of_a_running_loop(empty_url: str) -> None:
    await asyncio.gather(
        asyncio.to_thread(migrations.upgrade, empty_url),
        asyncio.to_thread(migrations.upgrade, empty_url),
    )
    assert not migrations.heads_differ(empty_url)


def test_data_of_a_newer_version_is_refused(empty_url: str) -> None:
    migrations.upgrade(empty_url)
    engine = migrations.migration_engine(empty_url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    for refused in (migrations.heads_differ, migrations.upgrade):
        with pytest.raises(NewerData, match="9999"):
            refused(empty_url)


def test_the_apps_own_role_can_compare_versions(database: Database) -> None:
    assert not migrations.heads_differ(database.url)


def test_asking_for_the_version_makes_no_file(tmp_path: Path) -> None:
    assert migrations.heads_differ(f"sqlite:///{tmp_path / 'none.db'}")
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_is_away_is_said_in_one_line() -> None:
    for ask in (migrations.heads_differ, migrations.upgrade):
        with pytest.raises(Unavailable, match="cannot be reached"):
            ask("postgresql://toney_owner@127.0.0.1:9/toney")


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "toney.db"
    path.write_bytes(b"my shopping list, long enough to be read as a header ........." * 20)
    for ask in (migrations.heads_differ, migrations.upgrade):
        with pytest.raises(BrokenData, match="not a database"):
            ask(f"sqlite:///{path}")
    assert path.read_bytes().startswith(b"my shopping list")


def test_a_copy_is_made_only_before_a_migration_and_five_are_kept(
    tmp_path: Path, clock: FrozenClock
) -> None:
    url, backups = f"sqlite:///{tmp_path / 'toney.db'}", tmp_path / "backups"
    assert migrations.copy_before_migration(url, backups, clock) is None
    command.upgrade(_config(url), "0001")
    copies = []
    for _ in range(7):
        copies.append(migrations.copy_before_migration(url, backups, clock))
        clock.move(timedelta(minutes=1))
    assert sorted(backups.iterdir()) == copies[-5:]
    assert copies[-1] is not None
    assert copies[-1].name == "pre-0001-20260112T090600000000Z.db"
    assert copies[-1].stat().st_mode & 0o777 == 0o600
    migrations.upgrade(url)
    assert migrations.copy_before_migration(url, backups, clock) is None


async def test_a_copy_holds_what_was_committed_and_is_one_file(
    sqlite_db: Db, sqlite_database: Database, tmp_path: Path
) -> None:
    await factories.person(sqlite_db, name="Anna")
    source, target = tmp_path / "toney.db", tmp_path / "copy.db"
    await asyncio.to_thread(migrations.copy_database, source, target)
    with closing(sqlite3.connect(target)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("PRAGMA journal_mode").fetchall() == [("delete",)]
        assert copy.execute("SELECT name FROM profiles").fetchall() == [("Anna",)]
    with pytest.raises(FileExistsError):
        migrations.copy_database(source, target)


def test_rows_without_a_parent_are_found_after_a_migration(
    sqlite_template: Path, tmp_path: Path
) -> None:
    path = tmp_path / "broken.db"
    shutil.copyfile(sqlite_template, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO usage_days (user_id, day, used) VALUES ('x', '2026', 1)")
    with pytest.raises(BrokenData, match="usage_days"):
        migrations.upgrade(f"sqlite:///{path}")


def test_missing_roles_are_named_with_the_command_that_makes_them(
    postgres_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_level_security, "ROLES", ("toney_app", "toney_nobody"))
    engine = migrations.migration_engine(postgres_server.url("postgres"))
    script = tmp_path / "roles.sql"
    with (
        engine.connect() as connection,
        pytest.raises(MissingRoles, match=f"no role toney_nobody; .* psql .* -f {script}"),
    ):
        row_level_security.require_roles(connection, script)
    engine.dispose()
