"""An encrypted SQLite file: SQLCipher's driver, with the errors of Python's own (ADR 0036).

Its classes are copies of those of `sqlite3` and not below them. Whoever catches `sqlite3.Error`, as
SQLAlchemy does, would miss every error of an encrypted file; so each call translates them.
"""

from __future__ import annotations

import importlib
import sqlite3
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from coaching.errors import ToneyError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PLAIN = b"SQLite format 3\x00"
"""How a file begins that is not encrypted; an encrypted one begins with random bytes."""


_ON_CURSORS = (
    "execute",
    "executemany",
    "executescript",
    "fetchone",
    "fetchmany",
    "fetchall",
    "__next__",
)
_ON_CONNECTIONS = ("commit", "rollback", "backup")


class WrongKey(ToneyError):
    """The key of the settings doesn't open the database."""


class NoCipher(ToneyError):
    """A key is set, and the package that encrypts isn't installed."""


def connect(address: str, file: Path, key: str, **options: Any) -> sqlite3.Connection:  # noqa: ANN401 - as sqlite3's
    """Open a file with its key (64 hex digits), or raise `WrongKey`; a new file is encrypted."""
    if is_plain(file):
        raise WrongKey(
            f"a database key is set, and {file} is not encrypted: stop Toney and run "
            "`toney keys encrypt-database`, or remove TONEY_DATABASE_KEY and its file"
        )
    opened = cast("sqlite3.Connection", _connection()(address, **options))
    try:
        opened.execute("PRAGMA cipher_log_level = NONE")  # it would print each refusal
        opened.execute(f"PRAGMA key = \"x'{key}'\"")
        opened.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        opened.close()
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_NOTADB:
            raise WrongKey(f"the database key doesn't open {file}: it has another one") from None
        raise
    return opened


def is_plain(file: Path) -> bool:
    """Return True for a SQLite file that is not encrypted; False if it is, or isn't there."""
    try:
        with file.open("rb") as stream:
            return stream.read(len(PLAIN)) == PLAIN
    except FileNotFoundError:
        return False


def export(source: Path, target: Path, *, key: str, new_key: str) -> None:
    """Write all of a database into a new file under another key; an empty key means plain."""
    opened: Any = _connection()(str(source), isolation_level=None)
    try:
        if key:
            opened.execute(f"PRAGMA key = \"x'{key}'\"")
        opened.execute(f'ATTACH DATABASE ? AS other KEY "{_quoted(new_key)}"', (str(target),))
        opened.execute("SELECT sqlcipher_export('other')").fetchall()
        opened.execute("DETACH DATABASE other")
    finally:
        opened.close()


def require() -> None:
    """Raise `NoCipher` if the package that encrypts isn't installed."""
    _connection()


def _quoted(key: str) -> str:
    return f"x'{key}'" if key else ""


@cache
def _connection() -> type[Any]:
    """Return the driver's connection: it gives the write lock back when it is closed."""
    driver = _driver()
    cursor = _telling(driver.Cursor, driver.Error, *_ON_CURSORS)
    base = _telling(driver.Connection, driver.Error, *_ON_CONNECTIONS)

    def close(self: Any) -> None:  # noqa: ANN401 - the driver's
        with suppress(sqlite3.Error):
            if self.in_transaction:
                self.execute("ROLLBACK")
        base.close(self)

    def makes_cursor(self: Any, factory: Any = cursor) -> Any:  # noqa: ANN401 - the driver's
        return base.cursor(self, factory)

    def executes(self: Any, *args: Any) -> Any:  # noqa: ANN401 - the driver's
        return self.cursor().execute(*args)

    def executes_many(self: Any, *args: Any) -> Any:  # noqa: ANN401 - the driver's
        return self.cursor().executemany(*args)

    methods = {
        "close": close,
        "cursor": makes_cursor,
        "execute": executes,
        "executemany": executes_many,
    }
    return type("Connection", (base,), methods)


def _driver() -> Any:  # noqa: ANN401 - it has no types
    try:
        return importlib.import_module("sqlcipher3.dbapi2")
    except ImportError:
        raise NoCipher(
            "a database key is set, and SQLCipher isn't installed: pip install 'toney[encrypted]'"
        ) from None


def _telling(kind: type[Any], failed: type[Exception], *names: str) -> type[Any]:
    """Return a class below another one whose methods raise Python's own errors."""

    def telling(method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:  # noqa: ANN401 - as the method
            try:
                return method(*args, **options)
            except failed as error:
                raise _translated(error) from None

        return call

    return type(kind.__name__, (kind,), {name: telling(getattr(kind, name)) for name in names})


def _translated(error: Exception) -> sqlite3.Error:
    """Return Python's own error of the same name, with the code that it came with."""
    kind: type[sqlite3.Error] = getattr(sqlite3, type(error).__name__, sqlite3.DatabaseError)
    same = kind(*error.args)
    for name in ("sqlite_errorcode", "sqlite_errorname"):
        if hasattr(error, name):
            setattr(same, name, getattr(error, name))
    return same
