"""Finished front ends, each in a folder named by what it was built from.

A release appears whole or not at all, and a server goes on with its own while a newer one is
built beside it.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from coaching.serving.fingerprint import fingerprint

if TYPE_CHECKING:
    from pathlib import Path

PUBLIC = "build/client"
_KEPT = 3


def current_release(package: str, root: Path) -> Path | None:
    """Return the release that belongs to the sources as they are, if it was built."""
    release = _folder(package, root) / fingerprint(package, root)
    if not release.is_dir():
        return None
    with suppress(OSError):  # the folder may be read-only, as in a container
        release.touch()
    return release


def publish(package: str, root: Path, built_from: str) -> Path:
    """Make a release of what the framework has just built; return it."""
    web = root / f".web-{package}"
    release = _folder(package, root) / built_from
    draft = release.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(web / PUBLIC, draft / PUBLIC)
    for beside in (web / "build").glob("*.json"):
        shutil.copy2(beside, draft / "build" / beside.name)
    if (web / "backend").is_dir():
        shutil.copytree(web / "backend", draft / "backend")
    shutil.rmtree(release, ignore_errors=True)
    draft.rename(release)
    _forget_old(release.parent)
    return release


def _folder(package: str, root: Path) -> Path:
    return root / ".toney-build" / package


def _forget_old(folder: Path) -> None:
    releases = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in releases[_KEPT:]:
        shutil.rmtree(old)
