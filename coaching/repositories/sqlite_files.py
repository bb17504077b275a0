"""Every connection to a SQLite file is made here: plain, or with the key that the settings name.

The keys are remembered by file for the whole process. A key in an address or in each signature on
the way would end in a log or an error sooner or later.
"""

from __future__ import annotations

import base64
import binascii
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coaching.errors import ToneyError
from coaching.repositories import sqlite_cipher

if TYPE_CHECKING:
    from coaching.settings import Settings

KEY_BYTES = 32
_keys: dict[Path, str] = {}


class BadDatabaseKey(ToneyError):
    """The setting with the key of the database can't be used."""


def remember(settings: Settings, file: str) -> None:
    """Have every later connection to a file use the key of the settings, if there is one."""
    forget(file)
    if key := key_in(settings):
        _keys[_place(file)] = key


def forget(file: Path | str) -> None:
    """Open a file without a key again."""
    _keys.pop(_place(file), None)


def key_in(settings: Settings) -> str:
    """Return the database key of the settings as hex digits; empty if none is set."""
    written = settings.toney_database_key.get_secret_value()
    if not written and settings.toney_database_key_file:
        return key_in_file(Path(settings.toney_database_key_file))
    return _as_hex(written, "TONEY_DATABASE_KEY") if written else ""


def key_in_file(file: Path) -> str:
    """Return the database key in a file as hex digits; raise BadDatabaseKey if there is none."""
    where = f"TONEY_DATABASE_KEY_FILE ({file})"
    try:
        written = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        said = getattr(error, "strerror", None) or "not text"
        raise BadDatabaseKey(f"{where} can't be read: {said}") from None
    if not written:
        raise BadDatabaseKey(f"{where} is empty")
    return _as_hex(written, where)


def key_of(file: Path | str) -> str:
    """Return the key that a file is opened with; empty for a plain one."""
    return _keys.get(_place(file), "")


def connect(
    file: Path | str,
    *,
    key: str | None = None,
    read_only: bool = False,
    **options: Any,  # noqa: ANN401 - as sqlite3's
) -> sqlite3.Connection:
    """Open a file with its remembered key, or with another one; `options` are `sqlite3`'s."""
    path = Path(file).absolute()
    address = f"{path.as_uri()}?mode=ro" if read_only else str(file)
    key = key_of(path) if key is None else key
    if key:
        options.pop("factory", None)
        return sqlite_cipher.connect(address, path, key, uri=read_only, **options)
    return sqlite3.connect(address, uri=read_only, **options)


def _place(file: Path | str) -> Path:
    return Path(file).resolve()


def _as_hex(written: str, where: str) -> str:
    try:
        raw = base64.urlsafe_b64decode(written)
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != KEY_BYTES:
        raise BadDatabaseKey(f"{where} is not a key of 32 bytes in base64: {HOW_TO_MAKE}")
    return raw.hex()


HOW_TO_MAKE = "`toney keys encrypt-database` makes one"
