"""Words at rest: with a key no byte of the database, its log, its index or a backup says them."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
from typing import TYPE_CHECKING, Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from coaching import bootstrap
from coaching.cli.main import toney
from coaching.conversation import take_turn
from coaching.errors import ToneyError
from coaching.repositories.db import Db
from coaching.repositories.sqlite_cipher import WrongKey
from coaching.services import search
from coaching.settings import Settings, read_settings
from tests.support import every_table, factories
from tests.support.talker import Talker

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

pytest.importorskip("sqlcipher3")
SAID = "xqkalimba"
HEARD = "the letter on the quarzstair"
CANARIES = (SAID, "quarzstair")


class World:
    """A data folder with a whole person in it, and the command line."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.data, self.key_file = folder / "data", folder / "keys" / "database"
        self.key_file.parent.mkdir()
        self.file = self.data / "toney.db"
        self._patch = patch
        patch.setenv("TONEY_DATA_DIR", str(self.data))

    def calls(self, *arguments: str, **environment: str) -> str:
        result = CliRunner().invoke(toney, arguments, env=environment, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    def has_key(self) -> None:
        self._patch.setenv("TONEY_DATABASE_KEY_FILE", str(self.key_file))
        read_settings.cache_clear()

    def has_none(self) -> None:
        self._patch.delenv("TONEY_DATABASE_KEY_FILE")
        read_settings.cache_clear()

    def settings(self) -> Settings:
        return Settings(_env_file=None, toney_secret_key="made up")

    def readable(self) -> list[str]:
        """Return the files below the data folder in which a word can be read."""
        found = sorted(file for file in self.data.rglob("*") if file.is_file())
        return [str(file.relative_to(self.data)) for file in found if says_something(file)]


def says_something(file: Path) -> bool:
    content = file.read_bytes()
    if file.suffix == ".zip":
        with ZipFile(file) as archive:
            content += b"".join(archive.read(name) for name in archive.namelist())
    return any(word.encode() in content for word in CANARIES)


@pytest.fixture
def world(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    made = World(tmp_path, monkeypatch)
    made.data.mkdir(mode=0o700)
    made.file.write_bytes(sqlite_template.read_bytes())
    made.file.chmod(0o600)
    return made


async def fill(url: str) -> UUID:
    db = Db(url)
    try:
        return await every_table.fill(db, SAID)
    finally:
        await db.close()


async def talks(world: World) -> tuple[str, list[str], list[str]]:
    """Take a turn and search; return the reply, what was found, and what can be read meanwhile."""
    coaching = bootstrap.build(world.settings(), llm=Talker("I hear you: ", HEARD))
    await coaching.start()
    try:
        owner = await factories.person(coaching.db, provider="Anthropic")
        events = [e async for e in take_turn(coaching, owner, f"About {HEARD}", str(uuid4()))]
        last: Any = events[-1]
        async with coaching.unit(owner) as s:
            found = await search.sessions(s, owner, query="quarzstair")
        open_log = world.file.with_name("toney.db-wal")
        assert open_log.stat().st_size > 0
        return last.text, [hit.line for hit in found.items], world.readable()
    finally:
        await coaching.stop()


@pytest.mark.slow
def test_no_word_can_be_read_and_all_of_it_works(world: World, tmp_path: Path) -> None:
    asyncio.run(fill(f"sqlite:///{world.file}"))
    world.calls("backup", str(world.data / "backups-of-before.zip"))
    (world.data / "backups-of-before.zip").unlink()
    assert world.readable() != []
    world.has_key()
    (world.data / ".toney.db.converting").write_text("what a killed try left")

    said = world.calls("keys", "encrypt-database")
    assert world.key_file.stat().st_mode & 0o077 == 0
    assert world.key_file.read_text().strip() not in said
    assert "1 backups are not encrypted" in said
    assert all(name.startswith("backups/before-encryption-") for name in world.readable())
    assert "is encrypted already" in world.calls("keys", "encrypt-database", "--delete-plain")
    assert world.readable() == []

    reply, found, meanwhile = asyncio.run(talks(world))
    assert reply.endswith(HEARD)
    assert found
    assert meanwhile == []

    file = world.data / "backup.zip"
    world.calls("backup", str(file))
    assert world.readable() == []
    kept = json.loads(world.calls("restore", str(file), "--yes", "--json"))
    assert kept["rows"]["messages"] > 2
    assert "encrypted, backups too" in doctor(world)
    assert world.readable() == []

    world.calls("keys", "decrypt-database")
    world.has_none()
    assert "toney.db" in world.readable()
    assert "not encrypted: encrypt the disk" in doctor(world)


def test_a_wrong_and_a_missing_key_are_refused_in_one_line(
    world: World, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(fill(f"sqlite:///{world.file}"))
    for command in ("encrypt-database", "decrypt-database"):
        unset = CliRunner().invoke(toney, ["keys", command])
        assert (unset.exit_code, "set TONEY_DATABASE_KEY" in unset.output) == (2, True)
    world.has_key()
    world.key_file.write_text(a_key())
    with pytest.raises(WrongKey, match="is not encrypted: stop Toney and run"):
        world.calls("backup", str(tmp_path / "none.zip"))
    world.calls("keys", "encrypt-database", "--delete-plain")
    world.calls("backup", str(tmp_path / "own.zip"))

    for wrong, says in (
        (a_key(), "doesn't open .*: it has another one"),
        ("short", "is not a key of 32 bytes"),
        ("", "is empty"),
    ):
        world.key_file.write_text(wrong)
        with pytest.raises(ToneyError, match=says) as refused:
            world.calls("backup", str(tmp_path / "none.zip"))
        assert "\n" not in str(refused.value)
        assert not wrong or wrong not in str(refused.value)
        assert capfd.readouterr().err == ""
    world.key_file.unlink()
    with pytest.raises(ToneyError, match="can't be read: No such file"):
        world.calls("backup", str(tmp_path / "none.zip"))
    world.has_none()
    with pytest.raises(ToneyError, match="or it is encrypted and no key is set"):
        world.calls("migrate")

    world.file.unlink()
    with pytest.raises(WrongKey, match="the backup is encrypted: set TONEY_DATABASE_KEY"):
        world.calls("restore", str(tmp_path / "own.zip"))
    world.has_key()
    world.key_file.write_text(a_key())
    with pytest.raises(WrongKey, match="encrypted with another key"):
        world.calls("restore", str(tmp_path / "own.zip"))


def test_a_plain_backup_is_encrypted_as_it_comes_back(world: World, tmp_path: Path) -> None:
    asyncio.run(fill(f"sqlite:///{world.file}"))
    world.calls("backup", str(tmp_path / "plain.zip"))
    world.file.unlink()
    world.has_key()
    world.key_file.write_text(a_key())
    world.calls("restore", str(tmp_path / "plain.zip"))
    assert world.file.exists()
    assert world.readable() == []


def a_key() -> str:
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()


def doctor(world: World) -> str:
    result = CliRunner().invoke(toney, ["doctor"], catch_exceptions=False)
    del world
    return result.output
