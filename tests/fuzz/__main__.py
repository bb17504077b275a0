"""`make fuzz`: Schemathesis against a served Toney, on every route of the JSON API.

Schemathesis comes from an environment of its own (`--with`), so that it binds no version of ours.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from coaching.serving.frontend import built
from tests.support.served import ROOT, served_from_nothing

LIMITS = ("GUESTS_PER_ADDRESS_PER_DAY", "INTERACTIONS_PER_DAY", "MESSAGES_PER_MINUTE")
CONFIG = Path(__file__).with_name("schemathesis.toml")


def main() -> int:
    """Serve, ask, and return the exit status of Schemathesis: 0 when it finds nothing."""
    parser = argparse.ArgumentParser(description="Ask every route of the JSON API odd questions.")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--with", dest="command", default="schemathesis", help="its command")
    parser.add_argument("more", nargs="*", help="options of `schemathesis run`, after --")
    asked = parser.parse_args()
    built("toney_app", ROOT)
    with tempfile.TemporaryDirectory() as folder:
        settings = dict.fromkeys(LIMITS, "1000000")
        with served_from_nothing(Path(folder) / "data", "--only", "toney", **settings) as toney:
            return subprocess.run(
                _command(asked.command, toney.url, asked.minutes, asked.more),
                cwd=folder,
                env={**os.environ, "TONEY_FUZZED": toney.url, "PYTHONPATH": str(ROOT)},
                check=False,
            ).returncode


def _command(schemathesis: str, url: str, minutes: float, more: list[str]) -> list[str]:
    found = str(Path(schemathesis).resolve()) if os.sep in schemathesis else schemathesis
    # No `--checks all`: that would win over what the configuration says of a phase.
    schema, seconds = f"{url}/api/openapi.json", str(int(minutes * 60))
    how = ["--wait-for-schema", "60", "--max-time", seconds, *more]
    return [found, "--config-file", str(CONFIG), "run", schema, *how]


if __name__ == "__main__":
    sys.exit(main())
