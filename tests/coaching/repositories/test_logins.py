"""Two logins on PostgreSQL: the one of people's units can't become the other (ADR 0024)."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import psycopg
import pytest
import sqlalchemy as sa
from psycopg import sql
from sqlalchemy.exc import DBAPIError, ProgrammingError

from coaching.repositories import migrations
from coaching.repositories.db import Db
from tests.support import every_table

if TYPE_CHECKING:
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from tests.support.databases import Database


async def _wins(s: AsyncSession, owner: UUID) -> int:
    count = sa.text("SELECT count(*) FROM wins WHERE user_id = :owner")
    return (await (await s.connection()).execute(count, {"owner": owner})).scalar_one()


async def _is_refused(s: AsyncSession, statement: str) -> bool:
    connection = await s.connection()
    savepoint = await connection.begin_nested()
    try:
        await connection.execute(sa.text(statement))
    except ProgrammingError as error:
        return "permission denied" in str(error)
    else:
        return False
    finally:
        await savepoint.rollback()


def _login(database: Database, role: str, member_of: str) -> str:
    """Return the address of a login of a server that was set up today: it has one role only."""
    url = sa.make_url(database.administrator_url)
    name = sql.Identifier(f"toney_test_{role}")
    with psycopg.connect(database.administrator_url, autocommit=True) as administrator:
        administrator.execute("SELECT pg_advisory_lock(hashtext('toney tests'))")
        known = "SELECT FROM pg_roles WHERE rolname = %s"
        if administrator.execute(known, [f"toney_test_{role}"]).fetchone() is None:
            administrator.execute(sql.SQL("CREATE ROLE {} LOGIN NOINHERIT").format(name))
        grant = sql.SQL("GRANT {} TO {}").format(sql.Identifier(member_of), name)
        administrator.execute(grant)
        if url.password:
            change = sql.SQL("ALTER ROLE {} PASSWORD {}").format(name, sql.Literal(url.password))
            administrator.execute(change)
    return url.set(username=f"toney_test_{role}").render_as_string(hide_password=False)


def _legacy(database: Database) -> contextlib.ExitStack:
    """Take from `toney_app` what a server's roles of before still give it, until it is closed."""
    back = contextlib.ExitStack()
    member = "SELECT pg_has_role('toney_app', 'toney_system', 'MEMBER')"
    url = database.administrator_url
    administrator = back.enter_context(psycopg.connect(url, autocommit=True))
    if administrator.execute(member).fetchone() == (True,):
        administrator.execute("REVOKE toney_system, toney_admin FROM toney_app")
        back.callback(administrator.execute, "GRANT toney_system, toney_admin TO toney_app")
    return back


async def test_the_apps_login_cannot_become_the_system_or_the_admin(
    postgres_database: Database,
) -> None:
    single = Db(postgres_database.url)
    anna, ben = await every_table.fill(single), await every_table.fill(single)
    await single.close()
    app, legacy = _login(postgres_database, "app_only", "toney_app"), _legacy(postgres_database)
    two = Db(app, system_url=_login(postgres_database, "system_only", "toney_system"))
    try:
        async with two.unit(ben) as s:
            assert await _wins(s, anna) == 0
            assert await _wins(s, ben) == 1
            for role in ("toney_system", "toney_admin", "toney_owner", "postgres"):
                assert await _is_refused(s, f"SET ROLE {role}"), role
        async with two.system("test") as s:
            assert await _wins(s, anna) == 1
            assert await _is_refused(s, "SET ROLE toney_admin")
        alone = Db(app)
        with pytest.raises(DBAPIError, match="permission denied"):
            async with alone.system("test") as s:
                await _wins(s, anna)
        await alone.close()
    finally:
        await two.close()
        legacy.close()


def test_a_new_servers_roles_are_members_of_nothing() -> None:
    script = (migrations.scripts() / "roles.sql").read_text("utf-8")
    granted = [line for line in script.splitlines() if line.startswith("GRANT")]
    assert granted == ["GRANT toney_system TO toney_owner;"]
