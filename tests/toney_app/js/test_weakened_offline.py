"""What works offline fails in its tests once the line that makes it work is taken away.

Each offline test has to fail in a weakened build, or it would pass without what it tests.
"""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from coaching.serving.node import node_folder
from scripts.javascript import written_by_python
from scripts.lint.source import ROOT

pytestmark = pytest.mark.journey  # it starts Node

HERE = Path(__file__).parent
MODULES = ROOT / "toney_app" / "js"
BUILDS: list[dict[str, Any]] = tomllib.loads((HERE / "weakened_offline.toml").read_text("utf-8"))[
    "build"
]
OFFLINE = ("service_worker", "seen", "later", "kept", "update", "install")
"""Each test of these files has to fail in a weakened build; of other files some tests do."""


@pytest.fixture(scope="module")
def generated() -> Path:
    return written_by_python()


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build["name"])
def test_an_offline_test_fails_in_a_weakened_build(
    generated: Path, tmp_path: Path, build: dict[str, Any]
) -> None:
    name = f"{build['module']}.js"
    code = (MODULES / name).read_text("utf-8")
    assert code.count(build["was"]) == 1
    (tmp_path / name).write_text(code.replace(build["was"], build["instead"]), "utf-8")
    assert failing(build["file"], build["fails"], generated, tmp_path) == set(build["fails"])


def failing(file: str, names: list[str], generated: Path, weakened: Path) -> set[str]:
    """Return the names of those of the tests that fail with these modules; no other test runs."""
    patterns = [f"--test-name-pattern=^{re.escape(name)}$" for name in names]
    environment = {"GENERATED_JS": str(generated), "WEAKENED_JS": str(weakened)}
    said = subprocess.run(
        [node_folder(ROOT) / "node", "--test-reporter=tap", *patterns, HERE / f"{file}.test.js"],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return set(re.findall(r"^not ok \d+ - (.*)$", said.stdout, re.MULTILINE))


def test_each_offline_test_has_its_weakened_build() -> None:
    named = {name for build in BUILDS for name in build["fails"]}
    for file in OFFLINE:
        code = (HERE / f"{file}.test.js").read_text("utf-8")
        tests = {name for _, name in re.findall(r"^test\(([\"'])(.*?)\1,", code, re.MULTILINE)}
        assert tests, file
        assert tests <= named, tests - named
