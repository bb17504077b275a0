"""`make test`: run every check of this project; the first failure ends the run.

`--lint` (`make lint`) runs only what reads the code; with `--only admin` the format, the lint and
the types of that app and the engine. `--quick` (`make quick`) runs the quick tests too, but none on
PostgreSQL and none with the marker `slow`.

Only journeys get a second chance: a few that failed run once more, one after the other. What
passed only then is named at the end of the run.

Everything runs at the same time. What reads the code fails within seconds; journeys wait half of
their time, for browsers and servers. What is `PATIENT` runs meanwhile, with a low priority, so that
it doesn't slow them down.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock
from typing import TYPE_CHECKING

from scripts.chromium import chromium

if TYPE_CHECKING:
    from collections.abc import Generator

ROOT = Path(__file__).parent.parent
BIN = ROOT / ".venv" / "bin"
READ = (*sorted(ROOT.glob("*.md")), "docs", "coaching/prompts", "coaching/content/locales")
PYTEST_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$")
PYTEST_SUMMARY = re.compile(r"^(?:=+ )?(\d+ (?:passed|failed|error)[^=]*)")

BUILD = (
    "from pathlib import Path; from coaching.serving.frontend import built; "
    "[built(app, Path.cwd()) for app in ('toney_app', 'admin_app')]"
)

Command = list[str | Path]

# What the step of that name does.
HOUSE_RULES = "tests/house/test_lint_rules.py::test_the_project_keeps_its_own_rules"


def workers(count: int) -> list[str]:
    """Return pytest's options for so many workers; the tests of a file stay in one of them.

    On Linux they are forked from the process that has collected the tests (tests/support/
    fork_workers.py): collecting them takes a worker of its own sixteen seconds of a core.
    """
    if sys.platform == "linux":
        return ["--forks", str(count)]
    return ["-n", str(count), "--dist", "loadfile", "--no-loadscope-reorder"]


# As many workers as cores.
QUICK = [*workers(2), "-m", "not journey and not live", "--deselect", HOUSE_RULES]
# More than the two cores, because journeys wait for browsers and servers; but each worker starts
# its own. The tests of a file share servers. The order is that of tests/conftest.py.
JOURNEYS = [*workers(3), "-m", "journey"]
WITH_JOURNEYS = [
    path
    for path in sorted((ROOT / "tests").rglob("test_*.py"))
    if "mark.journey" in path.read_text("utf-8")
]
AGAIN = ["-n", "0", "-m", "journey"]
# So many at once are no accident.
MOST_AGAIN = 5

READ_THE_CODE: dict[str, Command] = {
    "format": [BIN / "ruff", "format", "--check", "--quiet"],
    "lint": [BIN / "ruff", "check", "--quiet"],
    "spelling": [BIN / "codespell", *READ],
    "house rules": [BIN / "python", "-m", "scripts.lint"],
    "layers": [BIN / "lint-imports", "--no-logo"],
    "javascript": [BIN / "python", "-m", "scripts.javascript"],
    "types": [BIN / "pyrefly", "check"],
}
RUN_THE_CODE: dict[str, Command] = {
    "front ends": [BIN / "python", "-c", BUILD],
    "tests": [BIN / "pytest", "-q", *QUICK],
    "journeys": [BIN / "pytest", "-q", *JOURNEYS, *WITH_JOURNEYS],
}
QUICK_TESTS: dict[str, Command] = {"tests": [*RUN_THE_CODE["tests"], "--quick"]}
# Both of the first link to Node, and need only one core.
AFTER = {"front ends": "javascript", "journeys": "front ends"}
LIVE = "journeys"
PATIENT = {"tests": 10}
"""The niceness of the steps that give way to the others, 0 to 19."""

MEMORY = Path("/dev/shm")  # noqa: S108 - what is made there has a name that nobody can foresee
ROOM_BYTES = 1 << 30
"""How much has to be free there, many times what the tests have there at a time."""


@dataclass
class Checks:
    """The steps that are running, and a line for each one that has ended."""

    environment: dict[str, str]
    running: set[subprocess.Popen[str]] = field(default_factory=set[subprocess.Popen[str]])
    results: list[str] = field(default_factory=list[str])
    failed: str = ""
    unsteady: list[str] = field(default_factory=list[str])
    lock: Lock = field(default_factory=Lock)

    def pass_steps(self, steps: dict[str, Command], *, at_once: int | None = None) -> bool:
        """Run steps, `at_once` or all of them at a time; return whether all of them passed."""
        ended = {name: Event() for name in steps}

        def run(name: str, command: Command) -> None:
            try:
                if (before := AFTER.get(name)) in ended:
                    ended[before].wait()
                self._run(name, command, live=len(steps) == 1 or name == LIVE)
            finally:
                ended[name].set()

        with ThreadPoolExecutor(max_workers=at_once or len(steps)) as pool:
            runs = [pool.submit(run, *step) for step in steps.items()]
        for ended_run in runs:
            ended_run.result()
        return not self.failed

    def stop(self) -> None:
        """End the steps that are still running, with every process they started."""
        for process in self.running:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)

    def _run(self, name: str, command: Command, *, live: bool) -> None:
        """Run one step; its output is printed live, or at its end when others run beside it."""
        began = time.monotonic()
        with self.lock:
            if self.failed:
                return
            process = self._started(command, PATIENT.get(name, 0))
        if live:
            print(f"── {name}", flush=True)
        output: list[str] = []
        with process:
            for line in process.stdout or ():
                output.append(line)
                if live:
                    print(line, end="", flush=True)
        with self.lock:
            self.running.discard(process)
            if self.failed:
                return
            if not live:
                print(f"── {name}", "".join(output), sep="\n", end="")
            took = f"{time.monotonic() - began:.1f} s"
            print(f"   {took}", flush=True)
            self.results.append(f"{name:12} {took:>8}  {_summary(output)}".rstrip())
        if process.returncode != 0 and not (
            name == "journeys" and self._pass_again(_failed(output))
        ):
            with self.lock:
                self.failed = name
                self.stop()

    def _pass_again(self, tests: list[str]) -> bool:
        """Run the journeys that failed once more; return whether all of them passed."""
        if not 0 < len(tests) <= MOST_AGAIN:
            return False
        self._run("once more", [BIN / "pytest", "-q", *AGAIN, *tests], live=True)
        self.unsteady = [] if self.failed else tests
        return not self.failed

    def _started(self, command: Command, niceness: int) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            ["nice", "-n", str(niceness), *command],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        # Where Linux shares the cores out by session, a process's niceness counts only within it.
        with suppress(OSError):
            Path(f"/proc/{process.pid}/autogroup").write_text(str(niceness), "ascii")
        self.running.add(process)
        return process


@contextmanager
def temporary_files(memory: Path = MEMORY) -> Generator[dict[str, str]]:
    """Return the settings that put temporary files into memory, if there is room for them.

    A test on SQLite takes a tenth less processor time there than on a disk. Some tests run what
    they wrote, so it has to be allowed; whoever named a folder has chosen.
    """
    if os.environ.get("TMPDIR") or not _has_room(memory):
        yield {}
        return
    with TemporaryDirectory("", "toney-checks-", memory, ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # the tests' PostgreSQL is another user
        yield {"TMPDIR": folder}


def _has_room(memory: Path) -> bool:
    if not os.access(memory, os.W_OK):
        return False
    there = os.statvfs(memory)
    return there.f_bavail * there.f_frsize >= ROOM_BYTES and not there.f_flag & os.ST_NOEXEC


def _summary(output: list[str]) -> str:
    """Return pytest's last line, without its frame."""
    matches = (PYTEST_SUMMARY.match(line) for line in reversed(output))
    return next((match[1].strip() for match in matches if match), "")


def _failed(output: list[str]) -> list[str]:
    """Return the tests that pytest's short summary names as failed."""
    matches = (PYTEST_FAILED.match(line.rstrip()) for line in output)
    return list(dict.fromkeys(match[1] for match in matches if match))


def lint_steps(only: str | None) -> dict[str, Command]:
    """Return the steps that read the code; `only` narrows three of them to one app."""
    read = [ROOT / "coaching", ROOT / f"{only}_app"] if only else []
    return {
        name: [*command, *read] if name in {"format", "lint", "types"} else command
        for name, command in READ_THE_CODE.items()
        if name != "javascript" or only != "admin"
    }


def main() -> int:
    """Run all steps and print what each of them took."""
    parser = argparse.ArgumentParser(description="Run the checks of this project.")
    parser.add_argument("--lint", action="store_true", help="only what reads the code")
    parser.add_argument("--quick", action="store_true", help="and the quick tests on SQLite")
    parser.add_argument("--only", choices=("toney", "admin"), help="with --lint: one of the apps")
    wish = parser.parse_args()
    began = time.monotonic()
    environment = {
        "CHROMIUM": "" if wish.lint or wish.quick else chromium(),
        "PYTHONUNBUFFERED": "1",
        # Half of what a worker needs to begin is compiling, so what it compiled is kept. Beside
        # the sources: with another place, what pip has compiled would be compiled again.
        "PYTHONDONTWRITEBYTECODE": "",
    }
    with temporary_files() as place:
        checks = Checks(os.environ | environment | place)
        try:
            if wish.lint:
                passed = checks.pass_steps(lint_steps(wish.only), at_once=os.cpu_count())
            else:
                run = QUICK_TESTS if wish.quick else RUN_THE_CODE
                passed = checks.pass_steps(READ_THE_CODE | run)
        finally:
            checks.stop()
    print("──", *checks.results, sep="\n")
    if not passed:
        name = "make lint" if wish.lint else "make quick" if wish.quick else "make test"
        print(f"{name}: {checks.failed} failed", file=sys.stderr)
        return 1
    print(f"All of it holds ({time.monotonic() - began:.0f} s).")
    for test in checks.unsteady:
        print(f"UNSTEADY: {test} failed and passed only when it ran again. Please fix it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
