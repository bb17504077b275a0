"""`make test`: what has to be true of this project, step by step; the first failure ends it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from scripts.chromium import chromium

ROOT = Path(__file__).parent.parent
BIN = ROOT / ".venv" / "bin"
BUILD = (
    "from pathlib import Path; from coaching.serving.frontend import built; "
    "[built(app, Path.cwd()) for app in ('toney_app', 'admin_app')]"
)

READ = (*sorted(ROOT.glob("*.md")), "docs", "coaching/prompts", "coaching/content/locales")

STEPS: dict[str, list[str | Path]] = {
    "format": [BIN / "ruff", "format", "--check", "--quiet"],
    "lint": [BIN / "ruff", "check", "--quiet"],
    "spelling": [BIN / "codespell", *READ],
    "house rules": [BIN / "python", "-m", "scripts.lint"],
    "layers": [BIN / "lint-imports", "--no-logo"],
    "types": [BIN / "basedpyright"],
    "front ends": [BIN / "python", "-c", BUILD],
    "tests": [BIN / "pytest", "-q", "-n", "auto", "-m", "not journey and not live"],
    "journeys": [BIN / "pytest", "-q", "-n", "2", "--dist", "loadfile", "-m", "journey"],
}


def main() -> int:
    began = time.monotonic()
    environment = os.environ | {
        "CHROMIUM": chromium(),
        "PYTHONUNBUFFERED": "1",
        # Half of what a worker needs to begin is compiling; what it compiled is kept, out of sight.
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(ROOT / ".venv" / "bytecode"),
    }
    for name, command in STEPS.items():
        started = time.monotonic()
        print(f"── {name}", flush=True)
        status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        if status != 0:
            print(f"make test: {name} failed", file=sys.stderr)
            return status
        print(f"   {time.monotonic() - started:.1f} s", flush=True)
    print(f"All of it holds ({time.monotonic() - began:.0f} s).")
    return 0


if __name__ == "__main__":
    sys.exit(main())
