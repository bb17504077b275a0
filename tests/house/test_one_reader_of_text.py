"""Words, sentences, stems and shares of words are read in `coaching/text` and nowhere else."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from scripts.lint.source import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLACES = ("coaching", "toney_app", "admin_app")
OWN_LANGUAGE = ("coaching/text/", "coaching/safety/")
"""The package itself, and the phrases of safety, which were measured as they are (ADR 15)."""
COMPARING = {"difflib", "jellyfish", "nltk", "rapidfuzz", "snowballstemmer"}
SHOWS_CHANGES = {"coaching/domains/people/words.py"}
"""What was changed in a text, letter by letter: no likeness is decided."""
CUTS = {"findall", "finditer", "split"}
_TRACES = re.compile("|".join(sorted(COMPARING | CUTS)) + "|&")
"""What a module with a fault holds: parsing all the others took seconds."""
MARKS = set(".!?…")
BESIDE_MARKS = MARKS | set(";:\n")
_AHEAD = re.compile(r"\(\?=[^)]*\)")
_ESCAPED_LINE = re.compile(r"\\n")
_CLASS = re.compile(r"\[(\^?)((?:\\.|[^\]\\])+)\]")
_OF_A_WORD = re.compile(r"\[\^\\W[^\]]*\]|\\w|\\b|\(\?:|\['’\]|[()+*?{},\d']")
_BETWEEN_WORDS = re.compile(r"(?:\\W|\[\^\\w[^\]]*\])\+?")


def cuts_words(pattern: str) -> bool:
    """Say whether an expression is a word or what stands between words, and nothing else."""
    is_word = r"\w" in pattern or r"[^\W" in pattern
    return (is_word and not _OF_A_WORD.sub("", pattern)) or bool(_BETWEEN_WORDS.fullmatch(pattern))


def cuts_sentences(pattern: str) -> bool:
    """Say whether an expression looks for the marks that end a sentence."""
    for found in _CLASS.finditer(_AHEAD.sub("", pattern)):
        signs = set(_ESCAPED_LINE.sub("\n", found[2]))
        if len(signs & MARKS) > 1 and signs <= BESIDE_MARKS and (not found[1] or not found.start()):
            return True
    return False


def faults(source: str) -> Iterator[str]:
    """Yield what a module does by itself that `coaching/text` is there for."""
    if not _TRACES.search(source):
        return
    tree = ast.parse(source)
    patterns = dict(_compiled(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [each.name for each in node.names]
            modules = names if isinstance(node, ast.Import) else [node.module or ""]
            yield from (name for name in modules if name.split(".")[0] in COMPARING)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            pattern = _searched(node, node.func, patterns)
            if node.func.attr in CUTS and (cuts_words(pattern) or cuts_sentences(pattern)):
                yield pattern
        elif _is_a_share(node):
            yield ast.unparse(node)


def _compiled(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            (target, *_), call = node.targets, node.value
            if isinstance(target, ast.Name) and ast.unparse(call.func) == "re.compile":
                yield target.id, _text(call.args[0])


def _searched(call: ast.Call, func: ast.Attribute, patterns: dict[str, str]) -> str:
    if ast.unparse(func.value) == "re":
        return _text(call.args[0])
    return patterns.get(func.value.id, "") if isinstance(func.value, ast.Name) else ""


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _is_a_share(node: ast.AST) -> bool:
    """Say whether the size of an intersection is divided, or compared with a part of a size."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return _is_shared(node.left)
    if not isinstance(node, ast.Compare):
        return False
    sides = [node.left, *node.comparators]
    return any(map(_is_shared, sides)) and any(map(_is_part_of_a_size, sides))


def _is_shared(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and ast.unparse(node.func) in {"len", "weight"}
        and isinstance(node.args[0], ast.BinOp)
        and isinstance(node.args[0].op, ast.BitAnd)
    )


def _is_part_of_a_size(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and "len(" in ast.unparse(node)
    )


def _modules(place: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / place).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(OWN_LANGUAGE) and name not in SHOWS_CHANGES:
            yield name, path


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_text_is_read_in_one_package(place: str) -> None:
    found = {name: list(faults(path.read_text("utf-8"))) for name, path in _modules(place)}
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import difflib",
        "from snowballstemmer import stemmer",
        r're.split(r"[.!?]\s+", text)',
        r're.split(r"(?<=[.!?…])\s+|\n+", text)',
        '_S = re.compile(r"[^.!?…]+[.!?…]*")\n_S.findall(text)',
        r'_W = re.compile(r"[^\W\d_]+(?:' + "'" + r'[^\W\d_]+)*")' + "\n_W.finditer(text)",
        r're.findall(r"\w+", text)',
        r're.split(r"\W+", text)',
        "len(a & b) / len(a | b)",
        "len(a & b) >= 0.8 * len(a)",
    ],
)
def test_a_second_reader_is_found(source: str) -> None:
    assert list(faults(source))


@pytest.mark.parametrize(
    "source",
    [
        r're.split(r",? (?:and|but) ", text)',
        r'_C = re.compile(r"\b(?:call|ring)\b[^.?!\d]{0,30}")' + "\n_C.finditer(text)",
        r're.search(r"(?:^|[.!?]\s+)saved\b", text)',
        r'_T = re.compile(r"you told me(.+)(?=[.!?]|$)")' + "\n_T.finditer(text)",
        r're.findall(r"\d+", text)',
        'text.split(" ")',
        "len(a & b) >= 2",
    ],
)
def test_other_expressions_are_no_readers(source: str) -> None:
    assert list(faults(source)) == []
