"""Builds the front end of an app, when what it is made of has changed."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from coaching.serving.failures import BuildFailed
from coaching.serving.node import node_folder, registry
from coaching.serving.stamp import fingerprint, is_current, stamp_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def build_if_changed(package: str, root: Path, *, say: Callable[[str], None] = print) -> bool:
    """Build the front end of a package unless it is current; return whether it was built."""
    if is_current(package, root):
        return False
    say(f"Building the front end of {package} (about half a minute the first time) …")
    build(package, root)
    return True


def build(package: str, root: Path) -> None:
    """Build the front end of a package and stamp it, the stamp last."""
    stamp = stamp_file(package, root)
    stamp.unlink(missing_ok=True)
    built_from = fingerprint(package, root)
    command = [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip"]
    done = subprocess.run(
        command,
        cwd=root,
        env=_environment(package, root),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0 or not (stamp.parent / "client" / "index.html").exists():
        raise BuildFailed(f"{package}: {_last_lines(done.stdout + done.stderr)}")
    # The build may have written the locks; a source that changed meanwhile means: build again.
    locks = fingerprint(package, root).locks
    stamp.write_text(str(dataclasses.replace(built_from, locks=locks)), "utf-8")


def _environment(package: str, root: Path) -> dict[str, str]:
    """The build sees no setting of ours or of the framework that could leave a trace in it."""
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


def _last_lines(output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()]
    return "\n".join(lines[-20:]) or "the build said nothing"
