from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from scripts.lint.source import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CONTRACT = """
[importlinter]
root_package = box
contract_types =
    protected_at_run_time: scripts.lint.run_time_contract.ProtectedAtRunTime

[importlinter:contract:rows]
name = Rows
type = protected_at_run_time
protected_modules = box.rows
allowed_importers = box.shelf
"""


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("from box.rows import Row", False),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from box.rows import Row", True),
    ],
)
def test_only_an_import_at_run_time_breaks_it(code: str, kept: bool, tmp_path: Path) -> None:
    box = tmp_path / "box"
    box.mkdir()
    for name, text in {
        "__init__": "",
        "rows": "class Row: ...",
        "shelf": "",
        "other": code,
    }.items():
        (box / f"{name}.py").write_text(f"{text}\n", "utf-8")
    (tmp_path / ".importlinter").write_text(CONTRACT, "utf-8")

    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as run; run()",
            "--no-cache",
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ran.returncode == 0) is kept, ran.stdout + ran.stderr
    assert "Rows KEPT" in ran.stdout if kept else "Rows BROKEN" in ran.stdout
