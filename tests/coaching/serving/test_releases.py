"""A front end is built again when, and only when, what it is made of changed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from coaching.serving import releases
from coaching.serving.fingerprint import fingerprint
from coaching.serving.releases import current_release, publish

if TYPE_CHECKING:
    from pathlib import Path

IN_THE_BUILD = [
    "rxconfig.py",
    "toney_app/views/home/page.py",
    "toney_app/js/thread.js",
    "coaching/serving/js/passkeys.js",
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
        write(tmp_path / name, "as it was")
    write(tmp_path / ".web-toney_app/build/client/index.html", "<html>")
    write(tmp_path / ".web-toney_app/build/csp.json", "{}")
    release(tmp_path)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def release(root: Path) -> Path:
    return publish("toney_app", root, fingerprint("toney_app", root))


def is_current(root: Path) -> bool:
    return current_release("toney_app", root) is not None


@pytest.mark.parametrize("name", IN_THE_BUILD)
def test_a_changed_source_asks_for_a_new_build(root: Path, name: str) -> None:
    assert is_current(root)
    (root / name).write_text("changed")
    assert not is_current(root)
    (root / name).write_text("as it was")
    assert is_current(root)


@pytest.mark.parametrize("name", NOT_IN_THE_BUILD)
def test_what_is_not_in_a_build_does_not(root: Path, name: str) -> None:
    (root / name).write_text("changed")
    assert is_current(root)


def test_new_and_removed_files_count(root: Path) -> None:
    write(root / "assets" / "new.svg", "<svg/>")
    assert not is_current(root)
    (root / "assets" / "new.svg").unlink()
    assert is_current(root)
    (root / "assets" / "app.css").unlink()
    assert not is_current(root)


def test_a_release_stays_as_it_is_while_a_newer_one_is_built(root: Path) -> None:
    older = current_release("toney_app", root)
    assert older is not None
    write(root / ".web-toney_app/build/client/index.html", "<html>newer")
    (root / "assets" / "app.css").write_text("newer")
    newer = release(root)
    assert (older / "build/client/index.html").read_text() == "<html>"
    assert (newer / "build/client/index.html").read_text() == "<html>newer"


def test_the_last_three_releases_are_kept(root: Path) -> None:
    releases = [current_release("toney_app", root) or root]
    for number in range(5):
        os.utime(releases[-1], (number, number))
        (root / "assets" / "app.css").write_text(str(number))
        releases.append(release(root))
    assert set(releases[-1].parent.iterdir()) == set(releases[-3:])


def test_a_release_in_a_folder_that_cannot_be_written_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = tmp_path / ".toney-build" / "app" / "known"
    release.mkdir(parents=True)
    monkeypatch.setattr(releases, "fingerprint", lambda *_: "known")

    def refuse(_path: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(type(release), "touch", refuse)
    assert releases.current_release("app", tmp_path) == release
