"""The supervisor: what it starts ends with it, however it ends (ADR 0008)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import httpx
import psutil
import pytest

from tests.support.polling import wait_until
from tests.support.supervised import gone, supervised

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.journey

END_SECONDS = 10.0
"""It takes two on a quiet machine; what hangs here would hang for 35 or 60."""
IN_THE_BACKGROUND = ("sh", "-c", 'trap "" INT HUP; exec "$@"', "sh")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_everything_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with supervised(tmp_path) as running:
        running.app_pid()
        family = running.family()
        assert running.end(number)[0] == 0
        assert running.has_stopped_cleanly
        assert gone(family)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_signals_count_even_when_they_are_inherited_as_ignored(
    tmp_path: Path, number: signal.Signals
) -> None:
    with supervised(tmp_path, through=IN_THE_BACKGROUND) as running:
        running.app_pid()
        assert running.end(number)[0] == 0
        assert running.has_stopped_cleanly


def test_ctrl_c_in_the_terminal_reaches_all_and_stops_all(tmp_path: Path) -> None:
    with supervised(tmp_path, own_terminal=True) as running:
        running.app_pid()
        family = running.family()
        assert {os.getpgid(process.pid) for process in family} == {running.process.pid}
        os.killpg(running.process.pid, signal.SIGINT)
        assert running.process.wait(timeout=10) == 0
        assert running.has_stopped_cleanly
        assert gone(family)


def test_a_second_ctrl_c_does_not_wait_for_a_slow_end(tmp_path: Path) -> None:
    with supervised(tmp_path, at_end="await asyncio.sleep(60)") as running:
        running.app_pid()
        family = running.family()
        running.process.send_signal(signal.SIGINT)
        wait_until(lambda: "again: stop at once" in running.said(), what="a word")
        assert running.end(signal.SIGINT)[0] == 0
        assert gone(family)


def test_a_killed_supervisor_leaves_nothing_running(tmp_path: Path) -> None:
    with supervised(tmp_path) as running:
        running.app_pid()
        family = running.family()
        running.process.kill()
        wait_until(lambda: gone(family), seconds=END_SECONDS, what="the app to end by itself")
        assert running.has_stopped_cleanly


def test_a_child_that_hangs_ends_with_its_supervisor_too(tmp_path: Path) -> None:
    with supervised(tmp_path, at_import="import time; time.sleep(60)") as running:
        wait_until(lambda: len(running.family()) == 2)
        family = running.family()
        running.process.kill()
        wait_until(lambda: gone(family), seconds=END_SECONDS + 0.5, what="the child to end")


def test_an_app_that_dies_is_started_again_and_nobody_is_turned_away(tmp_path: Path) -> None:
    with supervised(tmp_path) as running:
        first = running.app_pid()
        psutil.Process(first).kill()
        second = running.app_pid()
        assert second != first
        status, said = running.end(signal.SIGTERM)
        assert status == 0
        assert "tiny ended with status -9, starting it again" in said


def test_an_app_that_never_starts_is_given_up(tmp_path: Path) -> None:
    with supervised(tmp_path, at_import="raise SystemExit(7)") as running:
        status, said = running.end()
        assert status == 1
        assert said.count("tiny ended with status 7, starting it again") == 4
        assert "tiny ended 5 times in a row, giving up" in said


def test_a_refusal_is_said_once_without_a_traceback(tmp_path: Path) -> None:
    refusal = "raise ToneyError('process 42 already runs the engine')"
    with supervised(tmp_path, at_start=refusal) as running:
        status, said = running.end()
        assert status == 1
        assert said.count("process 42 already runs the engine") == 1
        assert "Traceback" not in said
        assert "starting it again" not in said


def test_an_open_stream_is_told_and_ends_before_the_server(tmp_path: Path) -> None:
    with supervised(tmp_path) as running:
        with httpx.stream("GET", f"{running.url}/stream", timeout=20) as answer:
            pieces = answer.iter_text()
            assert next(pieces) == "begun"
            began = time.monotonic()
            running.process.send_signal(signal.SIGTERM)
            assert "".join(pieces) == " and ended"
        assert running.process.wait(timeout=10) == 0
        assert time.monotonic() - began < END_SECONDS
        assert running.has_stopped_cleanly


def test_the_supervisor_is_light() -> None:
    code = "import sys, coaching.serving.supervisor; print(*sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"pydantic", "click", "sqlalchemy", "reflex", "uvicorn"} & set(found)
