from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from argon2 import PasswordHasher, Type

from coaching.domains.app_lock import service as app_lock
from tests.support.authenticator import Authenticator
from tests.toney_app.api.test_passkeys import add, options

if TYPE_CHECKING:
    import httpx

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi

OK, GONE, WRONG, OUT, NO, MANY = 200, 204, 400, 401, 403, 429
PIN = "4711"
REAL_HASHER = app_lock._hasher


@pytest.fixture(autouse=True)
def _quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(app_lock, "_hasher", lambda: quick)


def test_a_hash_of_a_pin_costs_what_is_recommended() -> None:
    hasher = REAL_HASHER()
    assert (hasher.type, hasher.time_cost, hasher.memory_cost) == (Type.ID, 3, 64 * 1024)


async def lock(client: httpx.AsyncClient, minutes: int = 5, **more: Any) -> httpx.Response:
    return await client.put("/api/lock", json={"afterMinutes": minutes} | more)


async def is_locked(client: httpx.AsyncClient) -> bool:
    answer = await client.get("/api/wins")
    if answer.status_code == NO:
        assert answer.json()["details"] == {"reason": "lock"}
    return answer.status_code == NO


async def opens(client: httpx.AsyncClient, pin: str) -> int:
    return (await client.post("/api/lock/open", json={"pin": pin})).status_code


@pytest.fixture
async def careful(person: httpx.AsyncClient) -> httpx.AsyncClient:
    """Return somebody with a recovery code and a PIN."""
    await person.post("/api/auth/recovery-code", json={})
    answer = await lock(person, pin=PIN)
    assert answer.status_code == OK, answer.text
    assert answer.json()["hasPin"] is True
    return person


async def test_locked_nothing_is_told_until_the_pin_is_right(careful: httpx.AsyncClient) -> None:
    assert not await is_locked(careful)
    assert (await careful.post("/api/lock/close", json={})).status_code == GONE
    assert await is_locked(careful)
    for path in ("/api/profile", "/api/export", "/api/devices", "/api/tokens", "/api/insight"):
        assert (await careful.get(path)).status_code == NO, path
    assert (await lock(careful, pin="")).status_code == NO
    assert (await careful.request("DELETE", "/api/lock", json={})).status_code == NO
    assert await opens(careful, "0000") == OUT
    assert await is_locked(careful)
    assert await opens(careful, PIN) == GONE
    assert not await is_locked(careful)


async def test_a_browser_that_says_that_it_is_locked_is_told_nothing(
    careful: httpx.AsyncClient,
) -> None:
    careful.cookies.set("toney_locked", "1")
    assert await is_locked(careful)
    assert (await lock(careful, 60)).status_code == NO
    told = await careful.get("/api/lock")
    assert told.json()["isLocked"] is False, "the page closes it here as well"
    assert await opens(careful, PIN) == GONE
    careful.cookies.delete("toney_locked")
    assert not await is_locked(careful)


async def test_whoever_signs_in_again_is_not_locked_by_what_the_browser_said_before(
    person: httpx.AsyncClient,
) -> None:
    code = (await person.post("/api/auth/recovery-code", json={})).json()["code"]
    await lock(person, pin=PIN)
    (session,) = person.cookies.jar
    person.cookies.set("toney_locked", "1", domain=session.domain)
    assert await is_locked(person)
    assert (await person.post("/api/auth/recovery", json={"code": code})).status_code == OK
    assert "toney_locked" not in person.cookies
    assert not await is_locked(person)


async def test_only_the_browser_that_was_left_is_locked(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    code = (await person.post("/api/auth/recovery-code", json={})).json()["code"]
    await lock(person, pin=PIN)
    laptop = await web.browser()
    await laptop.post("/api/auth/recovery", json={"code": code})
    await person.post("/api/lock/close", json={})
    assert await is_locked(person)
    assert not await is_locked(laptop)


@pytest.mark.parametrize(("minutes", "still_open", "locked"), [(5, 5, 7), (60, 60, 62), (0, 1, 16)])
async def test_who_is_away_for_the_chosen_time_finds_it_locked(
    careful: httpx.AsyncClient, clock: FrozenClock, minutes: int, still_open: int, locked: int
) -> None:
    await lock(careful, minutes)
    clock.move(timedelta(minutes=still_open))
    assert not await is_locked(careful)
    clock.move(timedelta(minutes=locked))
    assert await is_locked(careful)
    assert await is_locked(careful)


async def test_wrong_pins_make_the_next_one_wait_longer_and_longer(
    careful: httpx.AsyncClient, clock: FrozenClock
) -> None:
    await careful.post("/api/lock/close", json={})
    assert [await opens(careful, "0000") for _ in range(6)] == [OUT] * 5 + [MANY]
    waits: list[int] = []
    for _ in range(4):
        refused = await careful.post("/api/lock/open", json={"pin": PIN})
        assert refused.status_code == MANY
        waits.append(int(refused.headers["retry-after"]))
        clock.move(timedelta(seconds=waits[-1]))
        assert await opens(careful, "0000") == OUT
    assert waits == [1, 2, 4, 8]
    clock.move(timedelta(seconds=16))
    assert await opens(careful, PIN) == GONE
    await careful.post("/api/lock/close", json={})
    assert await opens(careful, "0000") == OUT, "a right PIN begins anew"


async def test_a_wait_of_a_clock_that_was_ahead_ends_with_it(
    careful: httpx.AsyncClient, clock: FrozenClock
) -> None:
    clock.move(timedelta(minutes=50))
    await careful.post("/api/lock/close", json={})
    for _ in range(12):
        await opens(careful, "0000")
        clock.move(timedelta(minutes=10))
    assert await opens(careful, "0000") in {OUT, MANY}
    clock.move(-timedelta(minutes=170))
    assert await opens(careful, PIN) == GONE


async def test_a_forgotten_pin_is_replaced_by_signing_in_again(
    web: WithApi, person: httpx.AsyncClient, clock: FrozenClock
) -> None:
    code = (await person.post("/api/auth/recovery-code", json={})).json()["code"]
    await lock(person, pin=PIN)
    clock.move(timedelta(minutes=11))
    assert await is_locked(person)
    assert (await person.post("/api/auth/logout", json={})).status_code == GONE
    assert (await person.post("/api/auth/recovery", json={"code": code})).status_code == OK
    assert not await is_locked(person)
    assert (await lock(person, pin="112233")).status_code == OK
    await person.post("/api/lock/close", json={})
    assert await opens(person, PIN) == OUT
    assert await opens(person, "112233") == GONE


async def test_an_open_phone_is_not_enough_to_change_the_lock(
    careful: httpx.AsyncClient, clock: FrozenClock
) -> None:
    for _ in range(11):
        clock.move(timedelta(minutes=1))
        assert not await is_locked(careful)
    refused = await lock(careful, 60)
    assert refused.json()["details"] == {"reason": "proof"}
    assert (await careful.request("DELETE", "/api/lock", json={})).status_code == NO
    assert (await lock(careful, 60, currentPin="0000")).status_code == OUT
    assert (await lock(careful, 60, currentPin=PIN)).json()["afterMinutes"] == 60
    removed = await careful.request("DELETE", "/api/lock", json={"currentPin": PIN})
    assert removed.status_code == GONE
    assert (await careful.get("/api/lock")).json()["afterMinutes"] is None


async def test_without_a_way_back_there_is_no_pin(person: httpx.AsyncClient) -> None:
    refused = await lock(person, pin=PIN)
    assert refused.json()["details"] == {"reason": "way_back"}
    assert (await lock(person)).json()["details"] == {"reason": "opens"}
    for unfit in ("123", "abcd", "1" * 13, "12 34"):
        assert (await lock(person, pin=unfit)).status_code == WRONG
    assert (await person.get("/api/lock")).json()["afterMinutes"] is None
    assert (await person.post("/api/lock/close", json={})).status_code == GONE
    assert not await is_locked(person)


async def test_a_passkey_opens_it_and_nobody_elses_does(
    web: WithApi, person: httpx.AsyncClient
) -> None:
    mine, theirs = Authenticator(), Authenticator()
    await add(person, mine)
    eve = await web.browser()
    await eve.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    await add(eve, theirs)
    assert (await lock(person, 0)).status_code == OK
    await person.post("/api/lock/close", json={})
    for key, status in ((theirs, OUT), (mine, GONE)):
        signed = key.sign(await options(person, "/api/lock/passkey"))
        answer = await person.post("/api/lock/passkey", json={"credential": signed})
        assert answer.status_code == status
        assert await is_locked(person) is (status == OUT)


async def test_a_lock_that_nothing_opens_goes_with_the_last_passkey(
    person: httpx.AsyncClient,
) -> None:
    key = Authenticator()
    added = (await add(person, key)).json()
    await lock(person, 0)
    await person.delete(f"/api/passkeys/{added['id']}")
    assert (await person.get("/api/lock")).json()["afterMinutes"] is None


async def test_the_pin_is_not_in_the_export(web: WithApi, careful: httpx.AsyncClient) -> None:
    exported = (await careful.get("/api/export")).text
    assert "app_locks" in exported
    assert "argon2" not in exported
