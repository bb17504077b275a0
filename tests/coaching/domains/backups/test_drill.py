"""The drill: a backup while turns run, put back where nothing was, with all that it says it has."""

from __future__ import annotations

import asyncio
import hashlib
import stat
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4
from zipfile import ZipFile

import pytest
import sqlalchemy as sa
from sqlmodel import col, func, select, update

from coaching import bootstrap
from coaching.conversation import take_turn
from coaching.domains.backups import archive, service
from coaching.domains.backups.archive import BrokenBackup
from coaching.domains.backups.service import Place, WrongVersion
from coaching.domains.metrics.models import LateRow, RollUp
from coaching.errors import Conflict
from coaching.models import Turn
from coaching.repositories import migrations
from coaching.repositories.db import Db
from coaching.values.enums import TurnKind
from tests.support import every_table, factories, invariants
from tests.support.factories import MONDAY_MORNING
from tests.support.postgres import SINGLE
from tests.support.talker import Talker

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator
    from pathlib import Path

    from coaching.clock import FrozenClock
    from coaching.settings import Settings
    from tests.support.databases import Database
    from tests.support.postgres import Server

pytestmark = pytest.mark.both_databases
PEOPLE = 4
# A local header of a zip file without its name; ours have no extra field.
ZIP_HEADER = 30


@pytest.fixture
def elsewhere(
    database: Database, request: pytest.FixtureRequest, tmp_path: Path
) -> Generator[Place]:
    """Yield a database that does not exist yet, or has no tables."""
    if not database.is_postgres:
        url = f"sqlite:///{tmp_path / 'new' / 'toney.db'}"
        yield Place(url, url)
        return
    server: Server = request.getfixturevalue("postgres_server")
    with server.database("restored") as name:
        yield Place(server.url(name, role=SINGLE), server.url(name, role="toney_owner"))


@pytest.mark.slow
async def test_a_backup_while_turns_run_is_whole_and_comes_back_as_it_was(
    database: Database,
    make_settings: Callable[..., Settings],
    clock: FrozenClock,
    elsewhere: Place,
    tmp_path: Path,
) -> None:
    coaching = bootstrap.build(make_settings(database_url=database.url), llm=Talker(), clock=clock)
    await every_table.fill(coaching.db, "a canary — niño 🙂 \\N \t tab")
    people = [await factories.person(coaching.db, provider="Anthropic") for _ in range(PEOPLE)]
    await coaching.start()
    is_over = asyncio.Event()

    async def talk(number: int) -> None:
        while not is_over.is_set():
            async for _ in take_turn(coaching, people[number], "It went well", str(uuid4())):
                pass

    talks = [asyncio.create_task(talk(number)) for number in range(PEOPLE)]
    busy, quiet = tmp_path / "busy.zip", tmp_path / "quiet.zip"
    try:
        await asyncio.to_thread(service.make, database.owner_url, busy, clock.now())
    finally:
        is_over.set()
        await asyncio.gather(*talks)
        await coaching.stop()
    await asyncio.to_thread(service.make, database.owner_url, quiet, clock.now())

    manifest, copy = await _restored(busy, elsewhere, tmp_path)
    assert copy is None
    assert _rows(elsewhere) == manifest.rows
    assert invariants.violations(elsewhere.owner_url) == []
    assert not migrations.heads_differ(elsewhere.owner_url)

    _, copy = await _restored(quiet, elsewhere, tmp_path, replace=True)
    assert copy is not None
    assert archive.check(copy).rows == manifest.rows
    assert _hashes(elsewhere.owner_url) == _hashes(database.owner_url)
    assert stat.S_IMODE(quiet.stat().st_mode) == 0o600

    opened = Db(elsewhere.url)
    try:
        await every_table.fill(opened)  # policies, keys and the search stand again
    finally:
        await opened.close()


@pytest.mark.slow
async def test_a_backup_with_days_that_are_added_up_comes_back(
    database: Database, elsewhere: Place, tmp_path: Path
) -> None:
    """Triggers note rows that come late; those of a backup are as late as can be."""
    await _fill(database.url)
    async with _opened(database.url) as db, db.system("test", write=True) as s:
        later = MONDAY_MORNING + timedelta(days=30)
        s.add(RollUp(key="calls", made_with="test", until=later))
    file = tmp_path / "days.zip"
    await asyncio.to_thread(service.make, database.owner_url, file, MONDAY_MORNING)
    manifest, _ = await _restored(file, elsewhere, tmp_path)
    assert manifest.rows["roll_ups"] == 1
    assert _hashes(elsewhere.owner_url) == _hashes(database.owner_url)
    async with _opened(elsewhere.url) as db, db.system("test", write=True) as s:
        await s.exec(update(Turn).values(kind=TurnKind.MESSAGE))  # the triggers stand again
        assert (await s.exec(select(func.count(col(LateRow.id))))).one() > 0


def test_what_is_there_is_not_replaced_without_being_told_to(
    database: Database, tmp_path: Path
) -> None:
    place = Place(database.url, database.owner_url)
    file = tmp_path / "one.zip"
    asyncio.run(_fill(database.url))
    service.make(place.owner_url, file, MONDAY_MORNING)
    before = _hashes(place.owner_url)
    with pytest.raises(Conflict, match="add --yes"):
        service.restore(file, place, replace=False, copies=tmp_path, now=MONDAY_MORNING)
    with pytest.raises(Conflict, match="exists already"):
        service.make(place.owner_url, file, MONDAY_MORNING)
    assert _hashes(place.owner_url) == before


def _inside_of_the_largest(file: Path) -> int:
    """Return the place of a byte that belongs to what is stored, not to a name or a date."""
    with ZipFile(file) as packed:
        largest = max(packed.infolist(), key=lambda entry: entry.compress_size)
    begins = largest.header_offset + ZIP_HEADER + len(largest.filename.encode())
    return begins + largest.compress_size // 2


def test_a_damaged_file_or_one_of_another_version_changes_nothing(
    database: Database, tmp_path: Path
) -> None:
    place = Place(database.url, database.owner_url)
    file, damaged, foreign = (tmp_path / f"{name}.zip" for name in "abc")
    asyncio.run(_fill(database.url))
    service.make(place.owner_url, file, MONDAY_MORNING)
    before = _hashes(place.owner_url)
    whole, middle = file.read_bytes(), _inside_of_the_largest(file)
    # One flipped bit may unpack to the same words where a text repeats itself.
    wrong_bytes = bytes(byte ^ 0xFF for byte in whole[middle : middle + 16])
    damaged.write_bytes(whole[:middle] + wrong_bytes + whole[middle + 16 :])
    with ZipFile(file) as old, ZipFile(foreign, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            is_manifest = name == archive.MANIFEST
            new.writestr(
                name, text.replace(b'"revision": "0', b'"revision": "9') if is_manifest else text
            )
    for wrong, why in ((damaged, BrokenBackup), (foreign, WrongVersion)):
        with pytest.raises(why):
            service.restore(wrong, place, replace=True, copies=tmp_path, now=MONDAY_MORNING)
    with pytest.raises(BrokenBackup, match="not a backup"):
        archive.check(_text(tmp_path / "note.zip"))
    assert _hashes(place.owner_url) == before


def test_only_the_newest_of_a_name_are_kept(sqlite_database: Database, tmp_path: Path) -> None:
    folder, now = tmp_path / "backups", MONDAY_MORNING
    for day in range(4):
        now = MONDAY_MORNING + timedelta(days=day)
        service.make_in(folder, sqlite_database.url, name="daily", keep=2, now=now)
    assert len(list(folder.iterdir())) == 2
    assert service.newest(folder, now=now) == now


def test_a_file_that_cannot_be_read_is_moved_aside_and_replaced(
    sqlite_database: Database, tmp_path: Path
) -> None:
    file, database = tmp_path / "one.zip", tmp_path / "toney.db"
    service.make(sqlite_database.url, file, MONDAY_MORNING)
    database.write_bytes(b"a disk that failed " * 100)
    place = Place(sqlite_database.url, sqlite_database.url)
    _, aside = service.restore(file, place, replace=True, copies=tmp_path, now=MONDAY_MORNING)
    assert aside is not None
    assert aside.read_bytes().startswith(b"a disk that failed")
    assert not migrations.heads_differ(place.url)


async def _fill(url: str) -> None:
    async with _opened(url) as db:
        await every_table.fill(db)


@asynccontextmanager
async def _opened(url: str) -> AsyncGenerator[Db]:
    db = Db(url)
    try:
        yield db
    finally:
        await db.close()


async def _restored(
    file: Path, place: Place, copies: Path, *, replace: bool = False
) -> tuple[archive.Manifest, Path | None]:
    return await asyncio.to_thread(
        service.restore, file, place, replace=replace, copies=copies, now=MONDAY_MORNING
    )


@contextmanager
def _connected(url: str) -> Generator[sa.Connection]:
    engine = migrations.migration_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _rows(place: Place) -> dict[str, int]:
    with _connected(place.owner_url) as connection:
        names = set(sa.inspect(connection).get_table_names())
        names = {name for name in names if not name.startswith("search_fts")}
        if place.url.startswith("postgres"):
            names.discard("alembic_version")
        count = "SELECT count(*) FROM {}"
        return {
            name: connection.exec_driver_sql(count.format(name)).scalar_one()
            for name in sorted(names)
        }


def _hashes(url: str) -> dict[str, str]:
    """Return a hash of the rows of each table, whatever their order."""
    with _connected(url) as connection:
        found = {}
        for name in sa.inspect(connection).get_table_names():
            rows = connection.exec_driver_sql("SELECT * FROM {}".format(name)).all()  # noqa: S608, UP032
            text = "\n".join(sorted(repr(tuple(row)) for row in rows))
            found[name] = hashlib.sha256(text.encode()).hexdigest()
        return found


def _text(file: Path) -> Path:
    file.write_text("not a backup")
    return file
