"""Row-level security per table, command and identity (PostgreSQL only)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import ProgrammingError
from sqlmodel import SQLModel

from coaching.repositories import audit, engines
from coaching.repositories.db import Db
from tests.support import every_table

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from sqlmodel.ext.asyncio.session import AsyncSession

    from tests.support.databases import Database

OWNED = every_table.owned_tables()
COMMANDS = ("SELECT", "INSERT", "UPDATE", "DELETE")
HOUSE_POLICIES = {
    "address_days": ["system_all"],
    "admin_invites": ["admin_some", "system_all"],
    "announcements": ["admin_some", "app_some", "system_all"],
    "admin_sessions": ["admin_some", "system_all"],
    "admins": ["admin_some", "system_all"],
    "audit_entries": ["admin_some", "only_old", "system_all"],
    "settings": ["admin_some", "app_some", "system_all"],
    "sign_in_failures": ["admin_some", "system_all"],
    "passkey_challenges": ["admin_some", "system_all"],
    "admin_passkeys": ["admin_some", "system_all"],
    "called_days": ["admin_some", "system_all"],
    "roll_ups": ["admin_some", "app_some", "system_all"],
    "late_rows": ["admin_some", "app_some", "system_all"],
    "gone_numbers": ["admin_some", "app_some", "system_all"],
    "done_days": ["admin_some", "system_all"],
    "called_groups": ["admin_some", "system_all"],
}


@pytest.fixture
async def db(postgres_database: Database) -> AsyncGenerator[Db]:
    opened = Db(postgres_database.url)
    yield opened
    await opened.close()


@pytest.fixture
async def admin_db(postgres_database: Database) -> AsyncGenerator[Db]:
    opened = Db(postgres_database.admin_url, admin=True)
    yield opened
    await opened.close()


def _ask(url: str, question: str, *values: object) -> list[Any]:
    with psycopg.connect(url) as connection:
        return connection.execute(question.encode(), values).fetchall()


def _statement(table: str, command: str, owner: UUID, row: dict[str, Any]) -> sa.Executable:
    target = SQLModel.metadata.tables[table]
    column = target.c[every_table.owner_column(table)]
    match command:
        case "SELECT":
            return sa.select(column).where(column == owner)
        case "INSERT":
            return sa.insert(target).values(**row)
        case "UPDATE":
            return sa.update(target).where(column == owner).values({column: owner})
        case _:
            return sa.delete(target).where(column == owner)


async def _try(s: AsyncSession, statement: sa.Executable) -> int | str:
    """Return how many rows a statement reaches, or 'refused'; nothing of it stays."""
    connection = await s.connection()
    savepoint = await connection.begin_nested()
    try:
        result = await connection.execute(statement)
        return len(result.all()) if result.returns_rows else abs(result.rowcount)
    except ProgrammingError as error:
        if "row-level security" in str(error) or "permission denied" in str(error):
            return "refused"
        raise
    finally:
        await savepoint.rollback()


async def _row_of(db: Db, table: str, owner: UUID) -> dict[str, Any]:
    target = SQLModel.metadata.tables[table]
    mine = target.c[every_table.owner_column(table)] == owner
    async with db.system("test") as s:
        found = await (await s.connection()).execute(sa.select(target).where(mine))
        return dict(found.mappings().all()[0])


async def _count(s: AsyncSession, table: str, owner: UUID) -> int | str:
    return await _try(s, _statement(table, "SELECT", owner, {}))


async def _matrix(
    s: AsyncSession, anna: UUID, rows: dict[str, dict[str, Any]]
) -> dict[str, tuple[int | str, ...]]:
    """Return what this unit's role reaches of Anna's rows: SELECT, INSERT, UPDATE, DELETE."""
    return {
        table: tuple([await _try(s, _statement(table, command, anna, row)) for command in COMMANDS])
        for table, row in rows.items()
    }


async def _rows_of(db: Db, anna: UUID) -> dict[str, dict[str, Any]]:
    """Return one row of Anna in each table, under a new key so that it may be inserted."""
    rows = {table: await _row_of(db, table, anna) for table in OWNED}
    rows["jobs"] |= {"id": uuid4(), "unique_key": None}
    for table in ("access_grants", "access_openings"):
        rows[table] |= {"id": uuid4()}
    for table in ("eval_cases", "handled_flags"):
        rows[table] |= {"id": uuid4(), "entry": uuid4()}
    return rows


def _how_many(table: str) -> int:
    return 2 if table in {"messages", "notes"} else 1


@pytest.mark.slow
async def test_nobody_reaches_the_rows_of_somebody_else(db: Db) -> None:
    anna, ben = await every_table.fill(db), await every_table.fill(db)
    rows = await _rows_of(db, anna)
    for stranger in (ben, uuid4()):
        async with db.unit(stranger, write=True) as s:
            found = await _matrix(s, anna, rows)
        assert found == dict.fromkeys(OWNED, (0, "refused", 0, 0))


async def test_a_person_reaches_their_own_rows_and_cannot_give_them_away(db: Db) -> None:
    anna, ben = await every_table.fill(db), await every_table.fill(db)
    async with db.unit(anna, write=True) as s:
        for table in OWNED:
            own = [await _try(s, _statement(table, c, anna, {})) for c in COMMANDS if c != "INSERT"]
            assert own == [_how_many(table)] * 3, table
            target = SQLModel.metadata.tables[table]
            give_away = sa.update(target).values({every_table.owner_column(table): ben})
            assert await _try(s, give_away) == "refused", table


async def test_the_system_reaches_everybody(db: Db) -> None:
    anna = await every_table.fill(db)
    async with db.system("test", write=True) as s:
        for table in OWNED:
            found = [await _try(s, _statement(table, c, anna, {})) for c in ("UPDATE", "DELETE")]
            assert found == [_how_many(table)] * 2, table


async def test_the_admin_reads_everybody_and_writes_only_jobs_requests_and_marks(
    db: Db, admin_db: Db
) -> None:
    anna = await every_table.fill(db)
    rows = await _rows_of(db, anna)
    async with admin_db.system("test", write=True) as s:
        found = await _matrix(s, anna, rows)
    no = "refused"
    expected = {table: (_how_many(table), no, no, no) for table in OWNED}
    added = {"access_grants": (1, 1, no, no), "access_openings": (1, 1, no, no)}
    marked = {"handled_flags": (1, 1, no, 1), "eval_cases": (1, 1, no, 1)}
    assert found == {**expected, **added, **marked, "jobs": (1, 1, 1, no)}


def _app_url(database: Database) -> str:
    return sa.make_url(database.url).set(username="toney_app").render_as_string(False)


async def test_without_a_person_there_are_no_rows(db: Db, postgres_database: Database) -> None:
    await every_table.fill(db)
    for table in OWNED:
        count = f"SELECT count(*) FROM {table}"  # noqa: S608 - from the metadata
        assert _ask(_app_url(postgres_database), count) == [(0,)], table
        assert _ask(postgres_database.administrator_url, count) >= [(1,)], table


async def test_a_connection_forgets_its_person_between_two_units(
    db: Db, monkeypatch: pytest.MonkeyPatch, postgres_database: Database
) -> None:
    monkeypatch.setattr(engines, "POSTGRES_CONNECTIONS", 1)
    anna = await every_table.fill(db)
    small = Db(_app_url(postgres_database), system_url=postgres_database.url)
    for _ in range(5):
        async with small.system("test") as s:
            assert await _count(s, "wins", anna) == 1
        async with small.unit(anna) as s:
            assert await _count(s, "wins", anna) == 1
        async with small._engines[0].read.connect() as bare:
            who = await bare.execute(sa.text("SELECT current_user, (SELECT count(*) FROM wins)"))
            assert who.one() == ("toney_app", 0)
    await small.close()


async def test_every_table_is_forced_and_has_its_policies(postgres_database: Database) -> None:
    question = (
        "SELECT c.relname, c.relrowsecurity AND c.relforcerowsecurity,"
        " array(SELECT p.polname::text FROM pg_policy p WHERE p.polrelid = c.oid ORDER BY 1)"
        " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE c.relkind = 'r' AND n.nspname = 'public' AND c.relname <> 'alembic_version'"
    )
    rows = {
        name: (forced, policies)
        for name, forced, policies in _ask(postgres_database.administrator_url, question)
    }
    assert sorted(rows) == sorted(SQLModel.metadata.tables)
    assert all(forced for forced, _ in rows.values())
    owned = {"admin_read", "owner_only", "system_all"}
    assert all(owned <= set(rows[table][1]) for table in OWNED)
    assert {t: p for t, (_, p) in rows.items() if t in every_table.HOUSE} == HOUSE_POLICIES


def test_no_role_of_ours_owns_a_table_or_stands_above_the_policies(
    postgres_database: Database,
) -> None:
    roles = _ask(
        postgres_database.administrator_url,
        "SELECT rolname, rolsuper, rolbypassrls, rolcreaterole, rolinherit FROM pg_roles"
        " WHERE rolname = ANY(%s) ORDER BY 1",
        ["toney_admin", "toney_app", "toney_system"],
    )
    assert [role[:4] for role in roles] == [
        ("toney_admin", False, False, False),
        ("toney_app", False, False, False),
        ("toney_system", False, False, False),
    ]
    assert roles[1][4] is False, "an app role that inherits the system role sees everything"
    owners = _ask(
        postgres_database.administrator_url,
        "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'",
    )
    assert owners == [("toney_owner",)]


async def test_a_person_has_no_business_in_the_house(db: Db) -> None:
    async with db.unit(uuid4(), write=True) as s:
        for table in every_table.HOUSE:
            target = SQLModel.metadata.tables[table]
            expected = 0 if table in {"announcements", "roll_ups", "settings"} else "refused"
            assert await _try(s, sa.select(target)) == expected, table
            assert await _try(s, sa.delete(target)) == "refused", table


async def test_the_audit_trail_only_grows_and_only_what_is_old_can_be_pruned(
    db: Db, admin_db: Db
) -> None:
    entries = SQLModel.metadata.tables["audit_entries"]
    lately = datetime.now(UTC) - timedelta(days=29)
    async with db.system("test", write=True) as s:
        for at in (lately, lately - timedelta(days=2)):
            await audit.add(s, actor="admin", action="read", at=at)
    for who, removed in ((admin_db, "refused"), (db, 1)):
        async with who.system("test", write=True) as s:
            assert await _try(s, sa.update(entries).values(actor="nobody")) == "refused"
            assert await _try(s, sa.delete(entries)) == removed


async def test_one_login_that_may_become_our_roles_is_held_by_the_policies(
    db: Db, postgres_database: Database
) -> None:
    """A simple server: the superuser itself connects, and each unit takes its role."""
    anna, ben = await every_table.fill(db), await every_table.fill(db)
    single = Db(postgres_database.administrator_url)
    async with single.unit(ben) as s:
        assert await _count(s, "wins", anna) == 0
        assert await _count(s, "wins", ben) == 1
    async with single.system("test") as s:
        assert await _count(s, "wins", anna) == 1
    await single.close()


async def test_the_matrix_notices_a_table_without_policies(
    db: Db, postgres_database: Database
) -> None:
    """The positive control: weaken one table, and a stranger reaches into it."""
    anna, ben = await every_table.fill(db), await every_table.fill(db)
    with psycopg.connect(postgres_database.administrator_url, autocommit=True) as administrator:
        administrator.execute("ALTER TABLE wins DISABLE ROW LEVEL SECURITY")
        try:
            async with db.unit(ben) as s:
                assert await _count(s, "wins", anna) == 1
        finally:
            administrator.execute("ALTER TABLE wins ENABLE ROW LEVEL SECURITY")
    async with db.unit(ben) as s:
        assert await _count(s, "wins", anna) == 0
