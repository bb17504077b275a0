"""`toney doctor`: what would keep Toney from starting, found before it starts."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import click

from coaching.cli import database
from coaching.cli.switches import switches
from coaching.clock import SystemClock
from coaching.content.helplines import load_helplines
from coaching.errors import ToneyError
from coaching.repositories import engine_lock, migrations
from coaching.repositories.engines import is_postgres
from coaching.serving.data_folder import is_private
from coaching.serving.faces import FACE_NAMES, face
from coaching.serving.failures import MigrationDue, NoDataFolder, ServingError
from coaching.serving.listening import listen
from coaching.serving.node import node_folder
from coaching.serving.project import project_root
from coaching.serving.releases import current_release
from coaching.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable


CHECK_AGAIN_AFTER = timedelta(days=183)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    name: str
    is_good: bool
    says: str


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(*, as_json: bool) -> None:
    """Look for what would keep Toney from starting."""
    settings = Settings()
    findings = [_look(name, check, settings) for name, check in _CHECKS.items()]
    if as_json:
        found = [asdict(finding) for finding in findings]
        click.echo(json.dumps({"findings": found, "switches": switches(settings)}))
    else:
        for finding in findings:
            sign = "good" if finding.is_good else "BAD "
            click.echo(f"{sign}  {finding.name:<10} {finding.says}")
    sys.exit(0 if all(finding.is_good for finding in findings) else 1)


def _look(name: str, check: Callable[[Settings], str], settings: Settings) -> Finding:
    try:
        return Finding(name, is_good=True, says=check(settings))
    except (ServingError, ToneyError) as error:
        return Finding(name, is_good=False, says=str(error))


def _node(_settings: Settings) -> str:
    return str((node_folder(project_root()) / "node").resolve())


def _data(settings: Settings) -> str:
    folder = settings.data_dir
    if not folder.exists():
        return f"{folder} will be made"
    if not is_private(folder):
        raise NoDataFolder(f"others may look into {folder}; `toney serve` will close it")
    return str(folder)


def _database(settings: Settings) -> str:
    if not migrations.heads_differ(database.migration_url(settings)):
        return "at this version"
    if is_postgres(settings.database):
        raise MigrationDue("a migration is due: run `toney migrate`")
    return "will be made or migrated at the next start"


def _front_ends(_settings: Settings) -> str:
    root = project_root()
    stale = [p for p in ("toney_app", "admin_app") if current_release(p, root) is None]
    return f"{', '.join(stale)} will be built at the next start" if stale else "built"


def _ports(settings: Settings) -> str:
    pid = engine_lock.holder(settings.data_dir)
    if pid is not None:
        return f"in use by Toney itself (process {pid})"
    for name in FACE_NAMES:
        listen(face(settings, name)).close()
    return "free"


def _helplines(_settings: Settings) -> str:
    """Say when the numbers were checked last; they change, and nobody tells us."""
    checked = load_helplines().checked_on
    is_old = SystemClock().now().date() - checked > CHECK_AGAIN_AFTER
    again = "; check them again (docs/runbook.md)" if is_old else ""
    return f"checked on {checked.isoformat()}{again}"


_CHECKS: dict[str, Callable[[Settings], str]] = {
    "node": _node,
    "data": _data,
    "database": _database,
    "front ends": _front_ends,
    "ports": _ports,
    "helplines": _helplines,
}
