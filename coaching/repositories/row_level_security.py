"""Row-level security as statements for migrations: one policy per role, forced on the owner too.

Migrations are history and call these functions, so their meaning never changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from coaching.errors import ToneyError
from coaching.repositories.db import ADMIN_ROLE, APP_ROLE, SYSTEM_ROLE

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.engine import Connection

ROLES = (APP_ROLE, SYSTEM_ROLE, ADMIN_ROLE)
_OWNER = "(SELECT nullif(current_setting('app.user_id', true), '')::uuid)"
_ALL = "SELECT, INSERT, UPDATE, DELETE"


class MissingRoles(ToneyError):
    """PostgreSQL does not know the roles that the policies are made for."""


def require_roles(connection: Connection, script: Path) -> None:
    """Refuse, with the command to type, when an administrator has not made the roles yet."""
    found = set(
        connection.execute(
            sa.text("SELECT rolname FROM pg_roles WHERE rolname = ANY(:roles)"),
            {"roles": list(ROLES)},
        ).scalars()
    )
    missing = [role for role in ROLES if role not in found]
    if missing:
        raise MissingRoles(
            f"PostgreSQL has no role {', '.join(missing)}; an administrator makes them once: "
            f"psql ADMINISTRATOR_URL -f {script}"
        )


def open_versions() -> str:
    """Return the grant that lets each role compare the database's version with the code's."""
    return f"GRANT SELECT ON alembic_version TO {', '.join(ROLES)}"


def protect_owned(table: str, *, owner: str = "user_id", admin_writes: bool = False) -> list[str]:
    """Return the statements for a table whose rows belong to people."""
    statements = [
        *_force(table),
        f"CREATE POLICY owner_only ON {table} FOR ALL TO {APP_ROLE} USING ({owner} = {_OWNER})",
        _policy(table, "system_all", SYSTEM_ROLE),
        _policy(table, "admin_read", ADMIN_ROLE, command="SELECT"),
        _grant(table, _ALL, APP_ROLE, SYSTEM_ROLE),
        _grant(table, "SELECT", ADMIN_ROLE),
    ]
    if admin_writes:
        statements += [
            f"CREATE POLICY admin_insert ON {table} FOR INSERT TO {ADMIN_ROLE} WITH CHECK (true)",
            _policy(table, "admin_update", ADMIN_ROLE, command="UPDATE"),
            _grant(table, "INSERT, UPDATE", ADMIN_ROLE),
        ]
    return statements


def protect_house(table: str, *, app: str = "", system: str = _ALL, admin: str = _ALL) -> list[str]:
    """Return the statements for a table of the house; each role gets the named commands."""
    statements = [*_force(table)]
    for role, name, commands in (
        (APP_ROLE, "app_some", app),
        (SYSTEM_ROLE, "system_all", system),
        (ADMIN_ROLE, "admin_some", admin),
    ):
        if commands:
            statements += [_policy(table, name, role), _grant(table, commands, role)]
    return statements


def _force(table: str) -> list[str]:
    return [
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
    ]


def _policy(table: str, name: str, role: str, *, command: str = "ALL") -> str:
    return f"CREATE POLICY {name} ON {table} FOR {command} TO {role} USING (true)"


def _grant(table: str, commands: str, *roles: str) -> str:
    return f"GRANT {commands} ON {table} TO {', '.join(roles)}"
