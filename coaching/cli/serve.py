"""`toney serve`: everything that has to be true before the apps start, then the supervisor."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from coaching.cli import engine, first_admin, schema_check
from coaching.cli.switches import switches
from coaching.llm.price_file import price_table
from coaching.serving import data_folder
from coaching.serving.apps import FACE_NAMES, FaceName, face
from coaching.serving.failures import NotYet
from coaching.serving.frontend import built
from coaching.serving.port_binding import listen
from coaching.serving.process_environment import serving_environment
from coaching.serving.project import project_root
from coaching.serving.supervisor import Child
from coaching.settings import Settings, read_settings

if TYPE_CHECKING:
    import socket
    from pathlib import Path

    from coaching.serving.apps import Face


@click.command()
@click.option("--only", type=click.Choice(FACE_NAMES), help="Serve one of the two apps.")
def serve(only: FaceName | None) -> None:
    """Build what changed, migrate, and serve the app and the admin until Ctrl-C."""
    root = project_root()
    settings = read_settings()
    if settings.multi_instance:
        raise NotYet("this version runs as one process: leave MULTI_INSTANCE false")
    price_table(settings)  # a bad file is told here, in one line
    faces = [face(settings, name) for name in ((only,) if only else FACE_NAMES)]
    listeners = {this.name: _inheritable(listen(this)) for this in faces}
    if only != "admin":
        engine.require_none(settings)
    secrets = data_folder.prepare(settings)
    _bring_the_database_up_to_date(settings, root)
    children = [
        Child(this.name, this.package, listeners[this.name], str(_release(this, root)))
        for this in faces
    ]
    _introduce(settings, faces, first_admin.ensure(settings))
    _become_the_supervisor(children, serving_environment() | secrets.as_environment())


def _bring_the_database_up_to_date(settings: Settings, root: Path) -> None:
    if not schema_check.is_current(settings, root / "alembic" / "versions"):
        from coaching.cli import database  # noqa: PLC0415 - half a second that most starts save

        database.prepare(settings, click.echo)


def _inheritable(listener: socket.socket) -> int:
    listener.set_inheritable(True)
    return listener.detach()


def _release(this: Face, root: Path) -> Path:
    return built(this.package, root, say=click.echo)


def _introduce(settings: Settings, faces: list[Face], admin_password: str | None) -> None:
    lines = {this.name: this.url for this in faces} | switches(settings)
    if admin_password is not None:
        lines["password"] = f"{admin_password}   (of the admin `admin`, shown this once)"
    for name, value in lines.items():
        click.echo(f"{name:<8} {value}")


def _become_the_supervisor(children: list[Child], environment: dict[str, str]) -> None:
    """Replace this process: what was imported to prepare is not needed to watch."""
    sys.stdout.flush()
    module = ("-m", "coaching.serving.supervisor")
    arguments = [sys.executable, *module, *(str(child) for child in children)]
    os.execve(sys.executable, arguments, environment)
