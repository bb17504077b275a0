from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import select

from coaching.models import (
    AddressDay,
    Admin,
    AdminSession,
    CoachMemory,
    Proposal,
    ProposalState,
    Session,
    SignInFailure,
)
from coaching.services import clean_up
from tests.support import every_table
from tests.support.every_table import LATER
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from coaching.repositories.db import Db

DAY = timedelta(days=1)
YESTERDAY, TODAY = MONDAY_MORNING - DAY, MONDAY_MORNING


@pytest.mark.both_databases
async def test_only_what_is_over_is_forgotten_also_when_it_runs_twice(db: Db) -> None:
    owner = await every_table.fill(db)
    admin = Admin(name="admin", password_hash="x")
    async with db.system("test", write=True) as s:
        s.add(admin)
        await s.flush()
        for name, day in (("old", YESTERDAY), ("new", TODAY)):
            s.add(AddressDay(day=day.date().isoformat(), address_hash=name, guests=1))
            s.add(SignInFailure(key=name, updated_at=day - timedelta(hours=1)))
        for name, end in (("old", TODAY - 8 * DAY), ("new", TODAY - 6 * DAY)):
            ended = {"token_hash": name, "last_seen_at": end, "expires_at": end}
            s.add(Session(user_id=owner, **ended))
            s.add(AdminSession(admin_id=admin.id, **ended))
            s.add(CoachMemory(user_id=owner, content=name, expires_at=end))
    for _ in range(2):
        async with db.system("test", write=True) as s:
            await clean_up.forget(s, now=TODAY)
    async with db.system("test") as s:
        assert (await s.exec(select(AddressDay.address_hash))).all() == ["new"]
        assert (await s.exec(select(SignInFailure.key))).all() == ["new"]
        assert (await s.exec(select(AdminSession.token_hash))).all() == ["new"]
        sessions = (await s.exec(select(Session))).all()
        assert sorted(row.expires_at for row in sessions) == [TODAY - 6 * DAY, LATER]
        memories = (await s.exec(select(CoachMemory))).all()
        assert sorted(m.content for m in memories if not m.active) == ["new", "old"]
        assert sum(m.active for m in memories) == 1


@pytest.mark.both_databases
async def test_an_unanswered_proposal_expires(db: Db) -> None:
    await every_table.fill(db)
    for now, expected in ((TODAY, ProposalState.OPEN), (LATER, ProposalState.EXPIRED)):
        async with db.system("test", write=True) as s:
            await clean_up.forget(s, now=now)
            assert (await s.exec(select(Proposal.state))).all() == [expected]
