"""A PostgreSQL server for the tests: named, found on localhost, or made for this run."""

from __future__ import annotations

import getpass
import hashlib
import os
import shutil
import socket
import subprocess
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
from psycopg import sql
from sqlalchemy import make_url

from coaching.repositories import migrations

if TYPE_CHECKING:
    from collections.abc import Generator

_HERE = hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]
_PREFIX = f"toney_test_{_HERE}"
_UNPRIVILEGED = "nobody"
SINGLE = "toney_test_single"
"""One login that may become each of our roles, as on a simple server."""
_SINGLE_LOGIN = (
    "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'toney_test_single') THEN "
    "CREATE ROLE toney_test_single LOGIN; END IF; END $$;"
    "GRANT toney_app, toney_system, toney_admin TO toney_test_single"
)


@dataclass(frozen=True)
class Server:
    """A server and the address of its superuser."""

    administrator: str

    def url(self, database: str, *, role: str | None = None) -> str:
        """Return the address of a database, for a role of ours or for the superuser."""
        url = make_url(self.administrator).set(database=database)
        if role is not None:
            url = url.set(username=role)
        return url.render_as_string(hide_password=False)

    def run(self, *statements: str, database: str = "postgres") -> None:
        """Run statements as the superuser, each in its own transaction."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    @contextmanager
    def database(self, name: str) -> Generator[str]:
        """Make an empty database that belongs to the owner role, and drop it at the end."""
        name = f"{_PREFIX}_{os.getpid()}_{name}"
        self.run(
            f"DROP DATABASE IF EXISTS {name} WITH (FORCE)",
            f"CREATE DATABASE {name} OWNER toney_owner",
            f"ALTER DATABASE {name} SET synchronous_commit = off",  # no test pulls the plug
            # As Toney's own connections have it: compiling a check takes longer than running it.
            f"ALTER DATABASE {name} SET jit = off",
        )
        try:
            yield name
        finally:
            self.run(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def server() -> Generator[Server | None]:
    """Yield a server with our roles, or None when this machine has none."""
    named = os.environ.get("TEST_POSTGRES_URL")
    if named:
        yield _prepared(Server(make_url(named).render_as_string(hide_password=False)))
        return
    found = _on_localhost()
    if found is not None:
        yield _prepared(found)
        return
    binaries = _binaries()
    if binaries is None:
        yield None
        return
    with _throw_away(binaries) as made:
        yield _prepared(made)


def _prepared(found: Server) -> Server:
    roles = (migrations.scripts() / "roles.sql").read_text(encoding="utf-8")
    password = make_url(found.administrator).password
    with psycopg.connect(found.administrator, autocommit=True) as connection:
        # Roles belong to the whole server: two workers at once would step on each other.
        connection.execute("SELECT pg_advisory_lock(hashtext('toney tests'))")
        connection.execute(roles.encode())
        connection.execute(_SINGLE_LOGIN)
        if password:
            for role in ("toney_owner", "toney_app", "toney_system", "toney_admin", SINGLE):
                change = sql.SQL("ALTER ROLE {} PASSWORD {}")
                connection.execute(change.format(sql.Identifier(role), sql.Literal(password)))
        rows = connection.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", (_PREFIX,)
        )
        for (name,) in rows.fetchall():
            if not _is_running(int(name.removeprefix(_PREFIX).split("_")[1])):
                connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
    return found


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _on_localhost() -> Server | None:
    for user in (getpass.getuser(), "postgres"):
        url = f"postgresql://{user}@localhost/postgres"
        try:
            with psycopg.connect(url, connect_timeout=2) as connection:
                row = connection.execute(
                    "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"
                ).fetchone()
        except psycopg.OperationalError:
            continue
        if row and row[0]:
            return Server(url)
    return None


def _binaries() -> Path | None:
    found = shutil.which("initdb")
    if found and (Path(found).resolve().parent / "pg_ctl").exists():
        return Path(found).resolve().parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return installed[-1].parent if installed else None


@contextmanager
def _throw_away(binaries: Path) -> Generator[Server]:
    user = _UNPRIVILEGED if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="toney-pg-"))
    if user is not None:
        shutil.chown(folder, user)
    port = _free_port()
    settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    data = str(folder / "data")

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [str(binaries / program), "-D", data, *arguments],
            check=True,
            cwd=folder,
            user=user,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    try:
        run("initdb", "-U", "owner", "--auth=trust", "-E", "UTF8", "--no-sync")
        run("pg_ctl", "-w", "-o", settings, "-l", str(folder / "log"), "start")
        try:
            yield Server(f"postgresql://owner@127.0.0.1:{port}/postgres")
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
