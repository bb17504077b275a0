"""`make lint` reads the project or one app; the steps write into memory (scripts/check.py)."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from scripts import check
from scripts.check import ROOT, lint_steps, temporary_files


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


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that stands for the memory and has room."""
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.setattr(check, "ROOM_BYTES", 0)
    return tmp_path


def test_the_steps_find_a_folder_in_memory_that_is_gone_afterwards(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with temporary_files(memory) as place:
        folder = Path(place["TMPDIR"])
        assert folder.parent == memory
        assert folder.stat().st_mode & 0o777 == 0o755
        monkeypatch.setenv("TMPDIR", str(folder))
        monkeypatch.setattr(tempfile, "tempdir", None)
        assert tempfile.gettempdir() == str(folder)
        (folder / "left").touch()
    assert list(memory.iterdir()) == []


def test_whoever_names_a_folder_keeps_it(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/somewhere")
    with temporary_files(memory) as place:
        assert place == {}


@pytest.mark.parametrize(("free", "flag"), [((1 << 30) - 1, 0), (1 << 40, os.ST_NOEXEC)])
def test_where_there_is_no_room_or_nothing_may_run_all_is_as_before(
    memory: Path, monkeypatch: pytest.MonkeyPatch, free: int, flag: int
) -> None:
    monkeypatch.setattr(check, "ROOM_BYTES", 1 << 30)
    there = SimpleNamespace(f_bavail=free, f_frsize=1, f_flag=flag)
    monkeypatch.setattr(os, "statvfs", lambda _: there)
    with temporary_files(memory) as place:
        assert place == {}
    with temporary_files(memory / "not there") as place:
        assert place == {}
