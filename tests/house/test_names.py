"""Tables, columns, indexes, routes and JSON have the names that this project agreed on (B46)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import SQLModel

from coaching.repositories import db
from toney_app.api import api

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Table

SNAKE = re.compile(r"[a-z]+(_[a-z0-9]+)*")
KEBAB = re.compile(r"[a-z]+(-[a-z]+)*|\{[a-z_]+\}")
CAMEL = re.compile(r"[a-z0-9]+([A-Z][a-z0-9]*)*")
# What can't be counted, and has no plural.
UNCOUNTABLE = {"behavioral_intel", "beta_analytics"}
# The coach's session is a row of `conversations`; the two ends of a connection are both notes.
OTHER_KEYS = {"session_id": "conversations", "source_id": "notes", "target_id": "notes"}

# Parts of an exercise's file are named by words.
WORDS_AS_IDS = {"agentId", "practiceId", "stepId"}


def tables() -> list[Table]:
    assert db.__name__  # its models are all registered
    return list(SQLModel.metadata.tables.values())


def singular(table: str) -> str:
    """Return what one row is called."""
    return re.sub(r"ies$", "y", table) if table.endswith("ies") else table.removesuffix("s")


def fields_of(node: Any) -> Iterator[tuple[str, Any]]:
    """Return every named field of a JSON schema with what it is."""
    if isinstance(node, dict):
        yield from node.get("properties", {}).items()
        for below in node.values():
            yield from fields_of(below)
    elif isinstance(node, list):
        for below in node:
            yield from fields_of(below)


def test_tables_and_columns_are_snake_case_and_tables_plural() -> None:
    found = tables()
    assert len(found) > 40
    odd = [table.name for table in found if not SNAKE.fullmatch(table.name)]
    one = [t.name for t in found if not t.name.endswith("s") and t.name not in UNCOUNTABLE]
    columns = [
        f"{table.name}.{column.name}"
        for table in found
        for column in table.columns
        if not SNAKE.fullmatch(column.name)
    ]
    assert (odd, one, columns) == ([], [], [])


def test_a_key_is_named_after_the_table_that_it_points_to() -> None:
    odd = [
        f"{table.name}.{key.parent.name}"
        for table in tables()
        for key in table.foreign_keys
        if key.column.name == "id"
        and key.parent.name != f"{singular(key.column.table.name)}_id"
        and OTHER_KEYS.get(key.parent.name) != key.column.table.name
    ]
    assert odd == []


def test_an_index_is_named_after_its_table() -> None:
    names = [(table.name, str(index.name)) for table in tables() for index in table.indexes]
    assert len(names) > 40
    assert [name for table, name in names if not name.startswith(f"idx_{table}_")] == []


@pytest.mark.slow
def test_routes_are_kebab_case_and_json_is_camel_case() -> None:
    described = api.openapi()
    parts = [(path, part) for path in described["paths"] for part in path.strip("/").split("/")]
    assert len(parts) > 150
    assert [path for path, part in parts if not KEBAB.fullmatch(part)] == []
    fields = [name for name, _ in fields_of(described["components"]["schemas"])]
    assert len(fields) > 300
    assert [name for name in fields if not CAMEL.fullmatch(name)] == []


def test_ids_are_uuids_and_times_are_iso_8601() -> None:
    odd: list[str] = []
    for model, schema in api.openapi()["components"]["schemas"].items():
        for name, field in schema.get("properties", {}).items():
            shapes = field.get("anyOf", [field])
            formats = {shape.get("format") for shape in shapes if shape.get("type") == "string"}
            wanted = "date-time" if name.endswith("At") else "uuid" if name.endswith("Id") else None
            if wanted and formats != {wanted} and name not in WORDS_AS_IDS:
                odd.append(f"{model}.{name}: {formats}")
    assert odd == []
