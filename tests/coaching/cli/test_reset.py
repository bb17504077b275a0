"""`toney reset`: everything is gone and the database is new, and never by accident."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner

from coaching.cli import first_admin, reset
from coaching.cli.main import toney
from coaching.repositories import migrations
from coaching.serving.failures import InProduction
from coaching.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.postgres import Server


@pytest.fixture
def file(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the database of a data folder, with a table that no migration makes."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    monkeypatch.setenv("TONEY_DATA_DIR", str(data))
    (data / "toney.db").write_bytes(sqlite_template.read_bytes())
    with closing(sqlite3.connect(data / "toney.db")) as connection:
        connection.execute("CREATE TABLE of_before (word TEXT)")
    return data / "toney.db"


def tables(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


def call(*arguments: str) -> str:
    return CliRunner().invoke(toney, ["reset", *arguments], catch_exceptions=False).stdout


def test_everything_is_new_and_seeded(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reset, "seed_people", _nobody)
    assert json.loads(call("--yes", "--json")) == {}
    assert "of_before" not in tables(file)
    assert "users" in tables(file)


@pytest.mark.slow
def test_the_next_start_makes_an_admin_and_prints_the_password(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reset, "seed_people", _nobody)
    settings = Settings(_env_file=None)
    assert first_admin.ensure(settings)
    assert first_admin.ensure(settings) is None
    call("--yes")
    assert "admins" in tables(file)
    assert first_admin.ensure(settings)


def test_without_a_terminal_it_needs_a_yes(file: Path) -> None:
    found = CliRunner().invoke(toney, ["reset"], standalone_mode=False)
    assert isinstance(found.exception, click.UsageError)
    assert "of_before" in tables(file)


def test_where_people_may_be_it_refuses(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://toney.example")
    with pytest.raises(InProduction, match="--production"):
        call("--yes")
    assert "of_before" in tables(file)


def test_where_people_may_be_it_does_it_when_told(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://toney.example")
    cleared: list[str] = []
    monkeypatch.setattr(migrations, "clear", cleared.append)
    monkeypatch.setattr(reset, "seed_people", _nobody)
    call("--yes", "--production")
    assert cleared == [f"sqlite:///{file}"]


async def _nobody(_: object) -> dict[str, str]:
    return {}


def test_a_servers_database_is_emptied_by_its_owner(postgres_server: Server) -> None:
    with postgres_server.database("emptied") as name:
        url = postgres_server.url(name, role="toney_owner")
        migrations.upgrade(url)
        migrations.clear(url)
        assert migrations.current_heads(url) == ()
