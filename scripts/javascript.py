"""`python -m scripts.javascript`: lint the page's JavaScript and run its unit tests.

Node comes from the wheel, and loads the modules that are generated from Python from a folder of
the build.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from coaching.serving.node import node_folder
from toney_app.js import GENERATED

ROOT = Path(__file__).parents[1]
LINTER = Path(sys.executable).parent / "oxlint"
LINTED = ("toney_app/js", "admin_app/js", "coaching/serving/js", "assets", "tests/toney_app/js")
TESTS = "tests/toney_app/js/*.test.js"
# A day that is read as midnight in UTC is the day before here.
WEST_OF_GREENWICH = "America/New_York"


def main() -> int:
    """Return 0 if the linter and all tests pass."""
    if run([LINTER, "--deny-warnings", *LINTED]):
        return 1
    node = node_folder(ROOT) / "node"
    environment = {"GENERATED_JS": str(written_by_python()), "TZ": WEST_OF_GREENWICH}
    return run([node, "--test", *sys.argv[1:], TESTS], **environment)


def written_by_python() -> Path:
    """Write the generated modules; return their folder."""
    folder = ROOT / ".toney-build" / "js"
    folder.mkdir(parents=True, exist_ok=True)
    for name, code in GENERATED.items():
        (folder / name).write_text(code(), "utf-8")
    return folder


def run(command: list[str | Path], **environment: str) -> int:
    return subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
