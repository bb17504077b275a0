"""When a guest is offered to save their place: once, when there is something to lose."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.domains.passkeys.models import Passkey
from coaching.domains.recovery_codes import service as recovery_codes
from coaching.domains.sign_in import ways
from coaching.models import IdentityKind
from coaching.repositories import login_sessions
from coaching.services import accounts, profiles, safety_events
from coaching.values.devices import Device
from coaching.values.enums import PrescribedBy, SafetyLevel
from coaching.values.safety import SafetyVerdict
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db

LATER = MONDAY_MORNING + timedelta(hours=1)


async def _signed_in(db: Db, owner: UUID) -> None:
    async with db.system("a test", write=True) as s:
        ends_at = MONDAY_MORNING + accounts.ABSOLUTE
        await login_sessions.add(
            s, owner, token_hash="h", at=MONDAY_MORNING, expires_at=ends_at, device=Device()
        )


async def _settled(db: Db, **profile: Any) -> UUID:
    return await factories.person(db, onboarding_completed_at=MONDAY_MORNING, **profile)


async def _is_due(db: Db, owner: UUID) -> bool:
    async with db.unit(owner) as s:
        return (await ways.offer(s, owner, at=LATER)).is_due


async def test_it_is_offered_with_the_first_card_that_was_kept(db: Db) -> None:
    owner = await _settled(db)
    assert not await _is_due(db, owner)
    await factories.card(db, owner, prescribed_by=PrescribedBy.STRATEGIST)
    assert not await _is_due(db, owner), "a card that Toney wrote and they haven't accepted"
    await factories.card(db, owner, prescribed_by=PrescribedBy.USER)
    assert await _is_due(db, owner)


async def test_it_is_offered_after_the_second_session(db: Db) -> None:
    owner = await _settled(db)
    for is_due in (False, True):
        session = await factories.conversation(db, owner, session_status="closed")
        await factories.exchange(db, owner, session)
        assert await _is_due(db, owner) is is_due


async def test_it_is_not_offered_before_the_onboarding_is_over(db: Db) -> None:
    owner = await factories.person(db)
    await factories.card(db, owner)
    assert not await _is_due(db, owner)


async def _has_a_code(s: AsyncSession, owner: UUID) -> None:
    await recovery_codes.renew(s, owner, at=LATER)


async def _has_a_passkey(s: AsyncSession, owner: UUID) -> None:
    s.add(Passkey(user_id=owner, credential_id="c", public_key="k", name="Phone"))


async def _has_an_address(s: AsyncSession, owner: UUID) -> None:
    way = {"kind": IdentityKind.EMAIL, "subject": "a@b.example", "label": "a@b.example"}
    await ways.add(s, owner, **way, at=LATER)


async def _was_asked(s: AsyncSession, owner: UUID) -> None:
    await ways.note_offer(s, owner, at=LATER)


async def _is_in_a_crisis(s: AsyncSession, owner: UUID) -> None:
    person = await profiles.require(s, owner)
    verdict = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
    await safety_events.note(s, person, verdict, at=MONDAY_MORNING)


@pytest.mark.parametrize(
    "has", [_has_a_code, _has_a_passkey, _has_an_address, _was_asked, _is_in_a_crisis]
)
async def test_it_is_not_offered_to_who(
    db: Db, has: Callable[[AsyncSession, UUID], Awaitable[None]]
) -> None:
    owner = await _settled(db)
    await factories.card(db, owner)
    assert await _is_due(db, owner)
    async with db.system("a test", write=True) as s:
        await has(s, owner)
    assert not await _is_due(db, owner)


async def test_a_guest_is_told_each_week_before_nothing_leads_back(db: Db) -> None:
    owner = await _settled(db)
    await factories.card(db, owner)
    await _signed_in(db, owner)
    end = MONDAY_MORNING + accounts.ABSOLUTE
    async with db.unit(owner, write=True) as s:
        assert await ways.offer(s, owner, at=LATER) == ways.Offer(is_due=True)
        await ways.note_offer(s, owner, at=LATER)
        assert not (await ways.offer(s, owner, at=end - timedelta(days=22))).is_due
        for days in (21, 14, 7, 1):
            at = end - timedelta(days=days)
            assert await ways.offer(s, owner, at=at) == ways.Offer(is_due=True, ends_at=end)
            if days > 1:
                await ways.note_offer(s, owner, at=at)
                assert not (await ways.offer(s, owner, at=at + timedelta(days=1))).is_due
    async with db.system("a test", write=True) as s:
        await _has_an_address(s, owner)
    async with db.unit(owner) as s:
        assert not (await ways.offer(s, owner, at=end - timedelta(days=1))).is_due


async def test_a_passkey_is_a_way_that_may_be_left(db: Db) -> None:
    owner = await _settled(db)
    async with db.system("a test", write=True) as s:
        await _has_an_address(s, owner)
        assert not (await ways.of(s, owner)).may_remove
        await _has_a_passkey(s, owner)
        await s.flush()
        assert (await ways.of(s, owner)).may_remove
