"""The commands beside `serve` and what they do; how they fail is in `test_failures`."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from coaching.cli import schema_check
from coaching.cli.main import COMMANDS, toney
from coaching.repositories import migrations
from coaching.repositories.engine_lock import EngineLock
from coaching.serving.failures import AlreadyRunning

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

    from coaching.settings import Settings


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("TONEY_DATA_DIR", str(folder))
    monkeypatch.setenv("PORT", "4120")
    monkeypatch.setenv("ADMIN_PORT", "4121")
    return folder


@pytest.fixture
def migrated(data: Path, sqlite_template: Path) -> Path:
    """Return the data folder with a database of this version."""
    data.mkdir(mode=0o700)
    shutil.copyfile(sqlite_template, data / "toney.db")
    return data


def call(*arguments: str) -> Result:
    return CliRunner().invoke(toney, arguments, catch_exceptions=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    shown = call(command, "--help")
    assert shown.exit_code == 0
    assert "Usage: toney" in shown.output


def test_migrate_makes_the_database_and_then_has_nothing_to_do(data: Path) -> None:
    assert "at this version now" in call("migrate").output
    assert "at this version already" in call("migrate").output
    assert not migrations.heads_differ(f"sqlite:///{data / 'toney.db'}")


def test_an_admin_is_invited_once_and_again_by_name(migrated: Path) -> None:
    made = json.loads(call("create-admin", "ana", "--role", "viewer", "--json").output)
    assert made["name"] == "ana"
    again = json.loads(call("create-admin", "ana", "--reset", "--json").output)
    start, token = again["link"].split("?invite=")
    assert (start, len(token)) == ("http://localhost:4121/", 43)
    assert again["link"] != made["link"]
    assert (migrated / "toney.db").exists()


def test_a_glance_knows_the_newest_version_and_nothing_else(settings: Settings, data: Path) -> None:
    versions = migrations.scripts() / "versions"
    assert not schema_check.is_current(settings, versions)
    call("migrate")
    assert settings.data_dir == data
    assert schema_check.is_current(settings, versions)
    with closing(sqlite3.connect(data / "toney.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.commit()
    assert not schema_check.is_current(settings, versions)
    (data / "toney.db").write_bytes(b"not a database")
    assert not schema_check.is_current(settings, versions)


def test_a_running_engine_keeps_its_database(data: Path) -> None:
    lock = EngineLock.take(data)
    try:
        with pytest.raises(AlreadyRunning, match=r"process \d+ already serves .* stop Toney first"):
            call("migrate")
    finally:
        lock.release()
