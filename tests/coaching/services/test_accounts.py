from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa
from sqlmodel import col, select, update

from coaching.errors import NotAllowed, RateLimited
from coaching.models import AddressDay, Identity, IdentityKind, Session, User, UserState
from coaching.repositories import profiles
from coaching.services import accounts, keys
from coaching.services.keys import NoSecretKey

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.clock import FrozenClock
    from coaching.repositories.db import Db
    from coaching.services.accounts import NewGuest
    from coaching.settings import Settings

BROWSER: dict[str, Any] = {"time_zone": "America/Santiago", "locale": "en-GB"}


async def _guest(
    db: Db, settings: Settings, clock: FrozenClock, address: str = "192.0.2.7", **browser: Any
) -> NewGuest:
    async with db.system("test", write=True) as s:
        return await accounts.start_guest(
            s, settings, address=address, now=clock.now(), **{**BROWSER, **browser}
        )


@pytest.mark.both_databases
async def test_a_guest_is_a_person_with_an_identity_a_profile_and_a_session(
    db: Db, settings: Settings, clock: FrozenClock
) -> None:
    guest = await _guest(db, settings, clock)
    assert await accounts.authenticate(db, guest.token, now=clock.now()) == guest.owner
    async with db.unit(guest.owner) as s:
        profile = await profiles.require(s, guest.owner)
        assert (profile.time_zone, profile.locale) == ("America/Santiago", "en-GB")
        identity = (await s.exec(select(Identity))).one()
        assert (identity.kind, identity.subject) == (IdentityKind.GUEST, str(guest.owner))
        session = (await s.exec(select(Session))).one()
    assert guest.token not in {session.token_hash, str(session.id)}
    assert session.token_hash == keys.token_hash(guest.token)
    assert len(guest.token) * 6 >= 256


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ({"time_zone": "Mars/Olympus", "locale": "tlh"}, ("UTC", "en")),
        ({"time_zone": "", "locale": ""}, ("UTC", "en")),
        ({"time_zone": "../../etc/passwd", "locale": "en_GB; DROP TABLE users"}, ("UTC", "en")),
        ({"time_zone": "America", "locale": "en" + "-abc" * 40}, ("UTC", "en")),
        ({"time_zone": "Europe/Madrid", "locale": "EN"}, ("Europe/Madrid", "EN")),
    ],
)
async def test_what_a_browser_says_wrong_becomes_utc_and_english(
    sqlite_db: Db, settings: Settings, clock: FrozenClock, told: dict[str, str], kept: object
) -> None:
    guest = await _guest(sqlite_db, settings, clock, **told)
    async with sqlite_db.unit(guest.owner) as s:
        profile = await profiles.require(s, guest.owner)
    assert (profile.time_zone, profile.locale) == kept


@pytest.mark.both_databases
async def test_an_address_makes_as_many_guests_a_day_as_the_setting_says(
    db: Db, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    settings = make_settings(guests_per_address_per_day=3)
    made = await asyncio.gather(
        *(_guest(db, settings, clock) for _ in range(8)), return_exceptions=True
    )
    refused = [error for error in made if isinstance(error, RateLimited)]
    assert (len(made) - len(refused), len(refused)) == (3, 5)
    assert {(error.reason, error.retry_after) for error in refused} == {("address", 15 * 3600)}
    assert (await _guest(db, settings, clock, "192.0.2.8")).owner
    async with db.system("test") as s:
        assert len((await s.exec(select(User))).all()) == 4, "a refused guest leaves nothing"
    clock.move(timedelta(hours=15))
    assert (await _guest(db, settings, clock)).owner


async def test_an_address_is_kept_only_as_a_keyed_hash_of_the_day(
    sqlite_db: Db, settings: Settings, clock: FrozenClock
) -> None:
    for _ in range(2):
        await _guest(sqlite_db, settings, clock, "192.0.2.7")
        clock.move(timedelta(days=1))
    async with sqlite_db.system("test") as s:
        rows = (await s.exec(select(AddressDay))).all()
    assert len({row.address_hash for row in rows}) == 2, "two days cannot be linked"
    assert all(len(row.address_hash) == 64 for row in rows)
    assert "192" not in {row.address_hash[:3] for row in rows}


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("not an address", "another one", False),
    ],
)
async def test_a_network_of_one_household_counts_as_one_address(
    sqlite_db: Db,
    make_settings: Callable[..., Settings],
    clock: FrozenClock,
    first: str,
    second: str,
    same: bool,
) -> None:
    settings = make_settings(guests_per_address_per_day=1)
    await _guest(sqlite_db, settings, clock, first)
    if same:
        with pytest.raises(RateLimited):
            await _guest(sqlite_db, settings, clock, second)
    else:
        assert (await _guest(sqlite_db, settings, clock, second)).owner


async def test_guests_can_be_switched_off(
    sqlite_db: Db, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    with pytest.raises(NotAllowed) as refused:
        await _guest(sqlite_db, make_settings(allow_guests=False), clock)
    assert refused.value.reason == "guests"


async def test_addresses_are_never_hashed_without_a_key(
    sqlite_db: Db, make_settings: Callable[..., Settings], clock: FrozenClock
) -> None:
    with pytest.raises(NoSecretKey):
        await _guest(sqlite_db, make_settings(toney_secret_key=""), clock)


@pytest.mark.parametrize("token", ["", "x", "\x00", "é" * 20, "a" * 5000, "' OR 1=1 --"])
async def test_a_token_that_is_none_signs_nobody_in(db: Db, clock: FrozenClock, token: str) -> None:
    assert await accounts.authenticate(db, token, now=clock.now()) is None


async def test_a_session_ends_after_thirty_idle_days(
    db: Db, settings: Settings, clock: FrozenClock
) -> None:
    guest = await _guest(db, settings, clock)
    clock.move(timedelta(days=30, seconds=-1))
    assert await accounts.authenticate(db, guest.token, now=clock.now()) == guest.owner
    clock.move(timedelta(days=30))
    assert await accounts.authenticate(db, guest.token, now=clock.now()) is None


async def test_a_session_ends_after_ninety_days_however_busy(
    db: Db, settings: Settings, clock: FrozenClock
) -> None:
    guest = await _guest(db, settings, clock)
    for _ in range(4):
        clock.move(timedelta(days=20))
        assert await accounts.authenticate(db, guest.token, now=clock.now()) == guest.owner
    clock.move(timedelta(days=10))
    assert await accounts.authenticate(db, guest.token, now=clock.now()) is None


@pytest.mark.both_databases
async def test_being_seen_is_written_once_an_hour(
    db: Db, settings: Settings, clock: FrozenClock
) -> None:
    guest = await _guest(db, settings, clock)
    seen: list[datetime] = []
    for minutes in (30, 40, 10):
        clock.move(timedelta(minutes=minutes))
        await accounts.authenticate(db, guest.token, now=clock.now())
        async with db.unit(guest.owner) as s:
            seen.append((await s.exec(select(Session.last_seen_at))).one())
    start = datetime(2026, 1, 12, 9, tzinfo=UTC)
    assert [at - start for at in seen] == [timedelta(minutes=m) for m in (0, 70, 70)]


async def test_signing_out_ends_one_session_and_everywhere_ends_all(
    db: Db, settings: Settings, clock: FrozenClock
) -> None:
    guest, stranger = await _guest(db, settings, clock), await _guest(db, settings, clock)
    owner, now = guest.owner, clock.now()
    async with db.unit(owner, write=True) as s:
        laptop = await accounts.start_session(s, owner, now=now)
        tablet = await accounts.start_session(s, owner, now=now)
        assert await accounts.sign_out(s, owner, laptop, now=now)
        assert not await accounts.sign_out(s, owner, laptop, now=now)
        assert not await accounts.sign_out(s, owner, stranger.token, now=now)
    assert await accounts.authenticate(db, laptop, now=now) is None
    assert await accounts.authenticate(db, tablet, now=now) == owner
    async with db.unit(owner, write=True) as s:
        assert await accounts.sign_out_everywhere(s, owner, now=now) == 2
    assert await accounts.authenticate(db, guest.token, now=now) is None
    assert await accounts.authenticate(db, stranger.token, now=now) == stranger.owner


@pytest.mark.both_databases
@pytest.mark.parametrize("state", [UserState.SUSPENDED, UserState.DELETED])
async def test_a_suspended_person_is_signed_out_at_once(
    db: Db, settings: Settings, clock: FrozenClock, state: UserState
) -> None:
    guest = await _guest(db, settings, clock)
    async with db.system("test", write=True) as s:
        await s.exec(update(User).where(col(User.id) == guest.owner).values(state=state))
    assert await accounts.authenticate(db, guest.token, now=clock.now()) is None


async def test_no_token_is_anywhere_in_the_file(
    sqlite_db: Db, settings: Settings, clock: FrozenClock
) -> None:
    guest = await _guest(sqlite_db, settings, clock)
    async with sqlite_db.system("test", write=True) as s:
        await (await s.connection()).execute(sa.text("SELECT 1"))
        await s.exec(select(User))
    folder = settings.data_dir.parent
    assert all(guest.token.encode() not in path.read_bytes() for path in folder.glob("toney.db*"))
