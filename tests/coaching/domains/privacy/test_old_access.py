"""What a restore brings back lets nobody in who was shut out since."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import col, select, update

from coaching.domains.access_grants.models import AccessGrant
from coaching.domains.admin_access.models import AdminInvite
from coaching.domains.api_tokens import service as api_tokens
from coaching.domains.passkeys.models import Passkey
from coaching.domains.privacy import old_access
from coaching.domains.privacy.old_ways import Code, Ways
from coaching.domains.recovery_codes import service as recovery_codes
from coaching.domains.recovery_codes.models import RecoveryCode
from coaching.models import Admin, AdminSession, Identity, Session
from coaching.repositories import identities, login_sessions
from coaching.services import accounts
from coaching.values.people import IdentityKind
from tests.support import factories
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.domains.privacy.old_access import Access
    from coaching.repositories.db import Db

pytestmark = pytest.mark.both_databases
LATER = NOW + timedelta(hours=1)


async def _signed_in(db: Db, *, code: bool) -> tuple[UUID, str]:
    owner = await factories.person(db)
    async with db.system("test", write=True) as s:
        token = await accounts.start_session(s, owner, now=NOW)
        if code:
            await recovery_codes.renew(s, owner, at=NOW)
    return owner, token


async def _is_in(db: Db, token: str) -> bool:
    return await accounts.authenticate(db, token, now=LATER) is not None


async def _open_everything(db: Db, owner: UUID) -> str:
    """Let in an admin, a program and whoever has a grant or an invite."""
    until = NOW + timedelta(hours=10)
    async with db.system("test", write=True) as s:
        made = await api_tokens.make(s, owner, name="a", days=None, at=NOW)
        admin = Admin(name="eva", password_hash="old", created_at=NOW)
        s.add(admin)
        await s.flush()
        s.add(AdminSession(admin_id=admin.id, token_hash="t", last_seen_at=NOW, expires_at=until))
        s.add(AdminInvite(admin_id=admin.id, token_hash="i", created_at=NOW, expires_at=until))
        grant = AccessGrant(user_id=owner, asked_by="eva", reason="r", hours=24, lapses_at=until)
        grant.given_at, grant.ends_at = NOW, until
        s.add(grant)
    return made.token


async def test_nothing_known_ends_everything_but_the_only_way_in_of_a_guest(db: Db) -> None:
    owner, with_code = await _signed_in(db, code=True)
    _, guest = await _signed_in(db, code=False)
    token = await _open_everything(db, owner)

    done = await old_access.end(db, old_access.NOTHING_KNOWN, now=LATER)

    assert set(done.ended.values()) == {1}
    assert (done.kept_guests, done.changed_admins) == (1, ["eva"])
    assert [await _is_in(db, one) for one in (with_code, guest)] == [False, True]
    assert await api_tokens.authenticate(db, token, now=LATER) is None
    async with db.system("test") as s:
        assert (await s.exec(select(AccessGrant.withdrawn_at))).all() == [LATER]
        assert (await s.exec(select(AdminSession.revoked_at))).all() == [LATER]
        assert (await s.exec(select(AdminInvite.expires_at))).all() == [LATER]


async def test_what_the_database_before_lets_in_stays_valid(db: Db) -> None:
    owner, browser = await _signed_in(db, code=True)
    token = await _open_everything(db, owner)
    done = await old_access.end(db, await old_access.read(db, now=NOW), now=LATER)
    assert set(done.ended.values()) == {0}
    assert (done.kept_guests, done.changed_admins) == (0, [])
    assert await _is_in(db, browser)
    assert await api_tokens.authenticate(db, token, now=LATER)


async def _with_ways(db: Db) -> UUID:
    """Return a person with an address, the passkey of a phone and a recovery code."""
    owner, _ = await _signed_in(db, code=False)
    async with db.system("test", write=True) as s:
        kind, mail = IdentityKind.EMAIL, "mara@example.org"
        await identities.add(s, owner, kind=kind, subject=mail, at=NOW)
        s.add(Passkey(user_id=owner, credential_id="phone", public_key="k", created_at=NOW))
        s.add(RecoveryCode(user_id=owner, token_hash="old", created_at=NOW))
    return owner


async def _ways(db: Db) -> list[str]:
    async with db.system("test") as s:
        found = [*(await s.exec(select(Passkey.credential_id))).all()]
        found += (await s.exec(select(RecoveryCode.token_hash))).all()
        emails = select(Identity.subject).where(Identity.kind == IdentityKind.EMAIL)
        return [*found, *(await s.exec(emails)).all()]


async def _without_the_phone(db: Db) -> Access:
    """Return what a database knows in which the phone was removed and the code used."""
    before = await old_access.read(db, now=NOW)
    async with db.system("test") as s:
        [phone] = (await s.exec(select(Passkey.id))).all()
    ways = before.ways
    made = {row: one for row, one in ways.made.items() if row != phone}
    codes = dict.fromkeys(ways.codes, Code("new", LATER))
    return replace(before, ways=replace(ways, made=made, codes=codes))


async def test_the_passkey_of_a_lost_phone_and_a_code_that_was_used_stay_removed(db: Db) -> None:
    await _with_ways(db)

    done = await old_access.end(db, await _without_the_phone(db), now=LATER)

    assert done.removed_ways == 2
    assert await _ways(db) == ["new", "mara@example.org"]


async def test_a_passkey_that_is_newer_than_the_replaced_database_stays(db: Db) -> None:
    await _with_ways(db)
    known = await _without_the_phone(db)
    older = replace(known.ways, until=NOW - timedelta(days=1), codes={})

    done = await old_access.end(db, replace(known, ways=older), now=LATER)

    assert done.removed_ways == 0


async def test_nobody_is_left_without_a_way_to_sign_in(db: Db) -> None:
    owner = await _with_ways(db)
    known = await old_access.read(db, now=NOW)
    since = Ways(frozenset({owner}), until=LATER)  # what they sign in with now is in no backup

    done = await old_access.end(db, replace(known, ways=since), now=LATER)

    assert done.removed_ways == 0
    assert await _ways(db) == ["phone", "old", "mara@example.org"]


async def test_a_guest_who_signed_out_and_an_admin_with_a_new_password_are_noticed(
    db: Db,
) -> None:
    owner, guest = await _signed_in(db, code=False)
    await _open_everything(db, owner)
    async with db.system("test", write=True) as s:
        await login_sessions.revoke_all(s, owner, at=NOW)
        await s.exec(update(Admin).values(password_hash="new"))
    known = await old_access.read(db, now=NOW)
    async with db.system("test", write=True) as s:  # the backup
        await s.exec(update(Session).where(col(Session.user_id) == owner).values(revoked_at=None))
        await s.exec(update(Admin).values(password_hash="old"))

    done = await old_access.end(db, known, now=LATER)

    assert (done.ended["sessions"], done.kept_guests) == (1, 0)
    assert done.changed_admins == ["eva"]
    assert not await _is_in(db, guest)
