"""`toney doctor`: quiet about what is good, clear about what to do."""

from __future__ import annotations

import base64
import json
import os
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from coaching.cli.checks import access, data, machine, outside, privacy
from coaching.cli.checks.finding import Note, Unsafe, look
from coaching.cli.main import toney
from coaching.serving.failures import NoDataFolder
from tests.support.mailbox import mailbox
from tests.support.openid_provider import openid_provider

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    from coaching.settings import Settings
    from tests.support.databases import Database

LONG = "a long enough key for all of these tests"
WRONG = {
    "address": [
        {"public_url": "http://toney.example"},
        {"admin_url": "http://10.0.0.7:3001"},
        {"host": "0.0.0.0"},  # noqa: S104 - what is refused
    ],
    "proxy": [{"trusted_proxies": "*"}, {"public_url": "https://toney.example"}],
    "admin": [{"admin_password": "secret"}],
    "secret key": [{"toney_secret_key": "short"}],
    "metrics": [{"metrics_token": "short"}],
    "clock": [{"test_clock_file": "shift"}],
    "backups": [{"backups_kept": 0}],
}
RIGHT = {
    "address": {"host": "0.0.0.0", "public_url": "https://a.example"},  # noqa: S104
    "proxy": {"public_url": "https://a.example", "trusted_proxies": "10.0.0.1"},
    "admin": {"admin_password": LONG},
    "secret key": {"toney_secret_key": LONG},
    "metrics": {"metrics_token": LONG},
    "clock": {},
    "backups": {},
}
CHECKS = {**access.CHECKS, **data.CHECKS, **machine.CHECKS, **outside.CHECKS}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "data"
    monkeypatch.setenv("TONEY_DATA_DIR", str(made))
    monkeypatch.setenv("PORT", "4120")
    monkeypatch.setenv("ADMIN_PORT", "4121")
    return made


def test_nothing_is_bad_on_a_fresh_machine_and_each_room_is_looked_at(folder: Path) -> None:
    found = CliRunner().invoke(toney, ["doctor", "--json"], catch_exceptions=False)
    findings = json.loads(found.output)["findings"]
    assert [finding for finding in findings if not finding["is_good"]] == []
    assert {finding["name"] for finding in findings} >= set(CHECKS)
    assert found.exit_code == 0
    assert not folder.exists()


def test_what_is_switched_off_is_named_with_the_setting_that_switches_it_on(folder: Path) -> None:
    said = CliRunner().invoke(toney, ["doctor"], catch_exceptions=False).output
    for setting in (
        "ANTHROPIC_API_KEY",
        "BRAVE_SEARCH_API_KEY",
        "GOOGLE_CLIENT_ID",
        "OPERATOR_CONTACT",
        "SMTP_URL",
        "TONEY_DATABASE_KEY_FILE",
    ):
        assert setting in said, setting


def test_what_is_wrong_is_one_line_and_a_status(folder: Path) -> None:
    folder.mkdir(mode=0o755)
    found = CliRunner().invoke(toney, ["doctor"], catch_exceptions=False)
    assert found.exit_code == 1
    assert f"BAD   data       others may look into {folder}" in found.output


@pytest.mark.parametrize("name", WRONG)
def test_an_unsafe_setting_is_named_and_a_safe_one_is_not(
    name: str, make_settings: Callable[..., Settings]
) -> None:
    for changes in WRONG[name]:
        found = look(name, CHECKS[name], make_settings(**changes))
        assert found.sign == "BAD", changes
        assert any(key.upper() in found.says for key in changes), found.says
    assert look(name, CHECKS[name], make_settings(**RIGHT[name])).is_good


def test_a_folder_with_open_files_or_without_room_is_bad(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = settings.data_dir
    folder.mkdir(mode=0o700)
    assert look("data", CHECKS["data"], settings).is_good
    (folder / "secret_key").touch(mode=0o644)
    with pytest.raises(NoDataFolder, match="others may read secret_key"):
        CHECKS["data"](settings)
    monkeypatch.setattr(machine, "TOO_LITTLE", 1 << 40)
    with pytest.raises(Unsafe, match="make room"):
        CHECKS["space"](settings)


def test_the_key_of_pushes_and_whom_a_push_service_may_write_to(
    make_settings: Callable[..., Settings],
) -> None:
    look_at = CHECKS["push"]
    assert "at the next start" in look_at(make_settings(toney_secret_key=""))
    secret = {"toney_secret_key": LONG}
    assert "PUBLIC_URL" in look_at(make_settings(**secret, public_url=""))
    found = look_at(make_settings(**secret, public_url="https://toney.example"))
    assert "write to https://toney.example" in found
    settings = make_settings(toney_secret_key="", public_url="https://toney.example")
    settings.data_dir.mkdir()
    (settings.data_dir / "secret_key").write_text(LONG, "utf-8")
    assert look_at(settings) == found


def test_an_old_backup_is_bad(settings: Settings) -> None:
    folder = settings.data_dir / "backups"
    folder.mkdir(parents=True)
    for days, is_good in ((30, False), (1, True)):
        made = datetime.now(UTC) - timedelta(days=days)
        (folder / f"daily-{made:%Y%m%dT%H%M%SZ}.zip").touch()
        assert look("backups", CHECKS["backups"], settings).is_good is is_good


def test_whether_words_are_encrypted_is_said_with_what_is_unsafe_about_it(
    make_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    plain = CHECKS["words"](make_settings())
    assert isinstance(plain, Note)
    assert "not encrypted" in plain
    server = CHECKS["words"](make_settings(database_url="postgresql://db/toney"))
    assert "encrypt its server's disk" in server
    folder, key = tmp_path / "data", base64.urlsafe_b64encode(b"k" * 32).decode()
    (folder / "backups").mkdir(parents=True)
    for place in (tmp_path, folder):
        (place / "key").write_text(key)
        (place / "key").chmod(0o600)
    elsewhere = make_settings(toney_database_key_file=str(tmp_path / "key"))
    assert CHECKS["words"](elsewhere) == "encrypted, backups too"
    beside = make_settings(toney_database_key_file=str(folder / "key"))
    for settings, says in ((beside, "is beside what it encrypts"), (elsewhere, "chmod 600")):
        with pytest.raises(Unsafe, match=says):
            CHECKS["words"](settings)
        (tmp_path / "key").chmod(0o644)
    (tmp_path / "key").chmod(0o600)
    sqlite3.connect(folder / "backups" / "pre-0001.db").executescript("CREATE TABLE a (b)").close()
    with pytest.raises(Unsafe, match="1 backups are not encrypted"):
        CHECKS["words"](elsewhere)


def test_a_damaged_database_is_found(settings: Settings, sqlite_template: Path) -> None:
    settings.data_dir.mkdir()
    file = shutil.copyfile(sqlite_template, settings.data_dir / "toney.db")
    assert "whole" in CHECKS["database"](settings)
    size = file.stat().st_size
    with file.open("r+b") as stream:
        for page in range(3, size // 4096):
            os.pwrite(stream.fileno(), b"\xff" * 2048, page * 4096)
    assert not look("database", CHECKS["database"], settings).is_good


def test_logins_that_see_too_much_are_named(
    postgres_database: Database, make_settings: Callable[..., Settings]
) -> None:
    for url, says in (
        (postgres_database.administrator_url, "stands above row-level security"),
        (postgres_database.owner_url, "owns tables"),
        (postgres_database.url, "one login sees everybody: set SYSTEM_DATABASE_URL"),
    ):
        with pytest.raises(Unsafe, match=says):
            CHECKS["roles"](make_settings(database_url=url))
    single = make_settings(
        database_url=postgres_database.url, system_database_url=postgres_database.owner_url
    )
    with pytest.raises(Unsafe, match="REVOKE toney_system, toney_admin FROM"):
        CHECKS["roles"](single)


def test_a_provider_that_refuses_or_has_other_models_is_told(
    make_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(CHECKS["model"](make_settings()), Note)
    away = make_settings(anthropic_api_key="a key", anthropic_base_url="http://127.0.0.1:9")
    with pytest.raises(Unsafe, match="no connection"):
        CHECKS["model"](away)


def test_prices_are_told_and_a_wrong_file_or_a_model_without_a_price_is_named(
    make_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    file = tmp_path / "prices.toml"
    named = {"anthropic_api_key": "a key", "model_prices_file": str(file)}
    assert CHECKS["prices"](make_settings()) == "the built-in prices of 2026-10-08"
    missing = look("prices", CHECKS["prices"], make_settings(**named))
    assert (missing.sign, missing.says) == ("BAD", f"{file}: No such file or directory")

    rest = "cache_read = 1\ncache_write_5m = 1\ncache_write_1h = 1\n"
    file.write_text(
        f'[[price]]\nmodel = "new"\nsince = 2026-11-01\ninput = 1\noutput = 2.5\n{rest}'
    )
    told = CHECKS["prices"](make_settings(**named, coach_model="new"))
    assert told.startswith("prices.toml: new $1 in, $2.5 out since 2026-11-01; beside them ")
    assert not isinstance(told, Note)

    unknown = CHECKS["prices"](make_settings(anthropic_api_key="a key", coach_model="other"))
    assert isinstance(unknown, Note)
    assert "other has no price" in unknown


def test_a_mail_server_and_google_are_tried(make_settings: Callable[..., Settings]) -> None:
    with mailbox() as box, openid_provider() as provider:
        answers = make_settings(
            smtp_url=f"smtp://127.0.0.1:{box.port}",
            google_client_id="toney",
            google_client_secret=LONG,
            google_discovery_url=provider.discovery,
        )
        assert look("mail", CHECKS["mail"], answers).sign == "good"
        assert look("google", CHECKS["google"], answers).says.startswith("allow http://localhost")
    for name in ("mail", "google"):
        assert look(name, CHECKS[name], answers).sign == "BAD"
        assert look(name, CHECKS[name], make_settings()).sign == "note"


@pytest.mark.slow
def test_keys_are_rotated_and_lost_ones_are_named(folder: Path) -> None:
    def call(*arguments: str) -> Result:
        return CliRunner().invoke(toney, arguments, catch_exceptions=False)

    call("migrate")
    first = (folder / "encryption_keys").read_text()
    done = json.loads(call("keys", "rotate", "--json").output)
    assert done["encrypted"] == 1
    [kept] = folder.glob("encryption_keys.before-*")
    assert (done["old_keys"], kept.read_text()) == ([str(kept)], first)
    second = (folder / "encryption_keys").read_text()
    assert second not in {first, ""}
    assert "," not in second
    assert (folder / "encryption_keys").stat().st_mode & 0o077 == 0
    assert "good  encryption" in call("doctor").output
    (folder / "encryption_keys").write_text(first)
    assert "BAD   encryption the keys don't fit the database" in call("doctor").output


def test_backups_that_stay_longer_than_is_told_are_named(
    make_settings: Callable[..., Settings], tmp_path: Path
) -> None:
    settings = make_settings(toney_data_dir=tmp_path, backup_days=30, backups_kept=7)
    check = privacy.CHECKS["retention"]
    assert check(settings) == "backups are deleted after 30 days"
    more = make_settings(toney_data_dir=tmp_path, backup_days=30, backups_kept=60)
    assert isinstance(told := check(more), Note)
    assert "BACKUPS_KEPT=60" in told
    (tmp_path / "backups").mkdir()
    for age in (20, 40):
        copy = tmp_path / "backups" / f"daily-{age}.zip"
        copy.touch()
        at = (datetime.now(UTC) - timedelta(days=age)).timestamp()
        os.utime(copy, (at, at))
    with pytest.raises(Unsafe, match="1 in `backups` are older than BACKUP_DAYS=30"):
        check(settings)
