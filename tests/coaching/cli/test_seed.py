"""The recurring people, made through the engine itself; and a briefing asked for by hand."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from coaching.cli.main import toney
from coaching.cli.seed import people
from tests.support.cast import CAST

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TONEY_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the people stay that the first test has made, for the others."""
    return tmp_path_factory.mktemp("seeded") / "data"


@pytest.fixture
def made(data: Path, kept: Path) -> dict[str, str]:
    """Return who is there: their names and their ids."""
    names = kept.with_name("made.json")
    if not kept.exists():
        names.write_text(call("seed", "--json"))
        shutil.copytree(data, kept)
    elif not data.exists():
        shutil.copytree(kept, data)
    return json.loads(names.read_text())


def test_the_people_are_those_whom_everybody_knows() -> None:
    assert [(p.name, p.tension, p.why, tuple(p.messages)) for p in people()] == [
        (who.name, who.tension, who.emotional_why, who.messages) for who in CAST
    ]


@pytest.mark.slow
def test_they_have_talked_and_the_strategist_can_be_asked_about_them(
    data: Path, made: dict[str, str]
) -> None:
    assert list(made) == [who.name for who in CAST]
    with closing(sqlite3.connect(data / "toney.db")) as connection:
        turns = connection.execute("SELECT status, count(*) FROM turns GROUP BY status").fetchall()
        assert turns == [("done", 15)]
        assert connection.execute("SELECT count(*) FROM wins").fetchall() == [(5,)]
    written = json.loads(call("strategist", made["Mara"], "--trigger", "session_end", "--json"))
    assert written["user_id"] == made["Mara"]
    assert written["version"] >= 1
    assert written["briefing_content"].count("\n\n") >= 6


def test_one_of_them_is_exported_and_deleted(data: Path, made: dict[str, str]) -> None:
    exported = json.loads(call("export", made["Mara"], "--json"))
    assert exported["userId"] == made["Mara"]
    assert len(exported["tables"]["wins"]) == 1
    assert "<!doctype html>" in call("export", made["Mara"], "--html")

    receipt = json.loads(call("delete", made["Mara"], "--yes", "--json"))
    assert receipt["deleted"]["users"] == 1

    again = CliRunner().invoke(toney, ["export", made["Mara"]])
    assert "there is no person" in str(again.exception)
    with closing(sqlite3.connect(data / "toney.db")) as connection:
        assert connection.execute("SELECT count(*) FROM users").fetchall() == [(len(CAST) - 1,)]


def call(*arguments: str) -> str:
    done = CliRunner().invoke(toney, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output
