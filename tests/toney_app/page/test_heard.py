"""The page hears danger by itself: a small set of phrases, run as a browser runs it."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from coaching.safety import screen
from coaching.serving.node import node_folder
from coaching.serving.project import project_root
from coaching.values.enums import SafetyLevel
from tests.support.examples import SAFETY_EXAMPLES
from toney_app.js import help_data, modules

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.journey

ASK = """
import { readFileSync } from "node:fs";
import { heard } from "./heard.mjs";
import { DATA } from "./data.mjs";
const said = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(said.map((words) => heard(DATA.phrases, words))));
"""
PLAIN = [
    "I want to end my life.",
    "i dont want to be ALIVE any more",
    "Ya no quiero vivir.",
    "I want to kill myself, and I have the pills here.",
]


def in_the_page(folder: Path, said: list[str]) -> list[str]:
    (folder / "heard.mjs").write_text(modules()["utils/toney/heard.js"], "utf-8")
    (folder / "data.mjs").write_text(help_data.code(), "utf-8")
    (folder / "ask.mjs").write_text(ASK, "utf-8")
    node = node_folder(project_root()) / "node"
    answer = subprocess.run(
        [node, folder / "ask.mjs"], input=json.dumps(said), capture_output=True, text=True,
        check=True, encoding="utf-8",
    )  # fmt: skip
    return json.loads(answer.stdout)


def test_it_hears_what_is_said_plainly_and_raises_no_false_alarm(tmp_path: Path) -> None:
    said = [*PLAIN, *SAFETY_EXAMPLES]
    found = dict(zip(said, in_the_page(tmp_path, said), strict=True))
    levels = {words: screen(words) for words in said}

    assert all(found[words] == "suicidality" for words in PLAIN)
    assert not [w for w in said if found[w] and levels[w].level is SafetyLevel.NONE]
    of_life = [w for w in said if levels[w].level is SafetyLevel.CRISIS]
    of_life = [w for w in of_life if levels[w].category in {"suicidality", "self_harm"}]
    assert not [w for w in of_life if not found[w]]
