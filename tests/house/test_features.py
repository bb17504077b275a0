"""docs/features.md: no feature is forgotten, and what is called proven has a test that exists.

So has each clause of docs/letting-people-in.md and docs/a-coach-that-acts.md.
"""

from __future__ import annotations

import ast
import re

import pytest

from scripts.features import TABLE, proofs, table, wanted
from scripts.lint.source import ROOT

CLAUSES = (ROOT / "docs" / "letting-people-in.md", ROOT / "docs" / "a-coach-that-acts.md")
DECIDED = re.compile(r"decided \((K\d+|ADR \d{4})(, (K\d+|ADR \d{4}))*\): \w+")
PROOF = re.compile(r"`(?P<file>tests/[\w/]+\.py)::(?P<test>\w+)`")


@pytest.fixture(scope="module")
def rows() -> dict[str, str]:
    return proofs(TABLE.read_text("utf-8"))


def test_every_feature_has_a_row_in_order(rows: dict[str, str]) -> None:
    assert list(rows) == list(wanted())
    assert TABLE.read_text("utf-8") == table(rows)


def test_a_row_names_a_test_or_says_why_not(rows: dict[str, str]) -> None:
    for feature, proof in rows.items():
        said = re.match(r"open: \w+", proof) or DECIDED.match(proof)
        assert said or PROOF.search(proof), feature


def test_a_decision_that_a_row_names_is_there(rows: dict[str, str]) -> None:
    for feature, proof in rows.items():
        for name in re.findall(r"K\d+|ADR \d{4}", (DECIDED.match(proof) or [""])[0]):
            page = list((ROOT / "docs" / "adr").glob(f"{name[4:]}-*.md"))
            assert name in rows or page, (feature, name)


@pytest.mark.slow
def test_every_named_test_exists(rows: dict[str, str]) -> None:
    texts = [*rows.values(), *(page.read_text("utf-8") for page in CLAUSES)]
    named = {match.group("file", "test") for text in texts for match in PROOF.finditer(text)}
    there = {file: functions_in(file) for file, _ in named}
    missing = [f"{file}::{test}" for file, test in sorted(named) if test not in there[file]]
    assert missing == []


def functions_in(file: str) -> set[str]:
    path = ROOT / file
    tree = ast.parse(path.read_text("utf-8")) if path.exists() else ast.Module([], [])
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, functions)}
