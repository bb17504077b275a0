from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from coaching.content import languages, texts
from coaching.values.enums import Tension

ROOT = Path(__file__).parents[2]
LABEL = 45  # characters


def keys() -> set[str]:
    """Return every key that the app asks for; slots of put-together keys become patterns."""
    found: set[str] = set()
    for path in (ROOT / "toney_app").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "t":
                key = node.args[0]
                if isinstance(key, ast.Constant | ast.JoinedStr):
                    found.add(pattern(key))
    return found


def pattern(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return re.escape(str(node.value))
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+"
        for part in node.values
    )


@pytest.mark.slow
def test_every_text_that_the_app_asks_for_is_there() -> None:
    known = "\n".join(texts())
    missing = [
        key for key in keys() if not re.search(rf"^{key}(\.one|\.other)?$", known, re.MULTILINE)
    ]
    assert missing == []


def test_every_text_of_the_app_is_asked_for() -> None:
    asked = re.compile("|".join(f"{key}(\\.one|\\.other)?" for key in keys()))
    by_code = re.compile(r"ui\.(problem|toast)\.\w+")
    unused = [
        key
        for key in texts()
        if key.startswith("ui.") and not asked.fullmatch(key) and not by_code.fullmatch(key)
    ]
    assert unused == []


def test_what_depends_on_a_tension_exists_for_each() -> None:
    for prefix in (
        "ui.home.door_feeling",
        "ui.home.say_feeling",
        *(f"ui.starter.{n}" for n in (1, 2, 3)),
    ):
        for name in ("neutral", *Tension):
            assert f"{prefix}.{name}" in texts()


def test_toasts_and_problems_in_the_code_have_words() -> None:
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "toney_app").rglob("*.py"))
    used = set(re.findall(r'"(ui\.(?:problem|toast)\.[a-z_]+)"', code))
    assert used <= set(texts())


def test_the_interface_leaves_some_words_alone() -> None:
    alone = re.compile(r"\b(just|only|should|simply|missed|behind|streak)\b|!", re.IGNORECASE)
    shown = {key: text for key, text in texts().items() if key.startswith("ui.")}
    assert [key for key, text in shown.items() if alone.search(text)] == []


def test_a_short_toast_and_the_title_of_an_empty_screen_have_no_full_stop() -> None:
    """A toast of one short sentence is a label; a longer one tells what to do, in sentences."""
    for language in languages():
        said = texts(language)
        labels = [
            key
            for key, text in said.items()
            if (key.startswith("ui.toast.") and len(text) <= LABEL and ". " not in text)
            or (key.startswith("ui.") and key.endswith(("empty_title", "nothing_title")))
            or (key.endswith(".none") and f"{key}_line" in said)
        ]
        assert [key for key in labels if said[key].endswith(".")] == [], language
