"""The pins of the front-end packages: kept in `frontend.lock`, built with in a copy.

The framework writes its list back in the middle of a build, in an order and a form of its own. It
is given a copy, so that a build, finished or killed, leaves what is kept as it was; `make locks`
takes over what a build has resolved.
"""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WORKING = ".toney-build/locks"
LIST = "package.json"


def lay_out(package: str, root: Path) -> None:
    """Copy the committed lock files to the working folder, replacing the last build's."""
    working = root / WORKING / package
    shutil.rmtree(working, ignore_errors=True)
    shutil.copytree(_kept(package, root), working)


def take_over(package: str, root: Path) -> bool:
    """Keep what the last build resolved; return whether that changed anything."""
    changed = False
    for file in sorted((root / WORKING / package).iterdir()):
        kept, text = _kept(package, root) / file.name, _settled(file)
        if not kept.exists() or kept.read_text("utf-8") != text:
            kept.write_text(text, "utf-8")
            changed = True
    return changed


def are_behind(package: str, root: Path) -> bool:
    """Return True if the last build needed packages that aren't pinned yet."""
    working = root / WORKING / package / LIST
    if not working.exists():
        return False
    return _settled(working) != _settled(_kept(package, root) / LIST)


def _kept(package: str, root: Path) -> Path:
    return root / "frontend.lock" / package


def _settled(file: Path) -> str:
    """Return a list in one order: the tools write it in whichever they find."""
    text = file.read_text("utf-8")
    if file.name != LIST:
        return text
    return json.dumps(json.loads(text), indent=2, sort_keys=True) + "\n"
