"""`make test` runs a few journeys again that failed, and says so (scripts/check.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scripts import check

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NAMES = [f"tests/a.py::test_{name}[x]" for name in "abcdef"]


@pytest.fixture
def second_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let pytest note what it is asked for and end with a status."""
    monkeypatch.setattr(check, "BIN", tmp_path)
    monkeypatch.setattr(check, "ROOT", tmp_path)

    def ends_with(status: int) -> None:
        script = tmp_path / "pytest"
        script.write_text(f'#!/bin/sh\necho "$@" > asked\nexit {status}\n')
        script.chmod(0o755)

    return ends_with


def run(step: str, *failed: str) -> check.Checks:
    """Run a step in which these tests fail."""
    lines = "\\n".join(f"FAILED {name} - AssertionError: no" for name in failed)
    checks = check.Checks({"PATH": "/bin:/usr/bin"})
    checks.pass_steps({step: ["sh", "-c", f'printf "{lines}\\n"; exit 1']})
    return checks


def test_a_journey_that_passes_when_it_runs_again_is_named(
    second_run: Callable[[int], None], tmp_path: Path
) -> None:
    second_run(0)
    checks = run("journeys", NAMES[0], NAMES[1])
    assert (checks.failed, checks.unsteady) == ("", NAMES[:2])
    assert (tmp_path / "asked").read_text().split()[-2:] == NAMES[:2]
    assert any(line.startswith("once more") for line in checks.results)


@pytest.mark.parametrize(
    ("step", "failed", "status"),
    [
        ("journeys", NAMES[:1], 1),
        ("journeys", NAMES, 0),
        ("journeys", [], 0),
        ("tests", NAMES[:1], 0),
    ],
    ids=["fails-again", "too-many", "no-test-is-named", "only-journeys"],
)
def test_everything_else_stays_failed(
    second_run: Callable[[int], None], step: str, failed: list[str], status: int
) -> None:
    second_run(status)
    checks = run(step, *failed)
    assert (checks.failed, checks.unsteady) == (step, [])
