"""The commands about a person: who there is, everything of them, and their end."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

import pytest
from click.testing import CliRunner
from sqlmodel import select

from coaching.cli.main import toney
from coaching.clock import SystemClock
from coaching.domains.privacy import deletion_log, exports
from coaching.errors import NotFound
from coaching.models import Job
from coaching.repositories import batches, consents
from coaching.repositories.db import Db
from coaching.services import accounts
from coaching.settings import Settings
from tests.support import every_table
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime
    from pathlib import Path
    from uuid import UUID

    from click.testing import Result

T = TypeVar("T")


def call(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(toney, arguments, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


@pytest.fixture
def anna(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> UUID:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    (folder / "toney.db").write_bytes(sqlite_template.read_bytes())
    monkeypatch.setenv("TONEY_DATA_DIR", str(folder))
    return asyncio.run(_fill(f"sqlite:///{folder / 'toney.db'}"))


async def _fill(url: str) -> UUID:
    db = Db(url)
    try:
        return await every_table.fill(db, "xqkalimba")
    finally:
        await db.close()


def test_people_are_listed_by_each_command_that_takes_one(anna: UUID) -> None:
    for command in ("export", "set-tier", "delete", "strategist", "import-notes", "export-notes"):
        (line,) = call(command, "--list").output.splitlines()
        assert line.startswith(f"{anna}  Anna xqkalimba")
        assert line.endswith("1 messages")


def test_a_tier_is_set_by_its_name_for_somebody_who_is_there(anna: UUID) -> None:
    said = call("set-tier", str(anna), "pro").output
    assert said == f"{anna} had free and has pro now: 5 active dreams.\n"
    assert "had pro" in call("set-tier", str(anna), "unlimited").output
    assert "'free', 'pro', 'unlimited'" in call("set-tier", str(anna), "gold", status=2).output
    with pytest.raises(NotFound):
        call("set-tier", str(uuid4()), "pro")


def test_notes_come_from_a_folder_and_go_into_a_zip(anna: UUID, tmp_path: Path) -> None:
    vault, packed = tmp_path / "vault", tmp_path / "notes.zip"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / ".obsidian" / "app.json").write_text("{}")
    (vault / "Film.md").write_text("No sums. [[Sums xqkalimba]]")
    (vault / "a.pdf").write_text("%PDF")
    said = call("import-notes", str(anna), str(vault)).output.splitlines()
    assert said == ["1 notes added", "left out: a.pdf (not markdown)"]
    call("export-notes", str(anna), str(packed))
    again = call("import-notes", str(anna), str(packed)).output.splitlines()
    assert again[0] == "0 notes added"
    assert "left out: Film.md (already there)" in again


def test_a_deletion_needs_a_yes_and_prints_a_receipt_that_holds(anna: UUID, tmp_path: Path) -> None:
    assert "add --yes" in call("delete", str(anna), status=2).output
    assert str(anna) in call("delete", "--list").output
    receipt = tmp_path / "receipt.json"
    receipt.write_text(call("delete", str(anna), "--yes", "--json").output)

    assert call("delete", "--list").output == ""
    assert deletion_log.people(Settings()) == [anna]
    raw = b"".join(file.read_bytes() for file in (tmp_path / "data").glob("toney.db*"))
    assert b"kalimba" not in raw
    found = json.loads(call("verify-receipt", str(receipt), "--json").output)
    assert found["user_id"] == str(anna)
    said = call("verify-receipt", str(receipt), "--key", found["public_key"]).output
    assert f"rows of {anna} were deleted" in said
    with pytest.raises(NotFound):
        call("delete", str(anna), "--yes")


def test_a_deletion_takes_the_files_of_exports_along(anna: UUID, tmp_path: Path) -> None:
    file = exports.write(Settings(), anna, {"words": "xqkalimba"}, now=MONDAY_MORNING)
    assert file.is_relative_to(tmp_path)
    call("delete", str(anna), "--yes")
    assert not file.exists()


def test_a_deletion_has_the_batch_at_the_provider_deleted_now(anna: UUID) -> None:
    asyncio.run(_in_db(_wait_for_a_batch, anna))
    call("delete", str(anna), "--yes")
    left = asyncio.run(_in_db(_run_at_of_the_deletion, anna))
    assert left <= SystemClock().now()


async def _in_db(do: Callable[[Db, UUID], Awaitable[T]], owner: UUID) -> T:
    db = Db.of(Settings())
    try:
        return await do(db, owner)
    finally:
        await db.close()


async def _wait_for_a_batch(db: Db, owner: UUID) -> None:
    now = SystemClock().now()
    async with db.unit(owner, write=True) as s:
        kept = {batches.BATCH: {"id": "b1"}}
        s.add(Job(user_id=owner, kind="strategist", payload=kept, run_at=now, created_at=now))
    async with db.system("test", write=True) as s:
        await batches.forget_at(s, "b1", at=now + timedelta(hours=25), now=now)


async def _run_at_of_the_deletion(db: Db, _owner: UUID) -> datetime:
    async with db.system("test") as s:
        return (await s.exec(select(Job.run_at).where(Job.kind == batches.FORGET))).one()


def test_prune_says_what_would_go_before_it_does(anna: UUID) -> None:
    del anna
    said = call("prune").output
    assert "1  model calls" not in said or "Nothing was deleted: add --yes." in said
    assert json.loads(call("prune", "--yes", "--json").output)["deleted"] is True
    assert json.loads(call("prune", "--json").output)["found"]["silent_guests"] == 0


def test_who_left_does_not_come_back_with_a_backup(anna: UUID, tmp_path: Path) -> None:
    backup = tmp_path / "backup.zip"
    call("backup", str(backup))
    call("delete", str(anna), "--yes")
    restored = json.loads(call("restore", str(backup), "--yes", "--json").output)
    assert restored["deleted_again"] == 1
    assert call("delete", "--list").output == ""


def test_a_consent_that_was_withdrawn_does_not_come_back_with_a_backup(
    anna: UUID, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.zip"
    call("backup", str(backup))
    deletion_log.note_withdrawn(Settings(), anna, at=SystemClock().now())
    restored = json.loads(call("restore", str(backup), "--yes", "--json").output)
    assert restored["withdrawn_again"] == 1
    found = json.loads(call("export", str(anna)).output)["tables"]["consents"]
    assert all(one["withdrawn_at"] for one in found)

    asyncio.run(_in_db(_agrees, anna))
    later = tmp_path / "later.zip"
    call("backup", str(later))
    (tmp_path / "data" / "toney.db").unlink()
    restored = json.loads(call("restore", str(later), "--json").output)
    assert restored["withdrawn_again"] == 0, "they have agreed again since"


async def _agrees(db: Db, owner: UUID) -> None:
    async with db.unit(owner, write=True) as s:
        await consents.give(s, owner, text_version="1", provider="", at=SystemClock().now())


def test_a_browser_that_was_signed_out_is_not_let_in_again_by_a_restore(
    anna: UUID, tmp_path: Path
) -> None:
    token = asyncio.run(_in_db(_sign_in, anna))
    kept = asyncio.run(_in_db(_sign_in, anna))
    backup = tmp_path / "backup.zip"
    call("backup", str(backup))
    asyncio.run(_in_db(partial(_sign_out, token=token), anna))
    said = call("restore", str(backup), "--yes").output
    assert "Ended, because they may have been ended since: 1 signed-in browsers" in said
    assert asyncio.run(_in_db(partial(_owner_of, token=token), anna)) is None
    assert asyncio.run(_in_db(partial(_owner_of, token=kept), anna)) == anna

    for copy in (tmp_path / "data" / "backups").iterdir():
        copy.unlink()  # it may have been made within this second
    (tmp_path / "data" / "toney.db").write_bytes(b"a disk that failed " * 100)
    restored = json.loads(call("restore", str(backup), "--yes", "--json").output)
    assert restored["access"]["ended"]["sessions"] >= 1, "nothing is known of a broken file"
    assert asyncio.run(_in_db(partial(_owner_of, token=kept), anna)) is None


async def _sign_in(db: Db, owner: UUID) -> str:
    async with db.system("test", write=True) as s:
        return await accounts.start_session(s, owner, now=SystemClock().now())


async def _sign_out(db: Db, owner: UUID, token: str) -> None:
    async with db.unit(owner, write=True) as s:
        await accounts.sign_out(s, owner, token, now=SystemClock().now())


async def _owner_of(db: Db, _owner: UUID, token: str) -> UUID | None:
    return await accounts.authenticate(db, token, now=SystemClock().now())


def test_whoever_comes_back_by_an_import_is_not_deleted_by_a_restore(
    anna: UUID, tmp_path: Path
) -> None:
    file, backup = tmp_path / "anna.json", tmp_path / "backup.zip"
    exported = json.loads(call("export", str(anna)).output)
    exported["tables"]["model_calls"] = []  # they stay here, under their ids
    file.write_text(json.dumps(exported), "utf-8")
    call("delete", str(anna), "--yes")
    back = json.loads(call("import", str(file), "--json").output)["owner"]
    call("backup", str(backup))
    restored = json.loads(call("restore", str(backup), "--yes", "--json").output)
    assert restored["deleted_again"] == 0
    (line,) = call("delete", "--list").output.splitlines()
    assert line.startswith(back)


def test_an_export_is_imported_beside_the_person_it_came_from(anna: UUID, tmp_path: Path) -> None:
    file = tmp_path / "anna.json"
    file.write_text(call("export", str(anna)).output)
    done = json.loads(call("import", str(file), "--json").output)
    assert (done["has_new_ids"], "sessions" in done["skipped"]) == (True, True)
    listed = call("export", "--list").output.splitlines()
    assert len(listed) == 2
    said = call("import", str(file)).output
    assert "left out: consents" in said
    assert "Recovery code to sign in with, shown this once: " in said
