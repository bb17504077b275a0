"""What an admin asks for at a person's request is done by the app, with its own services."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from typing import TYPE_CHECKING, cast
from unittest.mock import AsyncMock
from uuid import uuid4

import pytest
from sqlmodel import select

from coaching import bootstrap
from coaching.conversation.account_deletion import leave
from coaching.domains.people.requests import KIND_NAME, Wish
from coaching.domains.privacy import deletion_log, exports
from coaching.domains.sign_in.models import Purpose, SignInTicket
from coaching.jobs import clean_up, person_request
from coaching.llm.scripted import ScriptedLLM
from coaching.models import Job
from coaching.repositories import identities, login_sessions, users
from coaching.services import accounts, personal_data
from coaching.values.people import IdentityKind
from tests.support import every_table
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from uuid import UUID

    from coaching.agents.engine import Engine
    from coaching.bootstrap import Coaching
    from coaching.clock import FrozenClock
    from coaching.conversation.engine import TurnEngine
    from coaching.settings import Settings
    from tests.support.databases import Database


async def _does(coaching: Coaching, owner: UUID, wish: Wish) -> None:
    job = Job(
        kind=KIND_NAME,
        payload={"user": str(owner), "wish": wish.value},
        run_at=coaching.clock.now(),
    )
    await person_request.run(cast("Engine", coaching), job)


@pytest.fixture
async def coaching(
    database: Database, clock: FrozenClock, make_settings: Callable[..., Settings]
) -> AsyncGenerator[Coaching]:
    """Return the whole engine, not started."""
    settings = make_settings(database_url=database.url, toney_secret_key="a key for tests")
    built = bootstrap.build(settings, llm=ScriptedLLM(), clock=clock)
    yield built
    await built.db.close()


@pytest.fixture
async def mara(coaching: Coaching) -> UUID:
    return await every_table.fill(coaching.db, "kalimba")


@pytest.mark.both_databases
async def test_a_deletion_leaves_nobody_and_may_be_repeated(coaching: Coaching, mara: UUID) -> None:
    for _ in range(2):
        await _does(coaching, mara, Wish.DELETE)
    async with coaching.db.system("test") as s:
        assert await users.find(s, mara) is None


@pytest.mark.both_databases
async def test_signing_out_ends_every_session(coaching: Coaching, mara: UUID) -> None:
    now = coaching.clock.now()
    async with coaching.db.system("test", write=True) as s:
        token = await accounts.start_session(s, mara, now=now)
    await _does(coaching, mara, Wish.SIGN_OUT)
    assert await accounts.authenticate(coaching.db, token, now=now) is None
    async with coaching.db.unit(mara) as s:
        assert await login_sessions.for_user(s, mara, now=now, seen_after=now) == []


@pytest.mark.both_databases
async def test_an_export_is_a_file_that_only_the_server_reads(
    coaching: Coaching, mara: UUID
) -> None:
    await _does(coaching, mara, Wish.EXPORT)
    [file] = (coaching.settings.data_dir / exports.FOLDER).iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    found = json.loads(file.read_text("utf-8"))
    assert found["userId"] == str(mara)
    assert "kalimba" in str(found["tables"])


@pytest.mark.both_databases
async def test_an_export_is_deleted_by_the_clean_up_after_a_week(
    coaching: Coaching, mara: UUID
) -> None:
    now = coaching.clock.now()
    await _does(coaching, mara, Wish.EXPORT)
    folder = coaching.settings.data_dir / exports.FOLDER
    [new] = folder.iterdir()
    old = folder / "another.json"
    old.write_text("{}", "utf-8")
    for file, kept in ((new, timedelta(days=6, hours=23)), (old, timedelta(days=7, hours=1))):
        written = (now - kept).timestamp()
        os.utime(file, (written, written))
    await clean_up.CLEAN_UP.run(cast("Engine", coaching))
    assert list(folder.iterdir()) == [new]


@pytest.mark.both_databases
async def test_whoever_could_not_be_deleted_is_not_among_those_who_left(
    coaching: Coaching, mara: UUID
) -> None:
    """A restore would delete them, although they were told that they are still here."""
    folder = coaching.settings.data_dir / exports.FOLDER
    (folder / f"{mara}-2026-01-01.json").mkdir(parents=True)  # it can't be removed as a file
    with pytest.raises(OSError, match=str(mara)):
        await leave(cast("TurnEngine", coaching), mara)
    async with coaching.db.system("test") as s:
        assert await users.find(s, mara) is not None
    assert deletion_log.people(coaching.settings) == []


@pytest.mark.both_databases
async def test_links_to_the_address_of_whoever_leaves_go_along(
    coaching: Coaching, mara: UUID
) -> None:
    """Nobody was signed in when a link was asked for, so no cascade reaches it."""
    now = coaching.clock.now()
    mail = {"purpose": Purpose.EMAIL, "expires_at": now}
    async with coaching.db.system("test", write=True) as s:
        await identities.add(s, mara, kind=IdentityKind.EMAIL, subject="mara@example.org", at=now)
        for number, address in enumerate(("mara@example.org", "ben@example.org")):
            s.add(SignInTicket(token_hash=f"{number}", subject=address, label=address, **mail))
    await _does(coaching, mara, Wish.DELETE)
    async with coaching.db.system("test") as s:
        assert (await s.exec(select(SignInTicket.label))).all() == ["ben@example.org"]


@pytest.mark.both_databases
async def test_an_export_goes_with_its_person_and_others_stay(
    coaching: Coaching, mara: UUID
) -> None:
    await _does(coaching, mara, Wish.EXPORT)
    folder = coaching.settings.data_dir / exports.FOLDER
    other = folder / f"{uuid4()}-2026-01-01.json"
    other.write_text("{}", "utf-8")
    await _does(coaching, mara, Wish.DELETE)
    assert list(folder.iterdir()) == [other]


async def test_whoever_leaves_while_the_export_is_written_leaves_no_file(
    coaching: Coaching, mara: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with coaching.db.unit(mara) as s:
        read_before = await personal_data.export(s, mara, at=coaching.clock.now())
    await leave(cast("TurnEngine", coaching), mara)
    monkeypatch.setattr(personal_data, "export", AsyncMock(return_value=read_before))
    await _does(coaching, mara, Wish.EXPORT)
    assert list((coaching.settings.data_dir / exports.FOLDER).iterdir()) == []


def test_without_exports_there_is_nothing_to_delete(make_settings: Callable[..., Settings]) -> None:
    assert exports.delete_old(make_settings(), now=MONDAY_MORNING) == 0
