"""A folder of Markdown files as a zip: what is read of it, within limits, and how it is written.

An archive that would unpack to more than `MOST_BYTES` is refused as a whole before anything is
stored. Everything else that can't be read is named and left out.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.errors import InvalidInput, TooLarge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LARGEST = 10 * 1024 * 1024
"""Bytes of an upload."""
MOST_BYTES = 50 * 1024 * 1024
"""Bytes of all files of an archive once they are unpacked."""
MOST_FILES, LARGEST_FILE = 10_000, 256 * 1024
_AT_ONCE = 64 * 1024
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENCRYPTED = 0x1
_BOMB = "This file unpacks to more than Toney reads. Please split it up."


@dataclass(frozen=True, slots=True)
class File:
    """A file by its path; `problem` says why it can't be a note, and then it has no text."""

    path: str
    text: str = ""
    problem: str = ""

    @property
    def stem(self) -> str:
        """The file's name without folder and ending."""
        return self.path.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0]


def files_of(name: str, content: bytes) -> list[File]:
    """Return the files of an upload: a Markdown file, or those of a zip.

    Raise `TooLarge` for more than fits, and `InvalidInput` for what is neither.
    """
    if len(content) > LARGEST:
        raise TooLarge(say=_BOMB)
    if name.lower().endswith((".md", ".markdown")):
        return [_file(name, content)]
    if not name.lower().endswith(".zip"):
        return [File(name, problem="not_markdown")]
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as folder:
            return list(_unpacked(folder))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        raise InvalidInput({"files": "is no zip that can be read"}) from error


def packed(files: Mapping[str, str]) -> bytes:
    """Return a zip of texts by their paths."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as folder:
        for path, text in files.items():
            folder.writestr(path, text)
    return buffer.getvalue()


def _unpacked(folder: zipfile.ZipFile) -> Iterator[File]:
    entries = [entry for entry in folder.infolist() if not _is_hidden(entry)]
    if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise TooLarge(say=_BOMB)
    left = MOST_BYTES
    for entry in entries:
        if not entry.filename.lower().endswith((".md", ".markdown")):
            yield File(entry.filename, problem="not_markdown")
        elif entry.flag_bits & _ENCRYPTED or entry.compress_type not in _METHODS:
            yield File(entry.filename, problem="locked")
        else:
            content = b"".join(_pieces(folder, entry))
            left -= len(content)
            if left < 0:
                raise TooLarge(say=_BOMB)
            yield _file(entry.filename, content)


def _pieces(folder: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterable[bytes]:
    """Yield a file's bytes, never more than a little over the limit, whatever its head claims."""
    read = 0
    with folder.open(entry) as opened:
        while read <= LARGEST_FILE and (piece := opened.read(_AT_ONCE)):
            read += len(piece)
            yield piece


def _file(path: str, content: bytes) -> File:
    if len(content) > LARGEST_FILE:
        return File(path, problem="too_long")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return File(path, problem="not_text")
    return File(path, problem="not_text") if "\x00" in text else File(path, text)


def _is_hidden(entry: zipfile.ZipInfo) -> bool:
    """Leave out folders and what programs put beside the notes, such as `.obsidian`."""
    parts = entry.filename.replace("\\", "/").split("/")
    return entry.is_dir() or any(part.startswith(".") or part == "__MACOSX" for part in parts)
