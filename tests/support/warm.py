"""What is learned once is kept for the next test: a dialect, the statements it compiled.

Each test makes its own engines, pools and connections. A dialect holds none of these; it knows the
server's version and how types are bound, and a compiled statement is its text. Without this a test
spends most of its processor time on compiling the same forty statements as the test before.

And a row that is made asks how each function that gives a default is called: it is told once.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic._internal import _fields
from sqlalchemy import event
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg, PGDialectAsync_psycopg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine import Dialect

KINDS: tuple[type[Dialect], ...] = (
    PGDialectAsync_psycopg,
    PGDialect_psycopg,
    SQLiteDialect_aiosqlite,
    SQLiteDialect_pysqlite,
)
_known: dict[type[Dialect], tuple[Dialect, dict[Any, Any]]] = {}


def keep_warm() -> None:
    """From now on let all engines of a kind share the dialect of the first that connected."""
    _fields.takes_validated_data_argument = cache(_fields.takes_validated_data_argument)
    for kind in KINDS:
        kind.engine_created = classmethod(_warmed)  # pyright: ignore[reportAttributeAccessIssue]


def _warmed(kind: type[Dialect], engine: Engine) -> None:
    own = engine.dialect
    if type(own) is not kind:  # the kind that was asked for an asynchronous one
        return
    if kind not in _known:
        event.listen(engine.pool, "connect", lambda *_: _known.setdefault(kind, (own, {})))
        return
    own.initialize = _known_already
    engine.dialect, engine._compiled_cache = _known[kind]
    engine.pool._dialect = engine.dialect


def _known_already(connection: Connection) -> None:
    """Ask the server nothing: another engine has asked."""
