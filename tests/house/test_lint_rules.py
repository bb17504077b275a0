"""Each rule of the house finds what it is for, and leaves alone what is right."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from scripts.lint import (
    constants,
    docstrings,
    environment,
    literals,
    no_commit,
    owner_scoped,
    patience,
    plain_components,
    plain_words,
    quick_part,
    size,
    source,
    thin_apps,
    traces,
)
from scripts.lint.__main__ import RULES, problems
from scripts.lint.source import ROOT, Source

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

LONG = "def long():\n" + "    step()\n" * 60
SHORT = "def short():\n    step()\n"

CASES = [
    (constants, "coaching/rules/x.py", "A, B, C = 1, 2, 3", "A = 1\nB = 2\nC = 3"),
    (constants, "admin_app/x.py", "A, B, C = 1, 2, 3", 'A, B, C = 1, 2, 3\n"""Units."""'),
    (
        docstrings,
        "coaching/rules/x.py",
        '"""It."""\ndef f():\n    """Whether it holds."""',
        '"""It."""\ndef f():\n    """Return True if it holds."""',
    ),
    (no_commit, "coaching/services/cards.py", "await s.commit()", "await s.flush()"),
    (no_commit, "coaching/services/cards.py", "s.rollback()", "raise Conflict"),
    (thin_apps, "toney_app/views/x/state.py", "import sqlmodel", "import reflex"),
    (thin_apps, "admin_app/pages/x.py", "from anthropic import Anthropic", "from a import b"),
    (thin_apps, "toney_app/views/x/state.py", "with rx.session() as s: pass", "rx.fragment()"),
    (thin_apps, "toney_app/copy.py", "import os\nos.environ['X']", "settings.port"),
    (
        plain_components,
        "toney_app/components/card.py",
        "from coaching.services import cards",
        "from coaching.values.blocks import Block",
    ),
    (
        plain_components,
        "toney_app/components/card.py",
        "from toney_app.views.home.state import HomeState",
        "from toney_app.copy import t",
    ),
    (
        plain_components,
        "toney_app/views/home/page.py",
        "from coaching.bootstrap import build",
        "from toney_app.views.home.state import HomeState",
    ),
    (
        owner_scoped,
        "coaching/repositories/cards.py",
        "async def all_cards(s): ...",
        "async def for_user(s, owner): ...\nasync def _helper(s): ...\ndef pure(x): ...",
    ),
    (size, "coaching/services/x.py", LONG, SHORT),
    (size, "coaching/services/x.py", "x = 1\n" * 301, "x = 1\n" * 300),
    (literals, "toney_app/views/x/page.py", "rx.el.p('Hello there')", "rx.el.p(t('x.hello'))"),
    (literals, "toney_app/components/x.py", "box(placeholder='Say it')", "box(id='say-it')"),
    (literals, "toney_app/views/x/page.py", "rx.el.p(f'{n} wins')", "rx.el.p(f'{n} · {m}')"),
    (patience, "tests/test_x.py", "await asyncio.sleep(0.1)", "await asyncio.sleep(0)"),
    (patience, "tests/test_x.py", "time.sleep(1)", "wait_until(lambda: done)"),
    (
        patience,
        "tests/test_x.py",
        "await asyncio.sleep(9)",
        "from tests.support import virtual_time\nawait asyncio.sleep(9)",
    ),
    (
        quick_part,
        "tests/test_x.py",
        "from tests.support.served import served",
        "import pytest, subprocess\npytestmark = pytest.mark.journey",
    ),
    (
        quick_part,
        "tests/test_x.py",
        "@pytest.mark.parametrize('id', [uuid4()])\ndef test_x(id): ...",
        "@pytest.mark.parametrize('id', ['a'])\ndef test_x(id): uuid4()",
    ),
    (environment, "coaching/llm/x.py", "import os\nos.environ.get('KEY')", "settings.port"),
    (docstrings, "coaching/x.py", '"""X."""\ndef f(): ...', '"""X."""\ndef f():\n    """Do."""'),
    (docstrings, "coaching/x.py", "x = 1", '"""X."""\ndef _f(): ...'),
]


@pytest.mark.parametrize(("rule", "path", "wrong", "right"), CASES)
def test_a_rule_finds_what_it_is_for(rule: ModuleType, path: str, wrong: str, right: str) -> None:
    assert [problem.path for problem in rule.check(Source(path, wrong))] == [path]
    assert list(rule.check(Source(path, right))) == []


def test_every_rule_has_a_case() -> None:
    assert {rule for rule, *_ in CASES} == set(RULES)


@pytest.mark.parametrize(
    "trace", ["https://registry" + ".npm" + "js.org", "/home/" + "ana/toney", "/work/" + "main"]
)
def test_traces_of_a_machine_are_found(trace: str) -> None:
    assert len(list(traces.check_text("README.md", f"see {trace}"))) == 1
    assert list(traces.check_text("README.md", "see our-work/main and www.example.org/home/")) == []


def test_phrases_that_are_rarely_plain_are_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tmp_path / "docs.md"
    text.write_text("The card lies there.\nThe card lies here, in front.\nThe card is saved.\n")
    monkeypatch.setattr(source, "ROOT", tmp_path)
    monkeypatch.setattr(plain_words, "_accepted", lambda: {"docs.md: The card lies there."})

    assert [problem.line for problem in plain_words.check_file("docs.md")] == [2]


def test_a_long_javascript_file_is_found_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "ROOT", tmp_path)
    for name, lines in (("long.js", 301), ("short.js", 300), ("data.json", 301)):
        (tmp_path / name).write_text("x;\n" * lines)

    found = [
        problem
        for name in ("long.js", "short.js", "data.json")
        for problem in size.check_file(name)
    ]
    assert [problem.path for problem in found] == ["long.js"]


def test_the_project_keeps_its_own_rules() -> None:
    assert [str(problem) for problem in problems()] == []


def test_the_list_of_queries_without_an_owner_names_none_that_is_gone() -> None:
    listed = set((ROOT / "scripts" / "lint" / "system_queries.txt").read_text().split())
    there = {
        f"{file.stem}.{node.name}"
        for file in (ROOT / "coaching" / "repositories").glob("*.py")
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.AsyncFunctionDef)
    }
    assert listed - there == set()
