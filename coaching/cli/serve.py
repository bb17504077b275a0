"""`toney serve`: everything that has to be true before the apps start, then the supervisor."""

from __future__ import annotations

import asyncio
import sys

import click

from coaching.serving.faces import FACE_NAMES, FaceName, face
from coaching.serving.frontend import build_if_changed
from coaching.serving.process_environment import child_environment
from coaching.serving.project import project_root
from coaching.serving.supervisor import Child, Supervisor, listen
from coaching.settings import Settings


@click.command()
@click.option("--only", type=click.Choice(FACE_NAMES), help="Serve one of the two apps.")
def serve(only: FaceName | None) -> None:
    """Build what changed, migrate, and serve the app and the admin until Ctrl-C."""
    settings = Settings()
    root = project_root()
    names = (only,) if only else FACE_NAMES
    children = [Child(this := face(settings, name), listen(this)) for name in names]
    for child in children:
        build_if_changed(child.face.package, root, say=click.echo)
        click.echo(f"{child.face.name:<6} {child.face.url}")
    sys.exit(asyncio.run(_supervise(children)))


async def _supervise(children: list[Child]) -> int:
    root = project_root()
    return await Supervisor(
        children, root=root, environment=child_environment, say=click.echo
    ).run()
