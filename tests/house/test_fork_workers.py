"""Workers that are forked once all tests are collected (tests/support/fork_workers.py)."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support import fork_workers

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.journey,
    pytest.mark.skipif(not fork_workers.IS_POSSIBLE, reason="workers are forked on Linux"),
]

CONFTEST = """
from tests.support import fork_workers

pytest_addoption = fork_workers.add_option
pytest_cmdline_main = fork_workers.begin
"""
HANGS = """
import os
import threading

def test_first(tmp_path):
    (tmp_path.parents[1] / "first").write_text(os.environ["PYTEST_XDIST_WORKER"])

def test_hangs():
    print("now")
    threading.Event().wait()

def test_after_it(tmp_path):
    before = (tmp_path.parents[1] / "first").read_text()
    assert os.environ["PYTEST_XDIST_WORKER"] != before
"""
OTHERS = """
import warnings
import pytest

def test_fails():
    print("said before")
    assert 1 == 2

@pytest.mark.skip(reason="too early")
def test_waits(): ...

def test_warns():
    warnings.warn("listen", stacklevel=1)
"""


def run(folder: Path, *options: str) -> tuple[int, str]:
    (folder / "conftest.py").write_text(CONFTEST, "utf-8")
    (folder / "test_hanging.py").write_text(HANGS, "utf-8")
    (folder / "test_others.py").write_text(OTHERS, "utf-8")
    settings = ("faulthandler_timeout=1", "faulthandler_exit_on_timeout=true", "pythonpath=.")
    told = [part for setting in settings for part in ("-o", setting)]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "--rootdir", str(folder)]
    temporary = ["--basetemp", str(folder / "temporary"), "-c", "/dev/null"]
    run = subprocess.run(
        [*command, *temporary, *told, "--forks", "2", *options, str(folder)],
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return run.returncode, run.stdout


def test_a_worker_that_hangs_fails_its_test_and_another_one_goes_on(tmp_path: Path) -> None:
    code, said = run(tmp_path)
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "2 failed, 3 passed, 1 skipped, 1 warning" in said
    assert "died (exit code 1) in test_hanging.py::test_hangs" in said
    assert "in test_hangs" in said.split("FAILURES")[0], "where it hung"
    assert "said before" in said
    assert "listen" in said


def test_the_first_failure_ends_a_run_that_asks_for_it(tmp_path: Path) -> None:
    code, said = run(tmp_path, "-x", "--deselect", "test_hanging.py::test_hangs")
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "stopping after 1 failures" in said
