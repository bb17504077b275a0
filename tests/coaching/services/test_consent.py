from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.errors import InvalidInput
from coaching.repositories import consents
from coaching.services import consent
from tests.support import factories

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.settings import Settings


async def give(db: Db, owner: UUID, settings: Settings, clock: FrozenClock) -> None:
    async with db.unit(owner, write=True) as s:
        await consent.give(s, owner, text_version="1", settings=settings, at=clock.now())


async def is_valid(db: Db, owner: UUID, settings: Settings) -> bool:
    async with db.unit(owner) as s:
        return await consent.is_valid(s, owner, settings)


async def test_without_a_consent_nothing_is_valid(db: Db, settings: Settings) -> None:
    owner = await factories.person(db, consents=False)

    assert not await is_valid(db, owner, settings)


async def test_a_consent_to_the_text_in_force_is_valid(
    db: Db, settings: Settings, clock: FrozenClock
) -> None:
    owner = await factories.person(db, consents=False)

    await give(db, owner, settings, clock)

    assert await is_valid(db, owner, settings)


@pytest.mark.parametrize("version", ["0", "2", "", "1 "])
async def test_another_version_of_the_text_is_refused_by_name(
    db: Db, settings: Settings, clock: FrozenClock, version: str
) -> None:
    owner = await factories.person(db, consents=False)

    with pytest.raises(InvalidInput) as refusal:
        async with db.unit(owner, write=True) as s:
            await consent.give(s, owner, text_version=version, settings=settings, at=clock.now())

    assert list(refusal.value.fields) == ["textVersion"]
    assert not await is_valid(db, owner, settings)


async def test_a_provider_that_is_added_asks_again(
    db: Db, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    owner = await factories.person(db, consents=False)
    await give(db, owner, make_settings(), clock)
    with_model = make_settings(anthropic_api_key="a-key")

    assert not await is_valid(db, owner, with_model)
    clock.move(timedelta(minutes=1))
    await give(db, owner, with_model, clock)
    assert await is_valid(db, owner, with_model)


async def test_a_gateway_is_named_beside_the_provider_and_asks_again(
    db: Db, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    owner = await factories.person(db, consents=False)
    plain = make_settings(anthropic_api_key="a-key")
    await give(db, owner, plain, clock)
    with_gateway = make_settings(
        anthropic_api_key="a-key", anthropic_base_url="https://gateway.example"
    )

    assert "Anthropic (gateway.example)" in consent.whole_text(with_gateway, "en")
    assert not await is_valid(db, owner, with_gateway)
    for url in ("https://api.anthropic.com", "http://127.0.0.1:4221"):
        its_own = make_settings(anthropic_api_key="a-key", anthropic_base_url=url)
        assert consent.whole_text(its_own, "en") == consent.whole_text(plain, "en")


async def test_a_provider_that_goes_away_asks_nobody(
    db: Db, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    owner = await factories.person(db, consents=False)
    await give(db, owner, make_settings(anthropic_api_key="a-key"), clock)

    assert await is_valid(db, owner, make_settings())
    assert await is_valid(db, owner, make_settings(anthropic_api_key="a-key", disable_ai=True))


@pytest.mark.both_databases
async def test_a_consent_after_a_clock_that_was_ahead_holds(
    db: Db, settings: Settings, clock: FrozenClock
) -> None:
    owner = await factories.person(db, consents=False)
    clock.move(timedelta(days=365))
    await give(db, owner, settings, clock)
    async with db.unit(owner, write=True) as s:
        await consent.withdraw(s, owner, at=clock.now())
    clock.move(-timedelta(days=365))
    await give(db, owner, settings, clock)
    assert await is_valid(db, owner, settings)


async def test_a_withdrawn_consent_stays_on_record_and_can_be_given_again(
    db: Db, settings: Settings, clock: FrozenClock
) -> None:
    owner = await factories.person(db, consents=False)
    await give(db, owner, settings, clock)

    async with db.unit(owner, write=True) as s:
        await consent.withdraw(s, owner, at=clock.now())

    assert not await is_valid(db, owner, settings)
    clock.move(timedelta(minutes=1))
    await give(db, owner, settings, clock)
    assert await is_valid(db, owner, settings)
    async with db.unit(owner) as s:
        history = await consents.history(s, owner)
    assert [record.withdrawn_at is None for record in history] == [False, True]


async def test_why_somebody_is_asked_again_is_what_really_changed(
    db: Db, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    owner = await factories.person(db, consents=False)
    before, with_model = make_settings(), make_settings(anthropic_api_key="a-key")
    async with db.unit(owner, write=True) as s:
        assert consent.why_ask(await consent.newest(s, owner), before) == "first"
        old = await consents.give(s, owner, text_version="0", provider="", at=clock.now())
        assert consent.why_ask(old, before) == "text"
        assert consent.why_ask(old, with_model) == "both"
        clock.move(timedelta(minutes=1))
        new = await consent.give(s, owner, text_version="1", settings=before, at=clock.now())
        assert consent.why_ask(new, before) == ""
        assert consent.why_ask(new, with_model) == "provider"
        again = await consent.give(s, owner, text_version="1", settings=before, at=clock.now())
        assert again.id == new.id
        await consent.withdraw(s, owner, at=clock.now())
        await s.refresh(new)
        assert consent.why_ask(new, before) == "withdrawn"


async def test_the_text_that_was_read_is_kept_with_who_receives_the_messages(
    db: Db, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    owner = await factories.person(db, consents=False, locale="es-CL")
    settings = make_settings(anthropic_api_key="a-key")
    async with db.unit(owner, write=True) as s:
        given = await consent.give(s, owner, text_version="1", settings=settings, at=clock.now())
    assert given.language == "es"
    assert "se envían a Anthropic" in given.text
    assert given.text == consent.whole_text(settings, "es")
    assert given.text_hash == consent.hash_of(given.text)
