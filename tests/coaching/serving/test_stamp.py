"""A front end is built again when, and only when, what it is made of changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.serving.stamp import fingerprint, is_current, stamp_file

if TYPE_CHECKING:
    from pathlib import Path

IN_THE_BUILD = [
    "rxconfig.py",
    "toney_app/views/home/page.py",
    "assets/app.css",
    "coaching/content/data/tensions.json",
    "frontend.lock/toney_app/package-lock.json",
]
NOT_IN_THE_BUILD = [
    "toney_app/api/chat.py",
    "coaching/content/locales/en.json",
    "coaching/services/cards.py",
    "admin_app/admin_app.py",
    "toney_app/__pycache__/x.py",
    "README.md",
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in (*IN_THE_BUILD, *NOT_IN_THE_BUILD):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("as it was")
    stamp = stamp_file("toney_app", tmp_path)
    stamp.parent.mkdir(parents=True)
    stamp.write_text(str(fingerprint("toney_app", tmp_path)))
    return tmp_path


@pytest.mark.parametrize("name", IN_THE_BUILD)
def test_a_changed_source_makes_a_build_stale(root: Path, name: str) -> None:
    assert is_current("toney_app", root)
    (root / name).write_text("changed")
    assert not is_current("toney_app", root)
    (root / name).write_text("as it was")
    assert is_current("toney_app", root)


@pytest.mark.parametrize("name", NOT_IN_THE_BUILD)
def test_what_is_not_in_a_build_does_not(root: Path, name: str) -> None:
    (root / name).write_text("changed")
    assert is_current("toney_app", root)


def test_new_and_removed_files_count(root: Path) -> None:
    (root / "assets" / "new.svg").write_text("<svg/>")
    assert not is_current("toney_app", root)
    (root / "assets" / "new.svg").unlink()
    assert is_current("toney_app", root)
    (root / "assets" / "app.css").unlink()
    assert not is_current("toney_app", root)


def test_without_a_stamp_there_is_no_build(root: Path) -> None:
    stamp_file("toney_app", root).unlink()
    assert not is_current("toney_app", root)
