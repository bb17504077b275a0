"""Writes THIRD_PARTY.md from what is installed; run it after `make locks`."""

from __future__ import annotations

import json
import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([a-z0-9][\w.-]*)(?:\[[^]]*])?==(\S+)", re.MULTILINE)
_A_NAME = 60  # longer than this it is a licence's text, not its name
HEAD = """\
# Third-party packages

Each package keeps its own licence; the texts come with the packages. Written by
`python -m scripts.third_party`.

| package | version | licence |
| --- | --- | --- |
"""
FOOT = """
Fonts: Figtree and Newsreader, cut to what is used, under the SIL Open Font License 1.1; its texts
stand beside them in `assets/toney/fonts/`. Icons of the interface: Lucide (ISC).
"""


def main() -> None:
    pins = PIN.findall((ROOT / "requirements" / "encrypted.txt").read_text("utf-8"))
    rows = [*python_rows(pins), *node_rows()]
    table = "\n".join(f"| {name} | {version} | {licence} |" for name, version, licence in rows)
    (ROOT / "THIRD_PARTY.md").write_text(f"{HEAD}{table}\n{FOOT}", "utf-8")


def python_rows(pins: list[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield the Python packages that are installed here; others belong to other systems."""
    for name, version in pins:
        try:
            yield name, version, licence_of(distribution(name))
        except PackageNotFoundError:
            yield name, version, "see the package (not for this system)"


def licence_of(found: Distribution) -> str:
    """Return a licence in a few words."""
    meta = found.metadata.json
    said = str(meta.get("license_expression") or meta.get("license") or "").split("\n")[0].strip()
    if said and len(said) < _A_NAME:
        return said
    classifiers = [str(line) for line in meta.get("classifier", ()) if "License ::" in str(line)]
    return ", ".join(line.rsplit(" :: ", 1)[-1] for line in classifiers) or "see the package"


def node_rows() -> Iterator[tuple[str, str, str]]:
    """Yield the packages that the pages are made of (not what only builds them)."""
    wanted = {
        name
        for lock in (ROOT / "frontend.lock").glob("*/package.json")
        for name in json.loads(lock.read_text("utf-8"))["dependencies"]
    }
    for name in sorted(wanted):
        for web in sorted(ROOT.glob(".web-*")):
            manifest = web / "node_modules" / name / "package.json"
            if manifest.exists():
                found = json.loads(manifest.read_text("utf-8"))
                yield f"{name} (npm)", found["version"], found.get("license", "see the package")
                break


if __name__ == "__main__":
    main()
