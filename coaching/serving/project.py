"""Path of the project: the apps are served from its folder."""

from __future__ import annotations

from pathlib import Path

from coaching.serving.failures import WrongFolder


def project_root() -> Path:
    """Return the project's folder, which has to be the current one."""
    root = Path.cwd()
    if not (root / "rxconfig.py").exists():
        raise WrongFolder("start this in Toney's folder, the one with rxconfig.py")
    return root
