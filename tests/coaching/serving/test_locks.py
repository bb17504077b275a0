"""The list of front-end packages does not change by being built again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from coaching.serving.locks import settle

if TYPE_CHECKING:
    from pathlib import Path


def test_the_order_in_which_tools_write_it_does_not_matter(tmp_path: Path) -> None:
    working = tmp_path / ".web-app" / "package.json"
    kept = tmp_path / "frontend.lock" / "app" / "package.json"
    seen: set[str] = set()
    for listed in (
        {"name": "x", "dependencies": {"b": "1", "a": "2"}, "devDependencies": {}},
        {"devDependencies": {}, "dependencies": {"a": "2", "b": "1"}, "name": "x"},
    ):
        for file in (working, kept):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(listed))
        settle("app", tmp_path)
        assert working.read_text() == kept.read_text()
        seen.add(kept.read_text())
    assert len(seen) == 1
