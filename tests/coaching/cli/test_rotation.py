"""`toney keys rotate` in one step: whatever a kill leaves, the next run goes on from there."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from coaching.cli import database
from coaching.cli.checks.data import CHECKS
from coaching.cli.checks.finding import Unsafe
from coaching.cli.main import toney
from coaching.domains.backups import conversion
from coaching.repositories import sqlite_files
from coaching.repositories.sqlite_cipher import WrongKey
from coaching.services import key_check
from coaching.services.vault import Vault
from coaching.serving.data_folder import new_key
from coaching.settings import Settings, read_settings
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@dataclass(frozen=True)
class World:
    """A data folder with a database, and the command line."""

    data: Path
    patch: pytest.MonkeyPatch

    def rotates(self, *options: str) -> Result:
        read_settings.cache_clear()
        return CliRunner().invoke(toney, ["keys", "rotate", *options], catch_exceptions=False)

    def rotated(self, *options: str) -> str:
        result = self.rotates(*options)
        assert result.exit_code == 0, result.output
        return result.output

    def has(self, **settings: str) -> None:
        for name, value in settings.items():
            self.patch.setenv(name, value)

    def begins_with(self, key: str) -> None:
        """Encrypt the first secret of the database."""
        settings = Settings(_env_file=None)

        async def begin() -> None:
            async with database.opened(settings) as db, db.system("test", write=True) as s:
                await key_check.ensure(s, Vault([key]), now=MONDAY_MORNING)

        asyncio.run(begin())

    def reads(self, key: str) -> bool:
        """Return True if this key alone reads what is encrypted."""
        settings = Settings(_env_file=None)

        async def read() -> bool:
            async with database.opened(settings) as db, db.system("test") as s:
                return await key_check.is_readable(s, Vault([key]))

        return asyncio.run(read())

    def aside(self, name: str) -> list[str]:
        """Return the old keys that were put aside, the newest first."""
        found = sorted(self.data.glob(f"{name}.before-*"), reverse=True)
        assert all(file.stat().st_mode & 0o077 == 0 for file in found)
        return [file.read_text() for file in found]


@pytest.fixture
def world(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    (data / "toney.db").write_bytes(sqlite_template.read_bytes())
    monkeypatch.setenv("TONEY_DATA_DIR", str(data))
    return World(data, monkeypatch)


def test_the_keys_of_the_data_folder_are_replaced_and_the_old_one_is_put_aside(
    world: World,
) -> None:
    keys, old = world.data / "encryption_keys", new_key()
    keys.write_text(old)
    world.begins_with(old)
    said = world.rotated()
    new = keys.read_text()
    assert (world.reads(new), world.reads(old), world.aside(keys.name)) == (True, False, [old])
    assert "Backups made before now need the old keys" in said
    assert "1 secret is encrypted with a new key; it was read with it." in said
    assert new not in said


def test_a_rotation_that_was_interrupted_goes_on(world: World) -> None:
    keys, old, halfway = world.data / "encryption_keys", new_key(), new_key()
    keys.write_text(f"{halfway},{old}")
    world.begins_with(halfway)
    world.rotated()
    assert world.reads(keys.read_text())
    assert world.aside(keys.name) == [f"{halfway},{old}"]


def test_keys_of_the_environment_are_told_until_they_are_there(world: World) -> None:
    old, made = new_key(), world.data / "encryption_keys.new"
    world.has(TONEY_ENCRYPTION_KEYS=old)
    world.begins_with(old)
    said = json.loads(world.rotated("--json"))
    assert (said["encrypted"], said["set"]) == (1, {"TONEY_ENCRYPTION_KEYS": str(made)})
    new = made.read_text()
    assert (world.reads(new), world.reads(old)) == (True, False)
    with pytest.raises(Unsafe, match="isn't in use yet"):
        CHECKS["encryption"](read_settings())
    again = world.rotated()
    assert f"Set TONEY_ENCRYPTION_KEYS to the content of {made}" in again
    assert made.read_text() == new
    world.has(TONEY_ENCRYPTION_KEYS=f"{new},{old}")
    assert "Only the first of TONEY_ENCRYPTION_KEYS is needed now" in world.rotated()
    assert world.reads(new)
    assert CHECKS["encryption"](read_settings()) == "the keys fit the database (2)"


def test_a_key_that_was_put_in_front_by_hand_is_taken(world: World) -> None:
    old, new = new_key(), new_key()
    world.has(TONEY_ENCRYPTION_KEYS=old)
    world.begins_with(old)
    world.has(TONEY_ENCRYPTION_KEYS=f"{new},{old}")
    world.rotated()
    assert world.reads(new)
    assert not (world.data / "encryption_keys.new").exists()


@pytest.mark.slow
@pytest.mark.parametrize("interrupted", ["no", "before", "after"])
def test_the_whole_file_gets_a_new_key(world: World, tmp_path: Path, interrupted: str) -> None:
    pytest.importorskip("sqlcipher3")
    file, place = world.data / "toney.db", tmp_path / "key"
    draft, old, new = place.with_name("key.new"), new_key(), new_key()
    place.write_text(old)
    conversion.convert(file, key="", new_key=sqlite_files.key_in_file(place))
    if interrupted != "no":
        draft.write_text(new)
    if interrupted == "after":
        held = [sqlite_files.key_in_file(each) for each in (place, draft)]
        conversion.convert(file, key=held[0], new_key=held[1])
    world.has(TONEY_DATABASE_KEY_FILE=str(place))
    said = world.rotated()
    assert "is encrypted with a new key" in said
    assert interrupted == "no" or place.read_text() == new
    assert not draft.exists()
    [aside] = tmp_path.glob("key.before-*")
    assert (aside.read_text(), str(aside) in said) == (old, True)
    sqlite_files.connect(file, key=sqlite_files.key_in_file(place)).close()
    with pytest.raises(WrongKey):
        sqlite_files.connect(file, key=sqlite_files.key_in_file(aside))
    [backup] = (world.data / "backups").glob("after-rotation-*.zip")
    assert str(backup) in said


def test_a_database_key_of_the_environment_moves_to_a_file(world: World, tmp_path: Path) -> None:
    pytest.importorskip("sqlcipher3")
    file, old, made = world.data / "toney.db", tmp_path / "old", tmp_path / "made"
    old.write_text(new_key())
    conversion.convert(file, key="", new_key=sqlite_files.key_in_file(old))
    world.has(TONEY_DATABASE_KEY=old.read_text())
    refused = world.rotates()
    assert (refused.exit_code, "--new-key-file FILE" in refused.output) == (2, True)
    for _ in range(2):
        said = world.rotated("--new-key-file", str(made))
        assert f"Set TONEY_DATABASE_KEY_FILE={made} and remove TONEY_DATABASE_KEY" in said
    sqlite_files.connect(file, key=sqlite_files.key_in_file(made)).close()
