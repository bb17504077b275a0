from __future__ import annotations

from typing import TYPE_CHECKING

import grimp
import pytest

from scripts.lint.run_time_contract import ProtectedAtRunTime

if TYPE_CHECKING:
    from pathlib import Path

AT_RUN_TIME = "from {box}.rows import Row"
FOR_TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {box}.rows import Row"


@pytest.mark.parametrize(
    ("code", "box", "kept"), [(AT_RUN_TIME, "box_run", False), (FOR_TYPES, "box_types", True)]
)
def test_only_an_import_at_run_time_breaks_it(
    *, code: str, box: str, kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / box
    folder.mkdir()
    files = {"__init__": "", "rows": "class Row: ...", "shelf": "", "other": code.format(box=box)}
    for name, text in files.items():
        (folder / f"{name}.py").write_text(f"{text}\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    contract = ProtectedAtRunTime(
        "Rows",
        session_options={},
        contract_options={
            "protected_modules": [f"{box}.rows"],
            "allowed_importers": [f"{box}.shelf"],
        },
    )
    graph = grimp.build_graph(box, cache_dir=None)

    assert contract.check(graph, verbose=False).kept is kept
