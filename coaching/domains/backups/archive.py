"""The file of a backup: a ZIP with a manifest and the database, each part with its checksum.

It is written beside its place and renamed when it is whole, so a file with its name is a backup.
"""

from __future__ import annotations

import json
import os
import zlib
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, cast
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from coaching.errors import ToneyError

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

Kind = Literal["sqlite", "postgresql"]
FORMAT = 1
MANIFEST = "manifest.json"
_FAST = 1
_PRIVATE = 0o600


class BrokenBackup(ToneyError):
    """The file is no backup, or it is damaged."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds: the version of its tables and the rows of each."""

    kind: Kind
    made_at: str
    revision: str
    rows: dict[str, int]
    format: int = FORMAT


@contextmanager
def writing(target: Path) -> Generator[ZipFile]:
    """Yield a file that only its owner may read, and give it its name when it is whole."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, _PRIVATE)
    try:
        with os.fdopen(descriptor, "w+b") as stream:
            with ZipFile(stream, "w", ZIP_DEFLATED, compresslevel=_FAST) as archive:
                yield archive
            stream.flush()
            os.fsync(stream.fileno())
        check(draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def write_manifest(archive: ZipFile, manifest: Manifest) -> None:
    """Write the manifest; the last thing that is written."""
    archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))


def read_manifest(file: Path) -> Manifest:
    """Return what a backup says about itself."""
    try:
        with ZipFile(file) as archive:
            found = cast("dict[str, Any]", json.loads(archive.read(MANIFEST)))
    except (BadZipFile, zlib.error, KeyError, ValueError) as error:
        raise BrokenBackup(f"{file} is not a backup of Toney, or it is damaged") from error
    if found.get("format") != FORMAT or found.get("kind") not in {"sqlite", "postgresql"}:
        raise BrokenBackup(f"{file} was made by another version of Toney: restore it with that one")
    try:
        return Manifest(**found)
    except TypeError as error:
        raise BrokenBackup(f"{file} is not a backup of Toney, or it is damaged") from error


def check(file: Path) -> Manifest:
    """Read all of a backup, compare each part with its checksum, and return its manifest."""
    manifest = read_manifest(file)
    try:
        with ZipFile(file) as archive:
            damaged = archive.testzip()
    except (BadZipFile, zlib.error) as error:
        raise BrokenBackup(f"{file} is damaged: {error}") from error
    if damaged is not None:
        raise BrokenBackup(f"{file} is damaged: {damaged} is not what was written")
    return manifest
