"""Somebody's export becomes the same person elsewhere; nobody who is there is changed."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from sqlmodel import update

from coaching.domains.privacy.importing import BadExport, import_person
from coaching.domains.recovery_codes import service as recovery_codes
from coaching.errors import Unavailable
from coaching.models import Job, Turn
from coaching.repositories import model_calls
from coaching.repositories.db import Db
from coaching.services import consent, personal_data, search
from coaching.values.enums import JobStatus, TurnStatus
from tests.support import databases, every_table, factories
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from coaching.settings import Settings

LEFT_OUT = {"consents", "passkeys", "recovery_codes", "sessions"}
ANY_ID = re.compile(r"[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}")


async def filled(db: Db) -> UUID:
    """Make a person with everything, for whom nothing is still to be done."""
    owner = await every_table.fill(db, "xqkalimba <b>")
    async with db.system("test", write=True) as s:
        await s.exec(update(Job).values(status=JobStatus.DONE))
    return owner


async def exported(db: Db, owner: UUID) -> dict[str, Any]:
    async with db.unit(owner) as s:
        return await personal_data.export(s, owner, at=NOW)


def kept(export: dict[str, Any], skipped: set[str]) -> dict[str, Any]:
    return {name: rows for name, rows in export["tables"].items() if name not in skipped and rows}


def nameless(tables: dict[str, Any]) -> dict[str, list[str]]:
    """Each row as text, its ids without their values, in an order that the ids don't decide."""
    return {
        name: sorted(ANY_ID.sub("id", json.dumps(row, sort_keys=True)) for row in rows)
        for name, rows in tables.items()
    }


@pytest.fixture
async def elsewhere(tmp_path: Path, sqlite_template: Path) -> AsyncGenerator[Db]:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    db = Db(databases.sqlite_database(sqlite_template, folder).url)
    yield db
    await db.close()


@pytest.mark.slow
@pytest.mark.both_databases
async def test_everything_arrives_elsewhere_as_it_was(
    db: Db, elsewhere: Db, settings: Settings
) -> None:
    owner = await filled(db)
    before = await exported(db, owner)

    done = await import_person(elsewhere, json.dumps(before), now=NOW)

    after = await exported(elsewhere, owner)
    assert (done.owner, done.has_new_ids) == (owner, False)
    assert set(done.skipped) >= LEFT_OUT
    assert kept(after, set(done.skipped)) == kept(before, set(done.skipped))
    async with elsewhere.unit(owner) as s:
        assert len((await search.sessions(s, owner, query="xqkalimba")).items) == 1
        assert not await consent.is_valid(s, owner, settings)
    back = await recovery_codes.sign_in(elsewhere, settings, done.code, address="a", now=NOW)
    assert back.owner == owner


@pytest.mark.both_databases
async def test_where_somebody_is_already_they_arrive_beside_themselves_with_new_ids(
    db: Db,
) -> None:
    owner = await filled(db)
    before = await exported(db, owner)

    done = await import_person(db, json.dumps(before), now=NOW)

    assert done.has_new_ids
    assert done.owner != owner
    assert await exported(db, owner) == before
    after = await exported(db, done.owner)
    old_ids = {row["id"] for rows in before["tables"].values() for row in rows if "id" in row}
    assert not old_ids & set(re.findall(ANY_ID, json.dumps(after)))
    skipped = set(done.skipped)
    assert nameless(kept(after, skipped)) == nameless(kept(before, skipped))


@pytest.mark.slow
@pytest.mark.both_databases
async def test_without_a_way_in_nobody_arrives_and_the_next_try_is_the_first(
    db: Db, elsewhere: Db, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object, **__: object) -> str:
        raise Unavailable("the disk is full")

    found = json.dumps(await exported(elsewhere, await filled(elsewhere)))
    with monkeypatch.context() as broken:
        broken.setattr(recovery_codes, "renew", full)
        with pytest.raises(Unavailable):
            await import_person(db, found, now=NOW)

    done = await import_person(db, found, now=NOW)

    assert not done.has_new_ids
    back = await recovery_codes.sign_in(db, settings, done.code, address="a", now=NOW)
    assert back.owner == done.owner


async def test_nothing_goes_on_by_itself_after_an_import(db: Db, elsewhere: Db) -> None:
    owner = await factories.person(db)
    await factories.queued_turn(db, owner, await factories.conversation(db, owner))
    found = await exported(db, owner)
    await import_person(elsewhere, json.dumps(found), now=NOW)
    tables = (await exported(elsewhere, owner))["tables"]
    assert [row["status"] for row in tables[Turn.__tablename__]] == [TurnStatus.INTERRUPTED]
    assert [row for row in tables[Job.__tablename__] if row["status"] in {"due", "running"}] == []


async def test_what_calls_cost_elsewhere_changes_no_limit_here(db: Db, elsewhere: Db) -> None:
    """A file could hold a cost below zero, or one that stops everybody's model for a day."""
    found = await exported(db, await filled(db))
    for row in found["tables"]["model_calls"]:
        row |= {"cost_microusd": -1_000_000_000, "created_at": NOW.isoformat()}
    for row in found["tables"]["usage_days"]:
        row["used"] = -1000
    done = await import_person(elsewhere, json.dumps(found), now=NOW)
    assert "model_calls" in done.skipped
    tables = (await exported(elsewhere, done.owner))["tables"]
    assert (tables["model_calls"], tables["usage_days"][0]["used"]) == ([], 0)
    async with elsewhere.system("test") as s:
        assert await model_calls.cost_between(s, NOW, NOW + timedelta(days=1)) == 0


async def test_a_file_gives_no_larger_tier_than_the_instance_does(db: Db, elsewhere: Db) -> None:
    found = await exported(db, await factories.person(db, tier="unlimited"))
    done = await import_person(elsewhere, json.dumps(found), now=NOW)
    (profile,) = (await exported(elsewhere, done.owner))["tables"]["profiles"]
    assert profile["tier"] == "free"


async def test_what_this_version_does_not_know_is_left_out_by_name(db: Db, elsewhere: Db) -> None:
    found = await exported(db, await every_table.fill(db))
    found["tables"]["boats"] = [{"user_id": found["userId"], "title": "A boat"}]
    found["tables"]["wins"][0]["colour"] = "green"
    done = await import_person(elsewhere, json.dumps(found), now=NOW)
    assert done.skipped["boats"] == "this version of Toney has no such table"
    assert done.rows["wins"] == 1


BROKEN = {
    "no JSON": lambda _: "{",
    "a list": lambda _: "[]",
    "another format": lambda found: found | {"format": "something"},
    "a newer version": lambda found: found | {"version": 2},
    "nobody": lambda found: found | {"tables": found["tables"] | {"users": []}},
    "somebody else's row": lambda found: with_win(found, user_id=str(uuid4())),
    "a wrong date": lambda found: with_win(found, created_at="yesterday"),
    "a wrong reference": lambda found: with_turn(found, conversation_id=str(uuid4())),
    "the same row twice": lambda found: (
        found | {"tables": found["tables"] | {"wins": found["tables"]["wins"] * 2}}
    ),
    "tables that are none": lambda found: found | {"tables": 7},
}


def with_win(found: dict[str, Any], **changes: Any) -> dict[str, Any]:
    wins = [row | changes for row in found["tables"]["wins"]]
    return found | {"tables": found["tables"] | {"wins": wins}}


def with_turn(found: dict[str, Any], **changes: Any) -> dict[str, Any]:
    turns = [row | changes for row in found["tables"]["turns"]]
    return found | {"tables": found["tables"] | {"turns": turns}}


async def test_a_file_that_does_not_fit_is_refused_and_changes_nothing(
    db: Db, elsewhere: Db
) -> None:
    found = await exported(db, await every_table.fill(db, "xqkalimba"))
    for name, broken in BROKEN.items():
        made = broken(found)
        with pytest.raises(BadExport) as refused:
            await import_person(
                elsewhere, made if isinstance(made, str) else json.dumps(made), now=NOW
            )
        assert "xqkalimba" not in str(refused.value), name
        async with elsewhere.system("test") as s:
            connection = await s.connection()
            assert (await connection.exec_driver_sql("SELECT count(*) FROM users")).scalar() == 0
