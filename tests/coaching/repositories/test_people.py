"""Users, identities, profiles, consents, and what the house keeps about them."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from sqlmodel import select

from coaching.errors import Conflict, NotFound
from coaching.models import BetaAnalytics, IdentityKind, ModelCall, SafetyEvent
from coaching.repositories import (
    analytics,
    app_settings,
    consents,
    guest_counters,
    identities,
    model_calls,
    profiles,
    safety_events,
    users,
)
from coaching.values.enums import SafetyLevel, Tension
from coaching.values.usage_events import UsageEvent
from tests.support import factories
from tests.support.factories import MONDAY_MORNING

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.repositories.db import Db

LATER = MONDAY_MORNING + timedelta(hours=1)


async def test_an_identity_belongs_to_one_person(db: Db) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    async with db.system("test", write=True) as s:
        await identities.add(s, anna, kind=IdentityKind.EMAIL, subject="a@b.example", at=LATER)
        assert await identities.owner_of(s, IdentityKind.EMAIL, "a@b.example") == anna
        assert await identities.owner_of(s, IdentityKind.GOOGLE, "a@b.example") is None
    with pytest.raises(Conflict):
        async with db.system("test", write=True) as s:
            await identities.add(s, ben, kind=IdentityKind.EMAIL, subject="a@b.example", at=LATER)


async def test_a_profile_keeps_what_it_is_told(db: Db) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        await profiles.change(
            s, owner, at=LATER, tone=7.5, tension_type=Tension.GIVE, life_context=["ctx_partner"]
        )
    async with db.unit(owner) as s:
        profile = await profiles.require(s, owner)
        assert (profile.tone, profile.tension_type, profile.life_context, profile.updated_at) == (
            7.5,
            Tension.GIVE,
            ["ctx_partner"],
            LATER,
        )
    async with db.unit(stranger := uuid4()) as s:
        with pytest.raises(NotFound):
            await profiles.require(s, stranger)


async def test_a_withdrawn_consent_stays_in_the_history(db: Db) -> None:
    owner = await factories.person(db, consents=False)
    async with db.unit(owner, write=True) as s:
        assert await consents.latest(s, owner) is None
        await consents.give(s, owner, text_version="1", provider="", at=MONDAY_MORNING)
        assert await consents.withdraw(s, owner, at=MONDAY_MORNING) == 1
        await consents.give(s, owner, text_version="1", provider="anthropic", at=LATER)
        given = await consents.latest(s, owner)
        history = await consents.history(s, owner)
    assert given is not None
    assert given.provider == "anthropic"
    assert [row.withdrawn_at for row in history] == [MONDAY_MORNING, None]


async def test_a_deleted_person_is_gone(db: Db) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        assert await users.remove(s, owner)
    async with db.system("test") as s:
        assert await users.find(s, owner) is None
        assert await users.how_many(s) == 0


async def test_thirty_guests_of_an_address_at_once_stop_at_the_limit(db: Db) -> None:
    async def count(address_hash: str) -> bool:
        async with db.system("test", write=True) as s:
            return await guest_counters.count_guest(
                s, day="2026-01-12", address_hash=address_hash, limit=10
            )

    counted = await asyncio.gather(*(count("same") for _ in range(30)))
    assert sum(counted) == 10
    assert await count("another")
    async with db.system("test", write=True) as s:
        await guest_counters.forget_addresses(s, before_day="2026-01-13")
    assert await count("same")


async def test_a_setting_is_replaced(db: Db) -> None:
    async with db.system("test", write=True) as s:
        assert await app_settings.setting(s, "cost") is None
        for value in ({"limit": 1}, {"limit": 2}):
            await app_settings.set_setting(s, "cost", value, now=LATER)
        assert await app_settings.setting(s, "cost") == {"limit": 2}


def _call(owner: UUID, cost: int | None, minutes: int) -> ModelCall:
    return ModelCall(
        id=uuid4(),
        user_id=owner,
        role="coach",
        provider="anthropic",
        model="m",
        outcome="done",
        cost_microusd=cost,
        created_at=MONDAY_MORNING + timedelta(minutes=minutes),
    )


async def test_costs_are_summed_over_everybody_and_outlive_them(db: Db) -> None:
    anna, ben = await factories.person(db), await factories.person(db)
    async with db.system("test") as s:
        assert await model_calls.cost_between(s, MONDAY_MORNING, LATER) == 0
    for owner, calls in (
        (anna, [_call(anna, 5, 0), _call(anna, None, 1)]),
        (ben, [_call(ben, 7, 59), _call(ben, 9, 60)]),
    ):
        async with db.unit(owner, write=True) as s:
            s.add_all(calls)
    async with db.unit(anna, write=True) as s:
        await users.remove(s, anna)
    async with db.system("test") as s:
        assert await model_calls.cost_between(s, MONDAY_MORNING, LATER) == 12


async def test_a_safety_event_is_found_while_it_is_recent(db: Db) -> None:
    owner = await factories.person(db)
    event = SafetyEvent(
        user_id=owner,
        level=SafetyLevel.CRISIS,
        category="suicide",
        source="chat",
        created_at=MONDAY_MORNING,
    )
    async with db.unit(owner, write=True) as s:
        await safety_events.add(s, owner, event)
        newest = await safety_events.newest(s, owner, since=MONDAY_MORNING)
        assert newest is not None
        assert newest.id == event.id
        assert await safety_events.newest(s, owner, since=LATER) is None


async def test_usage_is_noted_without_words(db: Db) -> None:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        await analytics.add(s, owner, UsageEvent.CARD_KEPT, at=LATER, kind="plan")
        noted = (await s.exec(select(BetaAnalytics))).one()
    assert (noted.event, noted.properties) == ("card_kept", {"kind": "plan"})
