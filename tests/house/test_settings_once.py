"""A process reads its settings once; everything else is handed them."""

from __future__ import annotations

import re

from scripts.lint.source import ROOT, tracked_files


def test_settings_are_built_by_read_settings_alone() -> None:
    ours = ("coaching/", "toney_app/", "admin_app/", "scripts/", "rxconfig.py")
    builders = [
        name
        for name in tracked_files()
        if name.startswith(ours)
        and name.endswith(".py")
        and re.search(r"\bSettings\(\)", (ROOT / name).read_text("utf-8"))
    ]
    assert builders == []
