"""The list of front-end packages in one order: the tools write it in whichever they find."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def settle(package: str, root: Path) -> None:
    """Write the list alike where it is kept and where the build works, so that they stay equal."""
    working = root / f".web-{package}" / "package.json"
    kept = root / "frontend.lock" / package / "package.json"
    listed = json.loads(working.read_text("utf-8"))
    text = json.dumps(listed, indent=2, sort_keys=True) + "\n"
    for file in (working, kept):
        if file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")
