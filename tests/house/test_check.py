"""`make lint` reads the whole project or one app (scripts/check.py)."""

from __future__ import annotations

from pathlib import Path

from scripts.check import ROOT, lint_steps


def read_by(step: str, only: str | None) -> list[str]:
    parts = [part for part in lint_steps(only)[step] if isinstance(part, Path)]
    return [part.name for part in parts if part.parent == ROOT]


def test_the_lint_of_one_app_leaves_the_other_one_alone() -> None:
    for step in ("format", "lint", "types"):
        assert read_by(step, None) == []
        assert read_by(step, "toney") == ["coaching", "toney_app"]
        assert read_by(step, "admin") == ["coaching", "admin_app"]
    assert "javascript" in lint_steps("toney")
    assert "javascript" not in lint_steps("admin")
