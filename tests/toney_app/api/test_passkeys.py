from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.domains.passkeys import service
from tests.support.authenticator import Authenticator

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi

OK, CREATED, GONE, WRONG, OUT, NOBODY = 200, 201, 204, 400, 401, 404


async def options(client: httpx.AsyncClient, path: str) -> dict[str, Any]:
    answer = await client.post(f"{path}/options", json={})
    assert answer.status_code == OK, answer.text
    return answer.json()["publicKey"]


async def add(client: httpx.AsyncClient, key: Authenticator) -> httpx.Response:
    made = key.make(await options(client, "/api/passkeys"))
    return await client.post("/api/passkeys", json={"credential": made, "name": "Phone"})


async def enter(client: httpx.AsyncClient, key: Authenticator) -> httpx.Response:
    signed = key.sign(await options(client, "/api/auth/passkey"))
    return await client.post("/api/auth/passkey", json={"credential": signed})


async def who(client: httpx.AsyncClient) -> str:
    return (await client.get("/api/export")).json().get("userId", "")


@pytest.fixture
async def key(person: httpx.AsyncClient) -> Authenticator:
    made = Authenticator()
    assert (await add(person, made)).status_code == CREATED
    return made


async def test_a_passkey_signs_its_person_in_on_another_device(
    web: WithApi, person: httpx.AsyncClient, key: Authenticator
) -> None:
    laptop = await web.browser()
    assert (await enter(laptop, key)).status_code == GONE
    assert await who(laptop) == await who(person) != ""
    (shown,) = (await laptop.get("/api/passkeys")).json()["items"]
    assert shown["name"] == "Phone"
    assert shown["lastUsedAt"]


async def test_the_browser_is_asked_for_a_key_that_it_finds_by_itself_and_verifies(
    person: httpx.AsyncClient, key: Authenticator
) -> None:
    asked = await options(person, "/api/passkeys")
    assert asked["rp"]["id"] == "localhost"
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    assert [known["id"] for known in asked["excludeCredentials"]] == [key.make(asked)["id"]]
    signing = await options(person, "/api/auth/passkey")
    assert signing["userVerification"] == "required"
    assert not signing.get("allowCredentials")


async def test_a_person_has_several_names_them_and_removes_them(
    web: WithApi, person: httpx.AsyncClient, key: Authenticator, clock: FrozenClock
) -> None:
    clock.move(timedelta(minutes=1))
    other = Authenticator()
    await add(person, other)
    first, _ = (await person.get("/api/passkeys")).json()["items"]
    renamed = await person.patch(f"/api/passkeys/{first['id']}", json={"name": "Old phone"})
    assert renamed.status_code == GONE
    names = [shown["name"] for shown in (await person.get("/api/passkeys")).json()["items"]]
    assert names == ["Old phone", "Phone"]
    assert (await person.delete(f"/api/passkeys/{first['id']}")).status_code == GONE
    laptop = await web.browser()
    assert (await enter(laptop, key)).status_code == OUT
    assert (await enter(laptop, other)).status_code == GONE


def elsewhere(key: Authenticator) -> None:
    key.origin = "https://toney.evil.example"


def other_host(key: Authenticator) -> None:
    key.host = "evil.example"


def unverified(key: Authenticator) -> None:
    key.verifies = False


def copied(key: Authenticator) -> None:
    key.uses -= 2


def other_key(key: Authenticator) -> None:
    key.key = Authenticator().key


def somebody_else(key: Authenticator) -> None:
    key.user = "AAAAAAAAAAAAAAAAAAAAAA"


@pytest.mark.slow
@pytest.mark.parametrize(
    "change", [elsewhere, other_host, unverified, copied, other_key, somebody_else]
)
async def test_an_answer_that_does_not_hold_signs_nobody_in(
    web: WithApi, key: Authenticator, change: Callable[[Authenticator], None]
) -> None:
    laptop = await web.browser()
    key.uses = 5
    assert (await enter(laptop, key)).status_code == GONE
    stranger = await web.browser()
    change(key)
    assert (await enter(stranger, key)).status_code == OUT
    assert await who(stranger) == ""


@pytest.mark.parametrize("change", [elsewhere, other_host, unverified])
async def test_an_answer_that_does_not_hold_adds_nothing(
    person: httpx.AsyncClient, change: Callable[[Authenticator], None]
) -> None:
    made = Authenticator()
    change(made)
    assert (await add(person, made)).status_code == WRONG
    assert (await person.get("/api/passkeys")).json()["items"] == []


async def test_a_challenge_is_good_once_for_one_browser_and_one_purpose(
    web: WithApi, person: httpx.AsyncClient, key: Authenticator, clock: FrozenClock
) -> None:
    laptop = await web.browser()
    signed = key.sign(await options(laptop, "/api/auth/passkey"))
    stolen = await web.browser()
    await options(stolen, "/api/auth/passkey")
    answer = {"credential": signed}
    assert (await stolen.post("/api/auth/passkey", json=answer)).status_code == OUT
    assert (await laptop.post("/api/auth/passkey", json=answer)).status_code == GONE
    again = await web.browser()
    again.cookies = laptop.cookies
    assert (await again.post("/api/auth/passkey", json=answer)).status_code == OUT

    to_unlock = key.sign(await options(person, "/api/lock/passkey"))
    as_if = {"Cookie": f"toney_passkey={person.cookies['toney_session']}"}
    answered = {"credential": to_unlock}
    entered = await again.post("/api/auth/passkey", json=answered, headers=as_if)
    assert entered.status_code == OUT
    late = key.sign(await options(person, "/api/auth/passkey"))
    clock.move(service.GOOD_FOR)
    assert (await person.post("/api/auth/passkey", json={"credential": late})).status_code == OUT


async def test_a_wrong_answer_uses_its_challenge_up(web: WithApi, key: Authenticator) -> None:
    laptop = await web.browser()
    asked = await options(laptop, "/api/auth/passkey")
    wrong = Authenticator(id=key.id, user=key.user).sign(asked)
    assert (await laptop.post("/api/auth/passkey", json={"credential": wrong})).status_code == OUT
    right = key.sign(asked)
    assert (await laptop.post("/api/auth/passkey", json={"credential": right})).status_code == OUT


async def test_nobody_adds_or_removes_somebody_elses(
    web: WithApi, person: httpx.AsyncClient, key: Authenticator
) -> None:
    eve = await web.browser()
    await eve.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    assert (await add(eve, key)).status_code == WRONG
    made = Authenticator().make(await options(person, "/api/passkeys"))
    for_eve = await eve.post("/api/passkeys", json={"credential": made, "name": "Phone"})
    assert for_eve.status_code == OUT
    (own,) = (await person.get("/api/passkeys")).json()["items"]
    assert (await eve.delete(f"/api/passkeys/{own['id']}")).status_code == NOBODY
    renamed = await eve.patch(f"/api/passkeys/{own['id']}", json={"name": "Mine"})
    assert renamed.status_code == NOBODY
    assert (await eve.get("/api/passkeys")).json()["items"] == []


JUNK: list[dict[str, Any]] = [
    {},
    {"response": 5},
    {"response": {"clientDataJSON": 5}},
    {"id": "x", "response": {"clientDataJSON": "e30"}},
    {"id": "x", "response": {"clientDataJSON": "%%%"}},
]


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
async def test_what_no_browser_answers_is_refused_in_words(
    person: httpx.AsyncClient, junk: dict[str, Any]
) -> None:
    for path in ("/api/auth/passkey", "/api/lock/passkey"):
        answer = await person.post(path, json={"credential": junk})
        assert answer.status_code in {WRONG, OUT}
    answer = await person.post("/api/passkeys", json={"credential": junk, "name": "Phone"})
    assert answer.status_code in {WRONG, OUT}


async def test_asking_for_challenges_without_an_end_is_refused(web: WithApi) -> None:
    stranger = await web.browser()
    answers = [
        (await stranger.post("/api/auth/passkey/options", json={})).status_code for _ in range(31)
    ]
    assert answers[-1] == 429
    assert set(answers[:-1]) == {OK}
