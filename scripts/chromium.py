"""The browser of the journeys: named, found, or installed where that is ours to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

# The headless shell is chromium without windows: a page costs it half of the processor time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
INSTALL = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]


def chromium() -> str:
    """Return a chromium or end with the one command that gets it."""
    found = os.environ.get("CHROMIUM") or _on_the_path()
    if not found and _may_install():
        print("No chromium here: installing the package.", flush=True)
        subprocess.run([*_as_root(), *INSTALL], check=False)
        found = _on_the_path()
    if not found:
        sys.exit(f"The browser tests need chromium: sudo {' '.join(INSTALL)}   (or set CHROMIUM)")
    return found


def _on_the_path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _may_install() -> bool:
    if shutil.which("apt-get") is None:
        return False
    asks_nothing = [*_as_root(), "true"]
    return subprocess.run(asks_nothing, capture_output=True, check=False).returncode == 0


def _as_root() -> list[str]:
    if os.geteuid() == 0:
        return ["env"]
    return ["sudo", "--non-interactive"] if shutil.which("sudo") else ["false"]
