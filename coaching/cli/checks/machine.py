"""The machine: Node, ports, builds, room on the disk, the clock."""

from __future__ import annotations

import shutil
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.cli.checks.finding import Checks, Note, Unsafe
from coaching.clock import SystemClock
from coaching.content.helplines import load_helplines
from coaching.repositories import engine_lock
from coaching.serving.apps import FACE_NAMES, face
from coaching.serving.node import node_folder
from coaching.serving.port_binding import listen
from coaching.serving.project import project_root
from coaching.serving.releases import current_release

if TYPE_CHECKING:
    from coaching.settings import Settings

CHECK_AGAIN_AFTER = timedelta(days=183)
MEGABYTE = 1 << 20
LITTLE, TOO_LITTLE = 2048, 256
"""Megabytes: a backup and a build take some hundred."""


def _node(_settings: Settings) -> str:
    return str((node_folder(project_root()) / "node").resolve())


def _front_ends(_settings: Settings) -> str:
    root = project_root()
    stale = [p for p in ("toney_app", "admin_app") if current_release(p, root) is None]
    return Note(f"{', '.join(stale)} will be built at the next start") if stale else "built"


def _ports(settings: Settings) -> str:
    pid = engine_lock.holder(settings.data_dir)
    if pid is not None:
        return f"in use by Toney itself (process {pid})"
    for name in FACE_NAMES:
        listen(face(settings, name)).close()
    return "free"


def _space(settings: Settings) -> str:
    folder = settings.data_dir
    there = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(there).free // MEGABYTE
    if free < TOO_LITTLE:
        raise Unsafe(f"{free} MB free for {folder}: nothing can be saved soon; make room")
    return Note(f"{free} MB free for {folder}: make room") if free < LITTLE else f"{free} MB free"


def _clock(settings: Settings) -> str:
    if settings.test_clock_file:
        raise Unsafe("TEST_CLOCK_FILE shifts the time: it is for tests, remove it")
    now = SystemClock().now()
    if now.date() < load_helplines().checked_on:
        raise Unsafe(f"the machine says it is {now:%Y-%m-%d}, which is past: set its clock")
    return f"{now:%Y-%m-%d %H:%M} UTC"


def _helplines(_settings: Settings) -> str:
    """Say when the numbers were checked last; they change, and nobody tells us."""
    checked = load_helplines().checked_on
    is_old = SystemClock().now().date() - checked > CHECK_AGAIN_AFTER
    says = f"checked on {checked.isoformat()}"
    return Note(f"{says}; check them again (docs/runbook.md)") if is_old else says


CHECKS: Checks = {
    "node": _node,
    "front ends": _front_ends,
    "ports": _ports,
    "space": _space,
    "clock": _clock,
    "helplines": _helplines,
}
