"""The data: its folder, the database and its roles, backups, keys."""

from __future__ import annotations

import asyncio
import os
import tempfile
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coaching.cli import database
from coaching.cli.checks.finding import Checks, Note, Unsafe
from coaching.cli.database_keys import plain_backups
from coaching.cli.rotation import unfinished
from coaching.clock import SystemClock
from coaching.domains.backups import service as backups
from coaching.repositories import migrations, sqlite_files
from coaching.repositories.engines import is_postgres, sqlite_file
from coaching.repositories.sqlite_files import connect
from coaching.services import key_check
from coaching.services.vault import Vault
from coaching.serving import data_folder
from coaching.serving.data_folder import is_private
from coaching.serving.failures import MigrationDue, NoDataFolder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.settings import Settings

TOO_OLD = timedelta(days=2)
SECONDS_APART = 5
_ROLE = (
    "SELECT current_user::text, r.rolsuper OR r.rolbypassrls, "
    "pg_has_role('toney_owner', 'MEMBER') OR EXISTS (SELECT FROM pg_tables t "
    "WHERE t.schemaname = current_schema() AND t.tableowner = current_user), "
    "pg_has_role('toney_system', 'MEMBER') OR pg_has_role('toney_admin', 'MEMBER'), "
    "abs(extract(epoch FROM clock_timestamp()) - %s) FROM pg_roles r WHERE rolname = current_user"
)


def _folder(settings: Settings) -> str:
    folder = settings.data_dir
    if not folder.exists():
        return Note(f"{folder} will be made")
    if not is_private(folder):
        raise NoDataFolder(f"others may look into {folder}; `toney serve` will close it")
    open_files = [file.name for file in folder.iterdir() if not is_private(file)]
    if open_files:
        raise NoDataFolder(f"others may read {', '.join(sorted(open_files))}: chmod 600 them")
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-") as file:
            file.write(b"can be written")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise NoDataFolder(f"can't write into {folder}: {error.strerror}") from error
    return str(folder)


def _database(settings: Settings) -> str:
    if not migrations.heads_differ(database.migration_url(settings)):
        return _whole(settings)
    if is_postgres(settings.database):
        raise MigrationDue("a migration is due: stop Toney and run `toney migrate`")
    return Note("will be made or migrated at the next start")


def _whole(settings: Settings) -> str:
    if is_postgres(settings.database):
        return "at this version"
    path = Path(sqlite_file(settings.database))
    with closing(connect(path, read_only=True)) as found:
        said = [row[0] for row in found.execute("PRAGMA quick_check(1)")]
    if said != ["ok"]:
        raise Unsafe(f"{path} is damaged ({said[0]}): `toney restore` a backup")
    return f"at this version, whole, {path.stat().st_size >> 20} MB"


def _roles(settings: Settings) -> str:
    if not is_postgres(settings.database):
        return "SQLite has none"
    user, is_above, is_owner, may_become, apart = _asked(settings.database)
    if is_above:
        raise Unsafe(f"{user} stands above row-level security: sign in as toney_app")
    if is_owner:
        raise Unsafe(f"{user} owns tables: DATABASE_URL should sign in as toney_app")
    if apart > SECONDS_APART:
        raise Unsafe(f"this machine and the database are {apart:.0f} s apart: set their clocks")
    if not settings.system_database_url:
        raise Unsafe("one login sees everybody: set SYSTEM_DATABASE_URL (docs/runbook.md)")
    if may_become:
        raise Unsafe(f"REVOKE toney_system, toney_admin FROM {user}: it can become them")
    _asked(settings.system_database_url)
    _asked(settings.admin_database_url or settings.database)
    if not settings.admin_database_url:
        raise Unsafe("set ADMIN_DATABASE_URL to the login toney_admin")
    return f"{user} sees one person's rows only"


def _asked(url: str) -> tuple[Any, ...]:
    import psycopg  # noqa: PLC0415 - its driver takes time and 6 MB

    try:
        with psycopg.connect(url, connect_timeout=5) as db:
            found = db.execute(_ROLE, [SystemClock().now().timestamp()]).fetchone()
    except psycopg.Error as error:
        raise Unsafe(f"the database refuses a login: {str(error).strip()}") from error
    return found or ()


def _encryption(settings: Settings) -> str:
    if not settings.data_dir.exists() or migrations.heads_differ(database.migration_url(settings)):
        return Note("keys are made at the next start")
    if (draft := unfinished(settings)) is not None:
        raise Unsafe(f"the key in {draft} isn't in use yet: `toney keys rotate` says what to do")
    known = data_folder.prepare(settings).encryption_keys.split(",")
    if not asyncio.run(_is_readable(settings, known)):
        raise Unsafe(
            f"the keys don't fit the database: put the old encryption_keys into "
            f"{settings.data_dir}; if they are lost: `toney keys rotate --forget`"
        )
    return f"the keys fit the database ({len(known)})"


async def _is_readable(settings: Settings, known: Sequence[str]) -> bool:
    async with database.opened(settings) as db, db.system("doctor") as s:
        return await key_check.is_readable(s, Vault(known))


def _backups(settings: Settings) -> str:
    if not settings.backups_kept:
        raise Unsafe("BACKUPS_KEPT=0: nothing is backed up; remove it, or back up yourself")
    now = SystemClock().now()
    made = backups.newest(settings.data_dir / "backups", now=now)
    if made is None:
        return Note("none yet: the first is made a quarter of an hour after the start")
    age = now - made
    if age > TOO_OLD:
        raise Unsafe(f"the newest is {age.days} days old: look for `backup_failed` in the log")
    return f"the newest is of {made:%Y-%m-%d %H:%M} UTC, {settings.backups_kept} are kept"


def _words(settings: Settings) -> str:
    """Whoever copies the disk or a backup reads what is not encrypted."""
    if is_postgres(settings.database):
        return Note("Toney doesn't encrypt PostgreSQL: encrypt its server's disk and backups")
    if not sqlite_files.key_in(settings):
        return Note("not encrypted: encrypt the disk, or set TONEY_DATABASE_KEY_FILE (runbook)")
    name = Path(settings.toney_database_key_file)
    if name.is_file() and not is_private(name):
        raise Unsafe(f"others may read {name}: chmod 600 {name}")
    if name.is_file() and settings.data_dir.resolve() in name.resolve().parents:
        raise Unsafe(f"{name} is beside what it encrypts: keep it on another disk")
    if plain := plain_backups(settings.data_dir / "backups"):
        raise Unsafe(
            f"{len(plain)} backups are not encrypted: `toney keys encrypt-database --delete-plain`"
        )
    return "encrypted, backups too"


CHECKS: Checks = {
    "data": _folder,
    "database": _database,
    "words": _words,
    "roles": _roles,
    "backups": _backups,
    "encryption": _encryption,
}
