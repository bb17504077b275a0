"""Builds the front end of an app when what it is made of has changed (ADR 0004)."""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.serving import frontend_lock
from coaching.serving.failures import BuildFailed
from coaching.serving.fingerprint import fingerprint
from coaching.serving.node import node_folder, registry
from coaching.serving.releases import PUBLIC, current_release, publish

if TYPE_CHECKING:
    from collections.abc import Callable, Generator


_ERROR = re.compile(r"\w*Error: .+")


def built(package: str, root: Path, *, say: Callable[[str], None] = print) -> Path:
    """Return the front end of a package as a release, built now if there is none."""
    release = current_release(package, root)
    if release is not None:
        return release
    with _one_builder(package, root):
        release = current_release(package, root)
        if release is None:
            say(f"Building the front end of {package} (half a minute the first time) …")
            release = build(package, root)
            if frontend_lock.are_behind(package, root):
                say(f"The packages of {package} have changed: `make locks` keeps their pins.")
    return release


def build(package: str, root: Path) -> Path:
    """Build the front end of a package and publish it; what is kept stays as it was."""
    before = fingerprint(package, root)
    frontend_lock.lay_out(package, root)
    index = root / f".web-{package}" / PUBLIC / "index.html"
    command = [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip"]
    done = subprocess.run(
        command,
        cwd=root,
        env=_environment(package, root),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0 or not index.exists():
        raise BuildFailed(_explain(package, root, done.stdout + done.stderr))
    # Named by what it began with: a source that changed meanwhile means: build again.
    return publish(package, root, before)


@contextmanager
def _one_builder(package: str, root: Path) -> Generator[None]:
    lock = root / ".toney-build" / f"{package}.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _environment(package: str, root: Path) -> dict[str, str]:
    """Environment for the build, without settings that could end up in it."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("REFLEX_", "TONEY_"))}
    node = node_folder(root)
    return kept | {
        "PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}",
        "NPM_CONFIG_REGISTRY": registry(node, root),
        "REFLEX_USE_NPM": "1",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "REFLEX_DIR": str(root / ".toney-build" / "reflex"),
        "TONEY_APP": package,
    }


def _explain(package: str, root: Path, output: str) -> str:
    log = root / ".toney-build" / f"{package}.log"
    log.write_text(output, "utf-8")
    errors = _ERROR.findall(output)
    what = errors[-1] if errors else "no error was named"
    return f"could not build the front end of {package}: {what} (all of it: {log})"


if __name__ == "__main__":
    for name in ("toney_app", "admin_app"):
        built(name, Path.cwd())
