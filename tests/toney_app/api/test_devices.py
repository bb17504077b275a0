from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi

PHONE = (
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/140.0.0.0 Mobile Safari/537.36"
)
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"
OUT, NOBODY = 401, 404


@pytest.fixture
async def phone(web: WithApi) -> httpx.AsyncClient:
    client = await web.browser()
    client.headers["user-agent"] = PHONE
    await client.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    return client


async def sign_in(web: WithApi, phone: httpx.AsyncClient) -> httpx.AsyncClient:
    laptop = await web.browser()
    laptop.headers["user-agent"] = LAPTOP
    code = (await phone.post("/api/auth/recovery-code", json={})).json()["code"]
    await laptop.post("/api/auth/recovery", json={"code": code})
    return laptop


async def shown(client: httpx.AsyncClient) -> list[tuple[str, ...]]:
    items = (await client.get("/api/devices")).json()["items"]
    return [(d["device"], d["browser"], d["system"], d["isThis"]) for d in items]


async def test_the_browsers_are_named_in_words_and_this_one_is_first(
    web: WithApi, phone: httpx.AsyncClient, clock: FrozenClock
) -> None:
    clock.move(timedelta(minutes=5))
    laptop = await sign_in(web, phone)
    here, there = ("phone", "Chrome", "Android"), ("computer", "Firefox", "Linux")
    assert await shown(phone) == [(*here, True), (*there, False)]
    assert await shown(laptop) == [(*there, True), (*here, False)]


async def test_one_is_signed_out_and_the_other_stays(
    web: WithApi, phone: httpx.AsyncClient
) -> None:
    laptop = await sign_in(web, phone)
    other = (await phone.get("/api/devices")).json()["items"][1]["id"]
    assert (await phone.delete(f"/api/devices/{other}")).status_code == 204
    assert (await laptop.get("/api/wins")).status_code == OUT
    assert len(await shown(phone)) == 1
    assert (await phone.delete(f"/api/devices/{other}")).status_code == NOBODY


async def test_nobody_signs_out_somebody_else(web: WithApi, phone: httpx.AsyncClient) -> None:
    eve = await web.browser()
    await eve.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
    own = (await phone.get("/api/devices")).json()["items"][0]["id"]
    assert (await eve.delete(f"/api/devices/{own}")).status_code == NOBODY
    assert (await eve.delete("/api/devices")).status_code == 204
    assert (await phone.get("/api/wins")).status_code == 200


async def test_everywhere_else_leaves_this_one_and_everywhere_leaves_none(
    web: WithApi, phone: httpx.AsyncClient
) -> None:
    laptop, tablet = await sign_in(web, phone), await sign_in(web, phone)
    assert (await laptop.delete("/api/devices")).status_code == 204
    assert [(await c.get("/api/wins")).status_code for c in (phone, laptop, tablet)] == [
        OUT,
        200,
        OUT,
    ]
    assert (await laptop.post("/api/auth/logout-everywhere", json={})).status_code == 204
    assert (await laptop.get("/api/wins")).status_code == OUT


async def test_when_it_was_used_is_written_once_an_hour(
    web: WithApi, phone: httpx.AsyncClient, clock: FrozenClock
) -> None:
    laptop = await sign_in(web, phone)
    began = clock.now()

    async def seen_from_the_laptop() -> str:
        return (await laptop.get("/api/devices")).json()["items"][1]["lastSeenAt"]

    at_first = await seen_from_the_laptop()
    clock.move(timedelta(minutes=59))
    await phone.get("/api/wins")
    assert await seen_from_the_laptop() == at_first
    clock.move(timedelta(minutes=2))
    await phone.get("/api/wins")
    assert await seen_from_the_laptop() > at_first
    assert clock.now() > began
