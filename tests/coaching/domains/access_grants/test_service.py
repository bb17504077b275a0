"""Access by the person's grant: it is asked for, given, ends by itself, and leaves a trace."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import ProgrammingError
from sqlmodel import SQLModel

from coaching.domains.access_grants import service
from coaching.domains.access_grants.service import Part
from coaching.domains.admin_access.service import SignedInAdmin
from coaching.errors import Conflict, InvalidInput, NotAllowed, NotFound
from coaching.repositories import audit
from coaching.repositories.db import Db
from coaching.values.enums import AdminRole
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.support.databases import Database

pytestmark = pytest.mark.both_databases
NOW = datetime.now(UTC)
ANA = SignedInAdmin(uuid4(), "ana", AdminRole.ADMIN, has_second_factor=True)
VIEWER = SignedInAdmin(uuid4(), "vera", AdminRole.VIEWER, has_second_factor=True)
FIRST_ADMIN = SignedInAdmin(uuid4(), "admin", AdminRole.ADMIN, has_second_factor=False)
WORDS = "The letters are in the drawer."


@pytest.fixture
async def desk(database: Database) -> AsyncGenerator[Db]:
    """Return the database under the admin's role."""
    opened = Db(database.admin_url, admin=True)
    yield opened
    await opened.close()


class Mara:
    """A person with one conversation."""

    def __init__(self, db: Db, owner: UUID, conversation_id: UUID) -> None:
        self.db, self.owner, self.conversation_id = db, owner, conversation_id

    async def answers(self, *, yes: bool = True, now: datetime = NOW) -> None:
        async with self.db.unit(self.owner, write=True) as s:
            [request] = (await service.standing(s, self.owner, now=now)).waiting
            answer = service.give if yes else service.refuse
            await answer(s, self.owner, request.id, now=now)

    async def sees(self, now: datetime = NOW) -> service.Standing:
        async with self.db.unit(self.owner) as s:
            return await service.standing(s, self.owner, now=now)


@pytest.fixture
async def mara(db: Db) -> Mara:
    owner = await factories.person(db)
    session = await factories.conversation(db, owner)
    await factories.exchange(db, owner, session, WORDS)
    return Mara(db, owner, session.id)


async def asks(desk: Db, mara: Mara, *, admin: SignedInAdmin = ANA, hours: int = 24) -> None:
    await service.ask(desk, admin, mara.owner, reason="You wrote to us", hours=hours, now=NOW)


async def reads(
    desk: Db, mara: Mara, *, admin: SignedInAdmin = ANA, now: datetime = NOW
) -> list[str]:
    found = await service.read_conversation(
        desk, admin, mara.owner, mara.conversation_id, 1, now=now
    )
    return [said.text for said in found]


async def test_without_a_grant_nothing_opens(desk: Db, mara: Mara) -> None:
    for _ in range(2):
        with pytest.raises(NotAllowed):
            await reads(desk, mara)
        if not (await mara.sees()).waiting:
            await asks(desk, mara)
    await mara.answers(yes=False)
    with pytest.raises(NotAllowed):
        await reads(desk, mara)
    assert (await mara.sees()).openings == []


async def test_a_grant_opens_the_conversation_and_the_person_sees_each_look(
    desk: Db, mara: Mara
) -> None:
    await asks(desk, mara)
    [request] = (await mara.sees()).waiting
    assert (request.asked_by, request.reason, request.hours) == ("ana", "You wrote to us", 24)
    await mara.answers()
    assert (await reads(desk, mara))[0] == WORDS
    await service.open_part(desk, ANA, mara.owner, Part.MEMORIES, now=NOW)
    seen = await mara.sees()
    assert seen.live is not None
    assert seen.live.ends_at == NOW + timedelta(hours=24)
    looks = {(look.opened_by, look.part, look.session_number) for look in seen.openings}
    assert looks == {("ana", "conversation", 1), ("ana", "memories", 0)}
    async with desk.system("test") as s:
        found = [(e.actor, e.action, e.subject) for e in await audit.newest(s)]
    assert found.count(("ana", "words_opened", str(mara.owner))) == 2
    assert ("ana", "access_asked", str(mara.owner)) in found


async def test_a_grant_ends_by_itself_and_can_be_withdrawn(desk: Db, mara: Mara) -> None:
    await asks(desk, mara, hours=1)
    await mara.answers()
    with pytest.raises(NotAllowed):
        await reads(desk, mara, now=NOW + timedelta(hours=1))
    assert await reads(desk, mara)
    async with mara.db.unit(mara.owner, write=True) as s:
        await service.withdraw(s, mara.owner, now=NOW)
    with pytest.raises(NotAllowed):
        await reads(desk, mara)
    async with mara.db.unit(mara.owner, write=True) as s:
        with pytest.raises(NotFound):
            await service.withdraw(s, mara.owner, now=NOW)


async def test_a_viewer_and_an_admin_without_a_second_factor_read_nothing(
    desk: Db, mara: Mara
) -> None:
    await asks(desk, mara)
    await mara.answers()
    for admin in (VIEWER, FIRST_ADMIN):
        with pytest.raises(NotAllowed):
            await reads(desk, mara, admin=admin)
        with pytest.raises(NotAllowed):
            await asks(desk, mara, admin=admin)


async def test_one_request_waits_at_a_time_and_lapses(desk: Db, mara: Mara) -> None:
    await asks(desk, mara)
    with pytest.raises(Conflict):
        await asks(desk, mara)
    assert (await mara.sees(NOW + service.LAPSES_AFTER)).waiting == []
    with pytest.raises(InvalidInput):
        await asks(desk, mara, hours=5)
    with pytest.raises(NotFound):
        await service.ask(desk, ANA, uuid4(), reason="x", hours=1, now=NOW)


async def test_nobody_answers_for_somebody_else(db: Db, desk: Db, mara: Mara) -> None:
    await asks(desk, mara)
    [request] = (await mara.sees()).waiting
    ben = await factories.person(db)
    async with db.unit(ben, write=True) as s:
        with pytest.raises(NotFound):
            await service.give(s, ben, request.id, now=NOW)
    assert len((await mara.sees()).waiting) == 1


async def test_on_postgresql_the_admins_role_can_neither_read_nor_grant_by_itself(
    desk: Db, mara: Mara
) -> None:
    if not desk.is_postgres:
        pytest.skip("SQLite has no roles")
    await asks(desk, mara)
    texts = SQLModel.metadata.tables["messages"].c.text
    forged = sa.text("UPDATE access_grants SET given_at = now(), ends_at = now() + interval '1 d'")
    for statement in (sa.select(texts), forged):
        with pytest.raises(ProgrammingError, match="permission denied"):
            async with desk.system("test", write=True) as s:
                await (await s.connection()).execute(statement)
    async with desk.system("test") as s:
        assert await service.queries.messages(s, mara.owner, mara.conversation_id) == []
