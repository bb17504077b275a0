"""A build, finished or killed, leaves the pins of the front-end packages as they are kept."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from coaching.serving import frontend_lock

ROOT = Path(__file__).parents[3]
IN_THE_TREE = ("rxconfig.py", "toney_app", "admin_app", "coaching", "assets")
KILLED_WHILE_IT_WRITES = """
import os, signal, rxconfig
from reflex.utils import frontend_skeleton
frontend_skeleton.initialize_package_json()
frontend_skeleton.sync_web_lockfiles_to_root()
os.kill(os.getpid(), signal.SIGKILL)
"""


def kept(root: Path, package: str) -> dict[str, bytes]:
    folder = root / "frontend.lock" / package
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in IN_THE_TREE:
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "frontend.lock", tmp_path / "frontend.lock")
    return tmp_path


@pytest.mark.journey
@pytest.mark.parametrize("package", ["toney_app", "admin_app"])
def test_a_build_that_is_killed_while_it_writes_leaves_what_is_kept(
    tree: Path, package: str
) -> None:
    before = kept(tree, package)
    frontend_lock.lay_out(package, tree)
    (tree / f".web-{package}").mkdir()

    # The one of another app may have been set here.
    environment = {k: v for k, v in os.environ.items() if not k.startswith("REFLEX_")}
    killed = subprocess.run(
        [sys.executable, "-c", KILLED_WHILE_IT_WRITES],
        cwd=tree,
        env={**environment, "TONEY_APP": package, "PYTHONPATH": str(tree)},
        check=False,
    )

    assert killed.returncode == -signal.SIGKILL
    assert kept(tree, package) == before
    written = tree / frontend_lock.WORKING / package / frontend_lock.LIST
    assert written.read_bytes() != before[frontend_lock.LIST]
    assert not frontend_lock.are_behind(package, tree)


@pytest.mark.parametrize("package", ["toney_app", "admin_app"])
def test_what_is_kept_is_in_the_order_in_which_it_would_be_taken_over(
    tree: Path, package: str
) -> None:
    frontend_lock.lay_out(package, tree)

    assert not frontend_lock.take_over(package, tree)
    assert kept(tree, package) == kept(ROOT, package)


def test_a_package_that_came_with_a_build_is_told_and_taken_over_once(tree: Path) -> None:
    frontend_lock.lay_out("toney_app", tree)
    working = tree / frontend_lock.WORKING / "toney_app" / frontend_lock.LIST
    listed = json.loads(working.read_text())
    listed["dependencies"]["a-new-one"] = "1.0.0"
    working.write_text(json.dumps(listed))

    assert frontend_lock.are_behind("toney_app", tree)
    assert frontend_lock.take_over("toney_app", tree)
    assert not frontend_lock.are_behind("toney_app", tree)
    assert not frontend_lock.take_over("toney_app", tree)
    assert b"a-new-one" in kept(tree, "toney_app")[frontend_lock.LIST]
